import Foundation
import NIOCore
import NIOPosix
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

@Suite("Backups of a server process", .serialized)
struct BackupProcessTests {
    /// A folder for a set and for what is restored, deleted on deinit.
    private final class Place {
        let path = FileManager.default.temporaryDirectory.appending(path: "nexus-set-\(UUID().uuidString)").path
        var set: String { path + "/set" }
        var target: URL { URL(filePath: path).appending(path: "restored") }

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test("a snapshot that is made under load has all that was acknowledged before it began, without a gap")
    func underLoad() async throws {
        let (server, place, terminal) = (try ServerProcess(), try Place(), Terminal())
        let pairs = 4
        let team = try await server.seed { try await BenchTeam.pairs(pairs, $0) }
        try server.start()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.any()
        let senders = NIOLoopBoundBox.makeBoxSendingValue(
            (0..<pairs).map { ResendingSender(conversation: team.conversations[$0], number: $0) }, eventLoop: loop)
        let connector = BenchConnector(group: group, host: "127.0.0.1", port: server.port)
        let tokens = (0..<pairs).map { team.people[$0 * 2].accessToken }
        _ = try await connector.open(tokens) { index, connection in senders.value[index].attach(connection) }
        try await loop.submit { for sender in senders.value { sender.begin() } }.get()
        func acknowledged() async throws -> [Int] {
            try await loop.submit { senders.value.map(\.acknowledged) }.get()
        }
        try await eventually("messages flow") { try await acknowledged().allSatisfy { $0 > 50 } }
        var before: [[Int]] = []
        for _ in 1...3 {
            before.append(try await acknowledged())
            let outcome = try await terminal.run("backup", place.set, "--data", server.folder.path, "--json")
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        let after = try await acknowledged()
        #expect(zip(after, before[2]).allSatisfy { $0 > $1 }, "posting went on meanwhile")
        server.kill()
        #expect(try await terminal.run("backup", "verify", place.set).code == 0)
        let listed = try await terminal.objects("backup", "list", place.set, "--json")
        #expect(listed.count == 3)
        for (round, snapshot) in listed.enumerated() {
            let folder = place.target.appending(path: "\(round)")
            let id = try #require(snapshot["snapshot"] as? String)
            let outcome = try await terminal.run(
                "restore", place.set, "--data", folder.path, "--snapshot", id)
            #expect(outcome.code == 0, "\(outcome.errors)")
            let restored = try ServerProcess(folder: folder)
            try restored.start()
            #expect(restored.log.contains("begins a new epoch"))
            for index in 0..<pairs {
                let history = try await restored.history(
                    of: team.conversations[index], token: team.people[index * 2 + 1].accessToken)
                let numbers = history.compactMap { Int($0.text.prefix(8)) }
                #expect(numbers == Array(0..<numbers.count))
                #expect(numbers.count >= before[round][index], "pair \(index) lost an acknowledged message")
                #expect(history.map(\.seq) == (0..<history.count).map { Seq($0 + 2) })
            }
            #expect(restored.terminate() == 0)
        }
        try await group.shutdownGracefully()
    }

    /// A set of a server with some megabytes, none of which repeat or repeat.
    private func filled(_ server: ServerProcess) async throws {
        let team = try await server.seed { try await BenchTeam.pairs(1, $0) }
        try server.start()
        let noise = try #require(FileHandle(forReadingAtPath: "/dev/urandom"))
        for number in 1...200 {
            let letters = try #require(try noise.read(upToCount: 3_800)).map { 65 + $0 % 26 }
            let text = String(decoding: letters, as: UTF8.self)
            let id = OperationID(
                high: UInt64(BenchServer.now().milliseconds) << 16 | 0x7000, low: 1 << 63 | UInt64(number))
            let operation = NexusCore.Operation(
                id: id, kind: .post(team.conversations[0], text: text, writtenAt: BenchServer.now()))
            let answer = try await server.post(
                "/v1/operations", operation.json, token: team.people[0].accessToken)
            #expect(answer.status == 200)
        }
        #expect(server.terminate() == 0)
    }

    @Test(
        "a backup and a restore that are killed with -9 at any time leave a whole set, and no folder that a server starts on"
    )
    func killed() async throws {
        let (server, place, terminal) = (try ServerProcess(), try Place(), Terminal())
        try await filled(server)
        let first = try await terminal.run("backup", place.set, "--data", server.folder.path)
        #expect(first.code == 0, "\(first.errors)")
        var milliseconds: UInt32 = 1
        var killed = 0
        while killed < 8, milliseconds < 4_000 {
            // Each writes a set of its own, so that there is something to write.
            let set = "\(place.path)/set-\(milliseconds)"
            if try await end(terminal.process(["backup", set, "--data", server.folder.path]), after: milliseconds) {
                killed += 1
            }
            let again = try await terminal.run("backup", set, "--data", server.folder.path)
            #expect(again.code == 0, "\(again.errors)")
            let verified = try await terminal.run("backup", "verify", set)
            #expect(verified.code == 0, "\(verified.output)")
            #expect(!FileManager.default.fileExists(atPath: set + "/unfinished"))

            let target = place.target.appending(path: "\(milliseconds)")
            let isKilled = try await end(
                terminal.process(["restore", place.set, "--data", target.path]), after: milliseconds)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? []
            if isKilled, names.contains("nexus.sqlite-restoring") {
                let start = try await terminal.run("serve", "--data", target.path, "--port", "0")
                #expect(start.code == 1)
                #expect(start.errors.contains("Restore it again"))
            }
            if !isKilled || !names.contains("nexus.sqlite") {
                let outcome = try await terminal.run(
                    ["restore", place.set, "--data", target.path] + (isKilled ? [] : ["--replace"]))
                #expect(outcome.code == 0, "\(outcome.errors)")
            }
            milliseconds = milliseconds * 3 / 2 + 1
        }
        #expect(killed > 0, "no backup took long enough to be killed")
    }

    /// Starts a process and kills it after some time; true if it had not ended by itself.
    private func end(_ process: Process, after milliseconds: UInt32) async throws -> Bool {
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The time of the kill is what varies here; nothing is waited for.
        usleep(milliseconds * 1_000)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilEnded()
        return process.terminationReason == .uncaughtSignal
    }

    @Test(
        "a disk that is full ends a backup with a reason, and the set is as it was before",
        .enabled(if: SmallDisk.isPossible, "mounting needs root"))
    func fullDisk() async throws {
        let (server, terminal) = (try ServerProcess(), Terminal())
        try await filled(server)
        let disk = try SmallDisk(megabytes: 8)
        let set = disk.folder.appending(path: "set").path
        let first = try await terminal.run("backup", set, "--data", server.folder.path)
        #expect(first.code == 0, "\(first.errors)")
        for room in [64, 1_024, 2_048] {
            try disk.fill(leavingKibibytes: room)
            let outcome = try await terminal.run("backup", set, "--data", server.folder.path)
            #expect(outcome.code == 0 || outcome.errors.contains("disk"), "\(outcome.errors)")
            if room == 64 { #expect(outcome.code == 1) }
            #expect(try await terminal.run("backup", "verify", set).code == 0)
            try disk.makeRoom()
        }
        #expect(try await terminal.run("backup", set, "--data", server.folder.path).code == 0)
        let listed = try await terminal.objects("backup", "list", set, "--json")
        #expect(listed.allSatisfy { $0["isDamaged"] == nil })
    }

    @Test("a key encrypts a set, and verbs refuse what they cannot do with a reason")
    func verbs() async throws {
        let (server, place, terminal) = (try ServerProcess(), try Place(), Terminal())
        try await filled(server)
        let (key, other) = (place.path + "/key", place.path + "/other")
        for file in [key, other] { #expect(try await terminal.run("backup", "key", file).code == 0) }
        #expect(try await terminal.run("backup", "key", key).code == 1)
        let data = server.folder.path
        #expect(try await terminal.run("backup", place.set, "--data", data, "--key-file", key).code == 0)
        let wrong = try await terminal.run("backup", place.set, "--data", data, "--key-file", other)
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("This is not the key"))
        let bare = try await terminal.run("backup", "list", place.set)
        #expect(bare.code == 1)
        #expect(bare.errors.contains("--key-file"))
        let store = try await terminal.run("backup", "s3://bucket/nexus", "--data", data)
        #expect(store.code == 1)
        #expect(store.errors.contains("NEXUS_S3_ACCESS_KEY"))
        let empty = try await terminal.run("backup", place.set + "-2", "--data", place.path)
        #expect(empty.code == 1)
        #expect(empty.errors.contains("no database"))
        let occupied = try await terminal.run("restore", place.set, "--data", data, "--key-file", key)
        #expect(occupied.code == 1)
        #expect(occupied.errors.contains("--replace"))
        let replaced = try await terminal.object(
            "restore", place.set, "--data", data, "--key-file", key, "--replace", "--json")
        #expect((replaced["replaced"] as? String)?.contains("/replaced-") == true)
        try server.start()
        #expect(try await server.get("/health").status == 200)
        #expect(server.terminate() == 0)
    }
}
