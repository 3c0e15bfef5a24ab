import Foundation
import NexusDatabase
import Testing

/// An engine under the contract tests. Another engine is another case.
enum TestedEngine: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case inline, memory, file, postgres

    var testDescription: String { rawValue }

    /// PostgreSQL only where a server is named: `NEXUS_TEST_DATABASE=postgres://…`, as `make test` does.
    static let allCases: [TestedEngine] =
        [.inline, .memory, .file] + (PostgresServer.address == nil ? [] : [.postgres])

    /// Those with their own threads, so that submitters, writer and readers really overlap.
    static let threaded = allCases.filter { $0 != .inline }

    /// Those whose readers overlap with the writer.
    static let concurrent = allCases.filter { $0 == .file || $0 == .postgres }

    /// Opens an empty database and closes it after `body`.
    func withDatabase<T>(
        migrations: [Migration] = [Migration("notes", notes)],
        waitingTransactionLimit: Int = 16_384, readerCount: Int = 2,
        _ body: (any Database) async throws -> T
    ) async throws -> T {
        try await withTemporaryFolder { folder in
            var configuration =
                switch self {
                case .inline: DatabaseConfiguration.inline
                case .memory: DatabaseConfiguration(storage: .memory)
                case .file: DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
                case .postgres: DatabaseConfiguration(storage: .postgres(try PostgresServer.schema()))
                }
            configuration.waitingTransactionLimit = waitingTransactionLimit
            configuration.readerCount = readerCount
            let database = try SQLDatabase(configuration, migrations: migrations)
            let result = try await body(database)
            try await database.close()
            return result
        }
    }
}

/// An identifier as columns hold it.
struct Identifier: ColumnValue, Equatable {
    var high: UInt64
    var low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(_ column: Column) throws { (high, low) = try column.id() }
}

/// A table with each kind of constraint.
let notes = """
    CREATE TABLE people (id {integer} PRIMARY KEY NOT NULL) {strict};
    CREATE TABLE notes (
        id {integer} PRIMARY KEY NOT NULL,
        text {text} NOT NULL UNIQUE CHECK (text <> 'forbidden'),
        author {integer} REFERENCES people (id),
        editor {integer} REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED
    ) {without_rowid};
    """

/// Creates an empty folder and removes it after `body`.
func withTemporaryFolder<T>(_ body: (String) async throws -> T) async throws -> T {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nexus-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

extension Database {
    /// Runs `submissions` while the writer is busy, so that all it submits shares the next commit, and returns once they
    /// have completed.
    func together(_ submissions: @escaping @Sendable () -> Void) async throws {
        try await write { _ in submissions() }
        try await write { _ in }
    }

    /// The texts of all notes, by id.
    func notes() async throws -> [String] {
        try await read { try $0.all("SELECT text FROM notes ORDER BY id") { try $0.next() } }
    }
}

extension Transaction {
    func note(_ id: Int, _ text: String, author: SQLValue = nil, editor: SQLValue = nil) throws {
        try run(
            "INSERT INTO notes (id, text, author, editor) VALUES ($1, $2, $3, $4)", .integer(id), .text(text), author,
            editor)
    }
}

/// An error of the caller's own.
struct Refusal: Error, Equatable {}
