import Foundation
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The check of a data folder", .serialized)
struct IntegrityTests {
    /// A copy of a data folder with messages, changes of them, files and a followed search index, on which no server runs.
    private func folder<T: Sendable>(_ body: @Sendable (String) async throws -> T) async throws -> T {
        try await BackedServer.with { scene in
            var messages: [MessageID] = []
            for number in 1...5 { messages.append(try await scene.post("message \(number)")) }
            try await scene.share("a file")
            try await scene.apply(.react(scene.talk, message: messages[0], emoji: "👍", on: true), by: scene.ben)
            try await scene.apply(.edit(scene.talk, message: messages[1], text: "edited"), by: scene.ada)
            try await scene.apply(.delete(scene.talk, messages: [messages[2]]), by: scene.ada)
            try await scene.apply(.receipt(scene.talk, read: 5, delivered: 5), by: scene.ben)
            let ben = scene.ben.profile.user.id
            for end in 0...2 {
                let group = ConversationID(at: Timestamp(milliseconds: 1_700_000_000_000 + Int64(end)))
                try await scene.apply(.createGroup(group, title: "Plans", members: [ben]), by: scene.ada)
                try await scene.apply(.rename(group, title: "Other plans"), by: scene.ada)
                try await scene.apply(.setRole(group, user: ben, role: .admin), by: scene.ada)
                if end == 1 { try await scene.apply(.removeMember(group, user: ben), by: scene.ada) }
                if end == 2 { try await scene.apply(.dissolve(group), by: scene.ada) }
            }
            try await eventually("the index follows") {
                let check = try StoredDatabase(path: scene.source.database)
                defer { check.close() }
                return try check.read { try Self.hasIndexed($0) }
            }
            // Also while the server runs.
            let live = try IntegrityCheck(of: scene.data, isThorough: true).run()
            #expect(live.findings == [])
            #expect(live.messages == 6)
            #expect(live.files == 1)
            try FileManager.default.createDirectory(atPath: scene.target, withIntermediateDirectories: true)
            try DatabaseCopy.make(from: scene.source.database, to: scene.target + "/nexus.sqlite")
            try FileManager.default.copyItem(atPath: scene.data + "/media", toPath: scene.target + "/media")
            return try await body(scene.target)
        }
    }

    /// Whether every message is in the search index. ``SearchIndex/remaining(_:)`` counts changes without a message too, and the
    /// follower may take them with the next message.
    private static func hasIndexed(_ reader: Reader) throws -> Bool {
        try reader.first(
            """
            SELECT NOT EXISTS (SELECT 1 FROM messages AS m WHERE m.deleted_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM search_rows AS r JOIN search_conversations AS s ON s.number = r.number
                WHERE s.conversation_id = m.conversation_id AND r.seq = m.seq))
            """
        ) { try $0.next(Bool.self) } ?? false
    }

    private func change(_ folder: String, _ script: String) async throws {
        let database = try SQLDatabase(
            DatabaseConfiguration(storage: .file(folder + "/nexus.sqlite")), migrations: Schema.migrations)
        try await database.write { try $0.script(script) }
        try await database.close()
    }

    @Test(
        "finds each kind of damage in the rows",
        arguments: [
            ("UPDATE messages SET conversation_id = zeroblob(16) WHERE seq = 2", IntegrityProblem.strayRow),
            ("UPDATE messages SET seq = 99, changed = 99 WHERE seq = 2", .position),
            ("UPDATE messages SET changed = 1 WHERE seq = 2", .position),
            (
                "INSERT INTO events (conversation_id, seq, id, user_id, at, event) SELECT conversation_id, 2, id, sender_id, 0, '{}' FROM messages WHERE seq = 2",
                .doubleSeq
            ),
            ("UPDATE conversations SET head = head + 1", .head),
            ("UPDATE members SET read_seq = 1000", .receipt),
            ("DELETE FROM media", .missingMedium),
            ("UPDATE blobs SET bytes = bytes + 1", .fileSize),
            ("UPDATE media_total SET bytes = 7", .usage),
            ("DELETE FROM search_rows WHERE seq = 2", .index),
        ])
    func rows(_ script: String, _ kind: IntegrityProblem) async throws {
        try await folder { folder in
            try await change(folder, script)
            let report = try IntegrityCheck(of: folder).run()
            #expect(report.findings.map(\.kind).contains(kind), "\(report.findings)")
            #expect(report.findings.first { $0.kind == kind }?.examples.isEmpty == false)
        }
    }

    @Test("finds missing, stray and shortened files, and damage of the file itself")
    func files() async throws {
        try await folder { folder in
            let blobs = try FileManager.default.subpathsOfDirectory(atPath: folder + "/media/blobs")
            let blob = try #require(blobs.first { $0.contains("/") })
            let stray = "media/blobs/\(blob.prefix(2))/\(String(repeating: "0", count: 64))"
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(stray)"))
            let upload = "media/incoming/\(TestMedia.identifier(MediaSubject.self))"
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(upload)"))
            try FileManager.default.removeItem(atPath: "\(folder)/media/blobs/\(blob)")
            let report = try IntegrityCheck(of: folder).run()
            #expect(report.findings.first { $0.kind == .missingFile }?.examples == ["media/blobs/\(blob)"])
            #expect(Set(report.findings.first { $0.kind == .strayFile }?.examples ?? []) == [stray, upload])

            let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder + "/nexus.sqlite"))
            try file.seek(toOffset: 4_096 * 20)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096 * 4))
            try file.close()
            let damaged = try? IntegrityCheck(of: folder).run()
            #expect(damaged == nil || damaged?.findings.map(\.kind) == [.structure])
        }
    }

    @Test("repairs what is derived, and nothing that people wrote")
    func repair() async throws {
        try await folder { folder in
            let stray = "\(folder)/media/blobs/00/\(String(repeating: "0", count: 64))"
            try BackupFiles.makeFolder(folder + "/media/blobs/00")
            try Data("x".utf8).write(to: URL(fileURLWithPath: stray))
            try await change(
                folder,
                """
                UPDATE media_total SET bytes = 7; DELETE FROM media_usage; DELETE FROM search_rows WHERE seq = 2;
                UPDATE members SET read_seq = 1000;
                """)
            let report = try IntegrityCheck(of: folder).run()
            #expect(Set(report.findings.map(\.kind)) == [.usage, .index, .strayFile, .receipt])
            let now = Timestamp(milliseconds: 1_800_000_000_000)
            let repaired = try await IntegrityRepair.run(report, of: folder, now: { now })
            #expect(Set(repaired) == [.usage, .index, .strayFile])
            #expect(!FileManager.default.fileExists(atPath: stray))
            let after = try IntegrityCheck(of: folder).run()
            #expect(after.findings.map(\.kind) == [.receipt])
            // The server that starts there fills the index again.
            let server = try await TestServer(data: folder + "/nexus.sqlite") { $0.media.folder = folder + "/media" }
            try await eventually("the index is filled") {
                let stored = try StoredDatabase(path: folder + "/nexus.sqlite")
                defer { stored.close() }
                return try stored.read { try SearchIndex.isComplete($0) && Self.hasIndexed($0) }
            }
            let live = try IntegrityCheck(of: folder).run()
            #expect(live.findings.map(\.kind) == [.receipt])
            await #expect(throws: DatabaseError.self) {
                try await IntegrityRepair.run(report, of: folder, now: { now })
            }
            await server.stop()
        }
    }
}
