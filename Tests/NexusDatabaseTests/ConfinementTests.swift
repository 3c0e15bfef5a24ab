import Synchronization
import Testing

@testable import NexusDatabase

@Suite("What belongs to the writer")
struct ConfinementTests {
    @Test(
        "bodies, hooks and completions run on the writer",
        arguments: [DatabaseConfiguration(storage: .memory), DatabaseConfiguration.inline])
    func writer(configuration: DatabaseConfiguration) async throws {
        let database = try SQLDatabase(configuration, migrations: [])
        let checks = Atomic(0)
        database.beforeCommit { transaction in
            transaction.preconditionIsRunning()
            checks.add(1, ordering: .relaxed)
        }
        let (hooks, hook) = AsyncStream.makeStream(of: Void.self)
        database.afterCompletions { [unowned database] in
            database.preconditionOnWriter()
            hook.yield()
        }
        await withCheckedContinuation { continuation in
            database.submit { transaction in
                transaction.preconditionIsRunning()
            } completion: { _ in
                database.preconditionOnWriter()
                continuation.resume()
            }
        }
        await hooks.first { _ in true }
        #expect(checks.load(ordering: .relaxed) == 1)
        try await database.close()
    }

    @Test("a thread is the calling one only between beginning and end, and only for itself")
    func mark() async {
        let mark = ThreadMark()
        #expect(!mark.isCalling)
        let before = mark.begin()
        #expect(mark.isCalling)
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        let other = WorkerThread(name: "other") { answer.yield(mark.isCalling) }
        let isOther = await answers.first { _ in true }
        #expect(isOther == false)
        await other.join()
        mark.end(before)
        #expect(!mark.isCalling)
    }
}
