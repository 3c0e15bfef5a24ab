import NIOConcurrencyHelpers

/// The progress of a reply: whether a piece was delivered, and when data last arrived.
final class ReplyProgress: Sendable {
    private let state = NIOLockedValueBox((moved: ContinuousClock.now, hasBegun: false))

    var hasBegun: Bool { state.withLockedValue { $0.hasBegun } }
    var lastMove: ContinuousClock.Instant { state.withLockedValue { $0.moved } }

    /// Records that data arrived.
    func moved() { state.withLockedValue { $0.moved = .now } }

    func give(_ piece: ChatPiece, _ give: (ChatPiece) -> Void) {
        state.withLockedValue { $0.hasBegun = true }
        give(piece)
    }
}

/// Cancels a reply that takes too long.
enum ReplyTimeout {
    /// Runs work with a deadline and an idle time-out.
    ///
    /// - Parameter patience: the idle time-out.
    /// - Throws: the work's errors; ``ChatModelError`` (`timedOut`) on time-out.
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
