import Synchronization

/// How far a reply has come: whether a piece of it was given out, and when something last arrived.
final class ReplyProgress: Sendable {
    private let state = Mutex((moved: ContinuousClock.now, hasBegun: false))

    var hasBegun: Bool { state.withLock { $0.hasBegun } }
    var lastMove: ContinuousClock.Instant { state.withLock { $0.moved } }

    /// Something arrived.
    func moved() { state.withLock { $0.moved = .now } }

    func give(_ piece: ChatPiece, _ give: (ChatPiece) -> Void) {
        state.withLock { $0.hasBegun = true }
        give(piece)
    }
}

/// Ends work that takes too long.
enum ReplyPatience {
    /// Runs work until a moment, and only as long as it moves.
    ///
    /// - Parameter patience: how long nothing may arrive.
    /// - Throws: what the work throws; ``ChatModelError`` (`timedOut`) once it was cancelled for taking too long.
    static func run(
        until end: ContinuousClock.Instant, patience: Duration, progress: ReplyProgress,
        _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while true {
                    let moment = min(end, progress.lastMove + patience)
                    guard moment > .now else { throw ChatModelError(.timedOut) }
                    try await Task.sleep(until: moment, clock: .continuous)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
