import NexusDatabase
import Synchronization

/// Ends a server soon after another one has taken its database over, and one that has not reached the database for long: what it
/// has in memory is out of date, and its clients have to find the other.
struct WriterWatch: Sendable {
    /// Looks without an answer, two seconds apart, that the server outlives.
    static let patience = 15

    let database: any Database
    /// Whether it outlives any time without an answer, since no other server takes its place.
    var outlives = false
    /// Waits for two seconds, or until it is cancelled.
    var sleep: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(2)) }

    /// Returns when its task is cancelled.
    /// - Throws: `DatabaseError` (`database_in_use`, `database_unavailable`).
    func run() async throws {
        let answer = WriterAnswer()
        var missed = 0
        while true {
            answer.ask(database)
            guard (try? await sleep()) != nil else { return }
            let error = answer.problem
            missed = error?.code == .unavailable ? missed + 1 : 0
            if let error, error.code == .inUse || missed > Self.patience && !outlives { throw error }
        }
    }
}

/// Whether the writer answers: one that waits for PostgreSQL may not answer at all.
private final class WriterAnswer: Sendable {
    private enum State {
        case waiting, answered(DatabaseError?)
    }

    private let state = Mutex(State.answered(nil))

    /// Asks, unless the question before waits for its answer.
    func ask(_ database: any Database) {
        let mayAsk = state.withLock { state in
            if case .waiting = state { return false }
            state = .waiting
            return true
        }
        guard mayAsk else { return }
        database.submit({ _ = try $0.first("SELECT 1") { try $0.next(Int.self) } }) { [self] result in
            var error: DatabaseError?
            if case .failure(let failure as DatabaseError) = result { error = failure }
            state.withLock { [error] in $0 = .answered(error) }
        }
    }

    /// `database_unavailable` while there is no answer.
    var problem: DatabaseError? {
        state.withLock { state in
            switch state {
            case .waiting: DatabaseError(.unavailable, detail: "It does not answer.")
            case .answered(let error): error
            }
        }
    }
}
