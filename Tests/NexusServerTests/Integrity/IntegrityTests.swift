import Foundation
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The check of a data folder", .serialized)
struct IntegrityTests {
    /// A data folder and its database, on which no server runs.
    private struct Place {
        let folder: String
        let database: DatabaseConfiguration

        var check: IntegrityCheck { IntegrityCheck(of: folder, database: database) }

        func change(_ script: String) async throws {
            let opened = try SQLDatabase(database, migrations: Schema.migrations)
            try await opened.write { try $0.script(script) }
            try await opened.close()
        }
    }

    /// A place with messages, changes of them, files and a followed search index; on PostgreSQL where the tests run on it.
    private func place<T: Sendable>(_ body: @Sendable (Place) async throws -> T) async throws -> T {
        let storage = TestDatabase.isPostgres ? try TestDatabase.storage() : nil
        return try await BackedServer.with(configure: { configuration in
            if let storage { configuration.database.storage = storage }
        }) { scene in
            var database = DatabaseConfiguration(storage: storage ?? .file(scene.source.database))
            database.localPath = scene.data + "/nexus.postgres"
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
                let stored = try StoredDatabase(database)
                defer { stored.close() }
                return try stored.read { try Self.hasIndexed($0) }
            }
            // Also while the server runs.
            let live = try IntegrityCheck(of: scene.data, database: database, isThorough: true).run()
            #expect(live.findings == [])
            #expect(live.messages == 6)
            #expect(live.files == 1)
            await scene.stop()
            return try await body(Place(folder: scene.data, database: database))
        }
    }

    /// Whether every message is in the search index. ``SearchIndex/remaining(_:)`` counts changes without a message too, and the
    /// follower may take them with the next message.
    private static func hasIndexed(_ reader: Reader) throws -> Bool {
        let messages = try reader.first("SELECT COUNT(*) FROM messages WHERE deleted_at IS NULL") {
            try $0.next(Int.self)
        }
        return try IndexedMessages.count(having: [], reader) == messages
    }

    @Test(
        "finds each kind of damage in the rows",
        arguments: [
            ("UPDATE messages SET conversation_id = id WHERE seq = 2", IntegrityProblem.strayRow),
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
            ("DELETE FROM search_blocks", .index),
            ("UPDATE conversations SET indexed_seq = 300", .index),
            ("UPDATE search_blocks SET key = key + 8589934592 * 99", .index),
        ])
    func rows(_ script: String, _ kind: IntegrityProblem) async throws {
        try await place { place in
            try await place.change(script)
            let report = try place.check.run()
            #expect(report.findings.map(\.kind).contains(kind), "\(report.findings)")
            #expect(report.findings.first { $0.kind == kind }?.examples.isEmpty == false)
        }
    }

    @Test("finds missing and stray files, and damage of the database's file itself")
    func files() async throws {
        try await place { place in
            let folder = place.folder
            let blobs = try FileManager.default.subpathsOfDirectory(atPath: folder + "/media/blobs")
            let blob = try #require(blobs.first { $0.contains("/") })
            let stray = "media/blobs/\(blob.prefix(2))/\(String(repeating: "0", count: 64))"
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(stray)"))
            let upload = "media/incoming/\(TestMedia.identifier(MediaSubject.self))"
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(upload)"))
            try FileManager.default.removeItem(atPath: "\(folder)/media/blobs/\(blob)")
            let report = try place.check.run()
            #expect(report.findings.first { $0.kind == .missingFile }?.examples == ["media/blobs/\(blob)"])
            #expect(Set(report.findings.first { $0.kind == .strayFile }?.examples ?? []) == [stray, upload])

            guard case .file(let path) = place.database.storage else { return }
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.seek(toOffset: 4_096 * 20)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096 * 4))
            try file.close()
            let damaged = try? place.check.run()
            #expect(damaged == nil || damaged?.findings.map(\.kind) == [.structure])
        }
    }

    @Test("repairs what is derived, and nothing that people wrote")
    func repair() async throws {
        try await place { place in
            let folder = place.folder
            let stray = "\(folder)/media/blobs/00/\(String(repeating: "0", count: 64))"
            try BackupFiles.makeFolder(folder + "/media/blobs/00")
            try Data("x".utf8).write(to: URL(fileURLWithPath: stray))
            try await place.change(
                """
                UPDATE media_total SET bytes = 7; DELETE FROM media_usage; DELETE FROM search_blocks;
                UPDATE members SET read_seq = 1000;
                """)
            let report = try place.check.run()
            #expect(Set(report.findings.map(\.kind)) == [.usage, .index, .strayFile, .receipt])
            let now = Timestamp(milliseconds: 1_800_000_000_000)
            let repaired = try await IntegrityRepair.run(report, of: place.check, now: { now })
            #expect(Set(repaired) == [.usage, .index, .strayFile])
            #expect(!FileManager.default.fileExists(atPath: stray))
            let after = try place.check.run()
            #expect(after.findings.map(\.kind) == [.receipt])
            // The server that starts there fills the index again.
            let server = try await TestServer(data: folder + "/nexus.sqlite") {
                $0.database = place.database
                $0.media.folder = folder + "/media"
            }
            try await eventually("the index is filled") {
                let stored = try StoredDatabase(place.database)
                defer { stored.close() }
                return try stored.read { try SearchIndex.isComplete($0) && Self.hasIndexed($0) }
            }
            let live = try place.check.run()
            #expect(live.findings.map(\.kind) == [.receipt])
            await #expect(throws: DatabaseError.self) {
                try await IntegrityRepair.run(report, of: place.check, now: { now })
            }
            await server.stop()
        }
    }
}
