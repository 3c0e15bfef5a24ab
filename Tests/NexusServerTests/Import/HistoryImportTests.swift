import Foundation
import NexusCore
import NexusDatabase
import Synchronization
import Testing

@testable import NexusServer

@Suite("An import")
struct HistoryImportTests {
    private static let people = [
        #"{"type":"user","id":"u1","name":"Ada","email":"Ada@example.org"}"#,
        #"{"type":"user","id":"u2","name":"Grace"}"#,
        #"{"type":"conversation","id":"c1","title":"Launch","kind":"group","members":["u1","u2"]}"#,
        #"{"type":"conversation","id":"c2","kind":"direct","members":["u1","u2"]}"#,
    ]

    private static func message(_ id: String, _ text: String, in conversation: String = "c1", by sender: String = "u1")
        -> String
    {
        #"{"type":"message","id":"\#(id)","conversation":"\#(conversation)","sender":"\#(sender)","text":"\#(text)","#
            + #""writtenAt":"2026-03-14T09:26:53.5+01:00"}"#
    }

    private func take(
        _ lines: [String], into folder: TemporaryDatabase, strict: Bool = false
    ) async throws -> (tally: HistoryImport.Tally, bad: [HistoryImport.BadLine]) {
        let history = try HistoryImport(folder.configuration) { Timestamp(milliseconds: 1_800_000_000_000) }
        let bad = SkippedLines()
        let skip: @Sendable (HistoryImport.BadLine) -> Void = { bad.append($0) }
        let result: Result<HistoryImport.Tally, any Error>
        do {
            let bytes = lines.map { Array($0.utf8) }
            result = .success(try await history.take(bytes, from: 1, skipped: strict ? nil : skip))
        } catch {
            result = .failure(error)
        }
        try await history.close()
        return (try result.get(), bad.all)
    }

    private func read<T: Sendable>(_ folder: TemporaryDatabase, _ body: @escaping @Sendable (Reader) throws -> T)
        async throws -> T
    {
        let database = try SQLDatabase(folder.configuration, migrations: Schema.migrations)
        let value = try await database.read(body)
        try await database.close()
        return value
    }

    @Test("composes names and titles and strips invisible characters, without losing messages")
    func hiddenCharacters() async throws {
        let folder = try TemporaryDatabase()
        let lines = [
            #"{"type":"user","id":"u1","name":"Zoe\#u{308}\#u{200B} \#u{202E}Byron"}"#,
            #"{"type":"conversation","id":"c1","title":"La\#u{AD}unch\#u{2066}","kind":"group","members":["u1"]}"#,
            Self.message("m1", "Shall we?"),
        ]
        let (tally, bad) = try await take(lines, into: folder)
        #expect(bad.isEmpty)
        #expect(tally.messages == 1)
        let kept = try await read(folder) { reader in
            try reader.all("SELECT name FROM users UNION ALL SELECT title FROM conversations") {
                Array(try $0.next(String.self).utf8)
            }
        }
        #expect(kept == [Array("Zo\u{EB} Byron".utf8), Array("Launch".utf8)])
    }

    @Test("keeps people, conversations and messages as written, read by all")
    func taken() async throws {
        let folder = try TemporaryDatabase()
        let lines = Self.people + ["", Self.message("m1", "Shall we?"), Self.message("m2", "Yes", by: "u2")]
        let (tally, bad) = try await take(lines, into: folder)
        #expect(bad.isEmpty)
        #expect(tally.users == 2 && tally.conversations == 2 && tally.messages == 2 && tally.known == 0)
        let messages = try await read(folder) { reader in
            try reader.all("SELECT text, written_at, seq FROM messages ORDER BY seq") {
                "\(try $0.next(String.self)) \(try $0.next(Int64.self)) \(try $0.next(Int64.self))"
            }
        }
        #expect(messages == ["Shall we? 1773476813500 2", "Yes 1773476813500 3"])
        let reads = try await read(folder) { reader in
            try reader.all(
                "SELECT m.read_seq, c.head FROM members AS m JOIN conversations AS c ON c.id = m.conversation_id WHERE c.title = 'Launch'"
            ) { [try $0.next(Int64.self), try $0.next(Int64.self)] }
        }
        #expect(reads == [[3, 3], [3, 3]])
        let administrators = try await read(folder) {
            try $0.first("SELECT COUNT(*) FROM users WHERE is_administrator = 1") { try $0.next(Int.self) }
        }
        #expect(administrators == 0, "who first signs up will be it")
    }

