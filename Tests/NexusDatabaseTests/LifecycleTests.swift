import Foundation
import NexusDatabase
import Testing

@Suite("The lifecycle of a database")
struct LifecycleTests {
    @Test("acknowledged changes are there after reopening")
    func durability() async throws {
        try await withTemporaryFolder { folder in
            let configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            let migrations = [Migration("notes", notes)]
            let first = try SQLDatabase(configuration, migrations: migrations)
            for id in 1...20 { try await first.write { try $0.note(id, "note \(id)") } }
            try await first.close()
            let second = try SQLDatabase(configuration, migrations: migrations)
            #expect(try await second.notes().count == 20)
            try await second.close()
        }
    }

    @Test("closing finishes accepted work and refuses later submissions", arguments: TestedEngine.allCases)
    func closing(engine: TestedEngine) async throws {
        try await engine.withDatabase { database in
            let journal = Journal()
            for id in 1...200 { database.submit({ try $0.note(id, "note \(id)") }, completion: journal.ended("\(id)")) }
            try await database.close()
            #expect(journal.entries == (1...200).map { "\($0) done" })
            let late = await #expect(throws: DatabaseError.self) { try await database.write { _ in } }
            #expect(late?.code == .unavailable)
            let read = await #expect(throws: DatabaseError.self) { try await database.read { _ in } }
            #expect(read?.code == .unavailable)
            try await database.close()
        }
    }

    #if os(Linux)
        @Test("closing gives the lock back while a child process is being started, which has a copy of its descriptor")
        func closedBesideChild() async throws {
            try await withTemporaryFolder { folder in
                let configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
                let first = try SQLDatabase(configuration, migrations: [])
                let (files, own, lock) = (FileManager.default, "/proc/self/fd", folder + "/test.sqlite.lock")
                let copies = try files.contentsOfDirectory(atPath: own).filter {
                    (try? files.destinationOfSymbolicLink(atPath: "\(own)/\($0)")) == lock
                }.compactMap { Int32($0) }.map { dup($0) }
                defer { copies.forEach { close($0) } }
                #expect(copies.count == 1)
                try await first.close()
                let second = try SQLDatabase(configuration, migrations: [])
                try await second.close()
            }
        }
    #endif

    @Test("a second opener is refused until the first has closed")
    func secondOpener() async throws {
        try await withTemporaryFolder { folder in
            let configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            let first = try SQLDatabase(configuration, migrations: [])
            let error = #expect(throws: DatabaseError.self) { try SQLDatabase(configuration, migrations: []) }
            #expect(error?.code == .inUse)
            try await first.write { _ in }
            try await first.close()
            let second = try SQLDatabase(configuration, migrations: [])
            try await second.close()
        }
    }

    @Test("a database dropped without closing finishes accepted work and releases its file")
    func dropped() async throws {
        try await withTemporaryFolder { folder in
            let configuration = DatabaseConfiguration(storage: .file(folder + "/test.sqlite"))
            let migrations = [Migration("notes", notes)]
            do {
                let database = try SQLDatabase(configuration, migrations: migrations)
                for id in 1...100 { database.submit({ try $0.note(id, "note \(id)") }, completion: { _ in }) }
            }
            var reopened: SQLDatabase?
            while reopened == nil {
                do {
                    reopened = try SQLDatabase(configuration, migrations: migrations)
                } catch let error as DatabaseError where error.code == .inUse {
                    await Task.yield()
                }
            }
            #expect(try await reopened?.notes().count == 100)
            try await reopened?.close()
        }
    }

    @Test("a file that is no database is refused and left alone")
    func notADatabase() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/test.sqlite"
            let content = Data(String(repeating: "This is a letter, not a database. ", count: 200).utf8)
            try content.write(to: URL(fileURLWithPath: path))
            let configuration = DatabaseConfiguration(storage: .file(path))
            let error = #expect(throws: DatabaseError.self) { try SQLDatabase(configuration, migrations: []) }
            #expect(error?.code == .corrupt)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
        }
    }

    @Test("a missing folder is reported as unavailable")
    func noFolder() async throws {
        try await withTemporaryFolder { folder in
            let configuration = DatabaseConfiguration(storage: .file(folder + "/none/test.sqlite"))
            let error = #expect(throws: DatabaseError.self) { try SQLDatabase(configuration, migrations: []) }
            #expect(error?.code == .unavailable)
        }
    }

    @Test("a full queue refuses at once, and accepts more when it has moved", arguments: TestedEngine.threaded)
    func overload(engine: TestedEngine) async throws {
        try await engine.withDatabase(waitingTransactionLimit: 10) { database in
            let journal = Journal()
            try await database.write { _ in
                for id in 1...12 {
                    database.submit({ try $0.note(id, "note \(id)") }, completion: journal.ended("\(id)"))
                }
                // The writer is here: the refusals cannot have waited for it.
                #expect(journal.entries == ["11 database_overloaded", "12 database_overloaded"])
                #expect(database.statistics.waitingTransactions == 10)
            }
            // The end of a transaction is told before the writer takes the next ones.
            while database.statistics.waitingTransactions == 10 { await Task.yield() }
            try await database.write { try $0.note(13, "thirteen") }
            #expect(try await database.notes().count == 11)
            #expect(database.statistics.refusedTransactions == 2)
            #expect(database.statistics.waitingTransactions == 0)
        }
    }

    @Test("every error has a safe text for users")
    func errorTexts() {
        for code in DatabaseError.Code.allCases {
            let error = DatabaseError(code, detail: "UNIQUE constraint failed: users.email")
            #expect(error.text.hasSuffix("."))
            #expect(!error.text.contains("users"))
        }
        #expect(
            Set(DatabaseError.Code.allCases.map { DatabaseError($0).text }).count == DatabaseError.Code.allCases.count)
    }
}
