import NexusDatabase
import Testing

@Suite("Work on the caller's thread")
struct InlineTests {
    @Test("a submitted transaction has completed when submit returns")
    func synchronous() throws {
        let database = try SQLDatabase(.inline, migrations: [Migration("notes", notes)])
        let journal = Journal()
        database.submit({ try $0.note(1, "one") }, completion: journal.ended("write"))
        database.query(
            { try $0.first("SELECT text FROM notes") { try $0.next(String.self) } },
            completion: { journal.note((try? $0.get()).flatMap(\.self) ?? "nothing") })
        #expect(journal.entries == ["write done", "one"])
    }

    @Test("a transaction submitted from inside another runs after its completion")
    func nested() throws {
        let database = try SQLDatabase(.inline, migrations: [Migration("notes", notes)])
        let journal = Journal()
        database.submit(
            { transaction in
                try transaction.note(1, "one")
                database.submit({ try $0.note(2, "two") }, completion: journal.ended("inner"))
                journal.note("outer body")
            },
            completion: { _ in
                journal.note("outer completes")
                database.submit({ try $0.note(3, "three") }, completion: journal.ended("last"))
            })
        #expect(journal.entries == ["outer body", "outer completes", "inner done", "last done"])
    }

    @Test("a completion can read")
    func readFromCompletion() throws {
        let database = try SQLDatabase(.inline, migrations: [Migration("notes", notes)])
        let journal = Journal()
        database.submit(
            { try $0.note(1, "one") },
            completion: { _ in
                database.query(
                    { try $0.all("SELECT id FROM notes") { try $0.next(Int.self) } }, completion: journal.ended("read"))
            })
        #expect(journal.entries == ["read done"])
    }
}