    @Test("of the same file takes only new lines")
    func again() async throws {
        let folder = try TemporaryDatabase()
        _ = try await take(Self.people + [Self.message("m1", "Shall we?")], into: folder)
        let (tally, bad) = try await take(
            Self.people + [Self.message("m1", "Shall we?"), Self.message("m2", "Yes")], into: folder)
        #expect(bad.isEmpty && tally.known == 5 && tally.messages == 1 && tally.users == 0 && tally.conversations == 0)
        let later = try await take([Self.message("m3", "Later", in: "c2")], into: folder)
        #expect(later.tally.messages == 1)
    }

    @Test("maps a person with an account here to that account")
    func sameAddress() async throws {
        let folder = try TemporaryDatabase()
        let seed = try ServerSeed(folder.configuration) { Timestamp(milliseconds: 1_700_000_000_000) }
        let ada = try await seed.people([("Ada here", "ada@example.org")])[0].user
        try await seed.close()
        _ = try await take(Self.people + [Self.message("m1", "Shall we?")], into: folder)
        let sender: UserID? = try await read(folder) { reader in
            try reader.first("SELECT sender_id FROM messages") { try $0.next() }
        }
        #expect(sender == ada.id)
    }

    @Test(
        "reports and skips a bad line, and takes the others",
        arguments: [
            ("{", "JSON"), (#"{"type":"thing"}"#, "\"type\""), (#"{"type":"user","id":"u9"}"#, "\"name\""),
            (#"{"type":"user","id":"u9","name":"N","email":"nobody"}"#, "e-mail"),
            (#"{"type":"user","id":"","name":"N"}"#, "\"id\""),
            (#"{"type":"user","id":"\#(String(repeating: "x", count: 513))","name":"N"}"#, "512"),
            (#"{"type":"conversation","id":"c9","kind":"club","members":[]}"#, "\"kind\""),
            (#"{"type":"conversation","id":"c9","kind":"group","members":["u1"]}"#, "\"title\""),
            (#"{"type":"conversation","id":"c9","kind":"group","title":"T","members":["u7"]}"#, "u7"),
            (#"{"type":"conversation","id":"c9","kind":"direct","members":["u1"]}"#, "two members"),
            (message("m9", "  "), "empty"), (message("m9", "Hi", in: "c7"), "c7"),
            (message("m9", "Hi", by: "u7"), "u7"),
            (
                #"{"type":"message","id":"m9","conversation":"c1","sender":"u1","text":"Hi","writtenAt":"yesterday"}"#,
                "writtenAt"
            ),
            (
                #"{"type":"message","id":"m9","conversation":"c1","sender":"u1","text":"Hi","writtenAt":1800000000001}"#,
                "after now"
            ),
        ])
    func badLine(_ line: String, _ reason: String) async throws {
        let folder = try TemporaryDatabase()
        let (tally, bad) = try await take(Self.people + [line, Self.message("m1", "Fine")], into: folder)
        #expect(tally.messages == 1 && tally.bad == 1)
        #expect(bad.count == 1 && bad[0].number == 5 && bad[0].message.contains(reason), "\(bad)")
    }

    @Test("with --strict takes nothing if one line is bad")
    func strict() async throws {
        let folder = try TemporaryDatabase()
        await #expect(throws: HistoryImport.BadLine.self) {
            _ = try await take(Self.people + ["{", Self.message("m1", "Fine")], into: folder, strict: true)
        }
        let users = try await read(folder) { try $0.first("SELECT COUNT(*) FROM users") { try $0.next(Int.self) } }
        #expect(users == 0)
    }

    @Test(
        "accepts only valid times with a zone",
        arguments: [
            ("1970-01-01T00:00:00Z", 0 as Int64?), ("2024-02-29T23:59:60.25Z", 1_709_251_200_250),
            ("2026-03-14T09:26:53+00:00", 1_773_480_413_000),
            ("2026-02-29T00:00:00Z", nil), ("2026-13-01T00:00:00Z", nil), ("2026-03-14T09:26:53", nil),
            ("2026-03-14", nil), ("", nil),
            ("2026-03-14T24:00:00Z", nil), ("1969-12-31T23:59:59Z", nil), ("2026-03-14T09:26:53.Z", nil),
            ("2026-03-14T09:26:53Z ", nil),
        ])
    func times(_ text: String, _ milliseconds: Int64?) {
        #expect(Timestamp(imported: text)?.milliseconds == milliseconds)
    }
}

/// The reports of skipped lines.
private final class SkippedLines: Sendable {
    private let lines = Mutex<[HistoryImport.BadLine]>([])

    var all: [HistoryImport.BadLine] { lines.withLock { $0 } }

    func append(_ line: HistoryImport.BadLine) { lines.withLock { $0.append(line) } }
}

/// A database in a folder that is deleted with it.
private final class TemporaryDatabase: Sendable {
    let configuration: DatabaseConfiguration
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "nexus-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        configuration = DatabaseConfiguration(storage: .file(folder.appending(path: "nexus.sqlite").path))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
