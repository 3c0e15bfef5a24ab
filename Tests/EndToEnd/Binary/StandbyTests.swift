import Foundation
import Logging
import NexusClient
import NexusCore
import NexusServer
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusBench

@Suite(
    "Two servers on a database, one of which waits", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: PostgresProcess.isInstalled, "PostgreSQL is not installed (Debian: postgresql)"))
struct StandbyTests {
    private static let waits = "another server has the database"

    @Test("the one that waits takes over from one that is killed under load: nothing acknowledged is lost or doubled")
    func killedUnderLoad() async throws {
        let postgres = try PostgresProcess()
        var active = try ServerProcess(database: postgres.address())
        var waiting = try ServerProcess(database: postgres.address())
        let team = ResendingTeam(try await active.seed { try await BenchTeam.pairs(4, $0) })
        try active.launch(["--standby"])
        for round in 1...4 {
            try active.waitUntilListening()
            let before = waiting.log.count(of: Self.waits)
            try waiting.launch(["--standby"])
            try await eventually("the other one waits") { waiting.log.count(of: Self.waits) > before }
            try await team.write(to: active)
            try await team.haveAcknowledgements(round * 100)
            active.kill()
            try await team.areCut()
            swap(&active, &waiting)
        }
        try active.waitUntilListening()
        try await team.expectUnbroken(on: active)
        #expect(active.terminate() == 0)
        // Each had the mark of its own folder, and the clients kept what they have.
        #expect(!active.log.contains("new epoch") && !waiting.log.contains("new epoch"))
    }

    @Test("one that stalled while the other took over ends with the reason, and waits after its next start")
    func stalled() async throws {
        let postgres = try PostgresProcess()
        let first = try ServerProcess(database: postgres.address())
        let second = try ServerProcess(database: postgres.address())
        try first.start(["--standby"])
        let ada = try await Device.signedUp("Ada", at: first.address)
        await ada.quit()
        try second.launch(["--standby"])
        try await eventually("the second waits") { second.log.contains(Self.waits) }
        first.stall(true)
        try postgres.endSessions()
        try second.waitUntilListening()
        let bob = try await Device.signedUp("Bob", at: second.address)
        await bob.quit()
        first.stall(false)
        try await eventually("the first ends", within: .seconds(60)) { first.exitCode != nil }
        #expect(first.exitCode == 1)
        #expect(first.log.contains("Another server has taken over the database"), "\(first.log)")
        try first.launch(["--standby"])
        try await eventually("it waits") { first.log.contains(Self.waits) }
        #expect(first.terminate() == 0)
        #expect(second.terminate() == 0)
    }

    @Test("of two that wait one takes over, and the other one waits on")
    func third() async throws {
        let postgres = try PostgresProcess()
        let first = try ServerProcess(database: postgres.address())
        try first.start(["--standby"])
        let third = try ServerProcess(database: postgres.address())
        let place = third.folder.path + "/nexus.postgres"
        let standby = DatabaseStandby(
            try postgres.address(), localPath: place, logger: Logger(label: "test"))
        let obstacles = Obstacles()
        let waiting = Task { try await standby.wait { obstacles.note($0) } }
        try await eventually("it waits") { obstacles.all == [.otherServer] }
        first.kill()
        try await waiting.value
        // Another one was faster.
        let second = try ServerProcess(database: postgres.address())
        try second.start(["--standby"])
        let again = Task { try await standby.wait { obstacles.note($0) } }
        try await eventually("it waits again") { obstacles.all == [.otherServer, .otherServer] }
        second.kill()
        try await again.value
        #expect(obstacles.all == [.otherServer, .otherServer])
        #expect(FileManager.default.fileExists(atPath: place + ".mark"))
    }

    @Test("one that waits goes on waiting while PostgreSQL is away, and is told what it needs")
    func away() async throws {
        let postgres = try PostgresProcess()
        postgres.stop()
        let server = try ServerProcess(database: postgres.address())
        try server.launch(["--standby"])
        try await eventually("it says so") { server.log.contains("PostgreSQL does not answer") }
        #expect(!server.log.contains("secret-of-the-test"))
        try postgres.start()
        try server.waitUntilListening()
        #expect(try await server.get("/health").status == 200)
        #expect(server.terminate() == 0)
        let outcome = try await Terminal().run(["serve", "--standby"], environment: ["NEXUS_DATABASE": ""])
        #expect(
            outcome.code != 0 && outcome.errors.contains("--standby needs a PostgreSQL database"), "\(outcome.errors)")
    }
}

private final class Obstacles: Sendable {
    private let noted = Mutex<[DatabaseStandby.Obstacle]>([])
    var all: [DatabaseStandby.Obstacle] { noted.withLock { $0 } }
    func note(_ obstacle: DatabaseStandby.Obstacle) { noted.withLock { $0.append(obstacle) } }
}

extension String {
    fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
