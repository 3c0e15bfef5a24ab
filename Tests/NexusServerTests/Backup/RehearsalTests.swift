import Foundation
import Logging
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The rehearsal of a restore", .serialized)
struct RehearsalTests {
    private func rehearse(_ scene: BackedServer, key: BackupKey? = nil) async throws -> RehearsalReport {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let place = scene.target
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let report = try await Rehearsal(try Backups(scene.set, key: key), in: place, logger: logger).run()
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty, "the temporary folder stays")
        return report
    }

    @Test("fetches messages and files of the restored server, also where the team requires a second factor")
    func passes() async throws {
        try await BackedServer.with { scene in
            for number in 1...120 { try await scene.post("message \(number)") }
            for number in 1...3 { try await scene.share("file \(number)") }
            let database = try StoredDatabase(path: scene.source.database)
            let sessions = {
                try database.read { try $0.first("SELECT COUNT(*) FROM sessions") { try $0.next(Int.self) } }
            }
            let before = try sessions()
            let key = try scene.key()
            let snapshot = try scene.backUp(key: key).manifest
            let report = try await rehearse(scene, key: key)
            #expect(report.problems.isEmpty)
            #expect(report.snapshot == snapshot.id)
            #expect(report.counts == snapshot.counts)
            #expect(report.messages == 100)
            #expect(report.files == 3)
            #expect(try sessions() == before, "the running server is not touched")
            database.close()
        }
    }

    @Test("finds a damaged object, a missing file and a lost one")
    func damaged() async throws {
        try await BackedServer.with { scene in
            try await scene.post("a message")
            let lost = try await scene.share("lost before the backup")
            try FileManager.default.removeItem(atPath: scene.file(lost))
            let kept = try await scene.share("kept")
            try scene.backUp()
            let incomplete = try await rehearse(scene)
            #expect(incomplete.problems == ["\(lost) was lost when the backup was made."])
            #expect(incomplete.files == 1)
            let name = (kept as NSString).lastPathComponent
            try scene.damage("objects/\(name.prefix(2))/\(name)")
            let damaged = try await rehearse(scene)
            #expect(damaged.problems == ["objects/\(name.prefix(2))/\(name) is damaged."])
            try FileManager.default.removeItem(atPath: "\(scene.set)/objects/\(name.prefix(2))/\(name)")
            let missing = try await rehearse(scene)
            #expect(missing.problems == ["objects/\(name.prefix(2))/\(name) is missing."])
        }
    }

    @Test(
        "finds damage that every digest agrees with: rows that a server cannot serve, and a content under another's name"
    )
    func planted() async throws {
        try await BackedServer.with { scene in
            try await scene.post("a message")
            try await scene.share("a file")
            // A message that is in the table and in no page: its seq is past the head.
            let copy = scene.data + "-planted"
            try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
            try DatabaseCopy.make(from: scene.source.database, to: copy + "/nexus.sqlite")
            try FileManager.default.copyItem(atPath: scene.data + "/media", toPath: copy + "/media")
            let database = try SQLDatabase(
                DatabaseConfiguration(storage: .file(copy + "/nexus.sqlite")), migrations: Schema.migrations)
            try await database.write {
                try $0.run("UPDATE messages SET sender_id = zeroblob(3)")
            }
            try await database.close()
            _ = try Backups(scene.set).make(from: BackupSource(folder: copy), at: scene.time)
            #expect(try Backups(scene.set).verify().isIntact)
            let report = try await rehearse(scene)
            #expect(!report.isPassed)
            #expect(report.problems.contains { $0.contains("is not served as it is stored") })
        }
    }
}
