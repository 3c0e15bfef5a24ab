import NexusDatabase
import Synchronization

/// Ends a server soon after another one has taken its database over, and one that has not reached the database for long: what it
/// has in memory is out of date, and its clients have to find the other.
struct WriterWatch: Sendable {
    /// Between two questions to the database.
    static let pace = Duration.seconds(2)
    /// How long the database may not answer.
    static let patience = Duration.seconds(30)

    private let database: any Database

    init(_ database: any Database) { self.database = database }

    /// Returns when its task is cancelled.
    /// - Throws: `DatabaseError` (`database_in_use`, `database_unavailable`).
    func run() async throws {
        let answers = WriterAnswers()
        while !Task.isCancelled {
            answers.ask(database)
            try? await Task.sleep(for: Self.pace)
            try answers.check(within: Self.patience)
        }
    }
}

/// Whether the writer answers: a writer that waits for PostgreSQL may not answer at all.
private final class WriterAnswers: Sendable {
    private struct State {
        var last = ContinuousClock.now
        var isAsked = false
        var error: DatabaseError?
    }

    private let state = Mutex(State())

    /// Asks, unless the question before has not been answered.
    func ask(_ database: any Database) {
        let mayAsk = state.withLock { state in
            defer { state.isAsked = true }
            return !state.isAsked
        }
        guard mayAsk else { return }
        database.submit({ _ = try $0.first("SELECT 1") { try $0.next(Int.self) } }) { [self] result in
            state.withLock { state in
                state.isAsked = false
                state.error = nil
                if case .failure(let error as DatabaseError) = result { state.error = error }
                if state.error?.code != .unavailable { state.last = ContinuousClock.now }
            }
        }
    }

    func check(within patience: Duration) throws(DatabaseError) {
        let state = state.withLock { $0 }
        if let error = state.error, error.code == .inUse { throw error }
        guard state.last + patience < ContinuousClock.now else { return }
        throw state.error ?? DatabaseError(.unavailable, detail: "no answer")
    }
}
