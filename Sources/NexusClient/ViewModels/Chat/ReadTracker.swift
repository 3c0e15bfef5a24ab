import NexusCore

/// Which messages the user has seen: visible for a while, in a window that they look at. A message that arrives while
/// the user has been looking at the end is seen at once.
struct ReadTracker: Equatable {
    /// Milliseconds that a message must be visible until it counts as seen.
    static let dwell: Int64 = 800

    private var since: [Seq: Timestamp] = [:]
    private var atEndSince: Timestamp?

    /// - Parameters:
    ///   - visible: the positions of visible unread messages of others.
    ///   - isAtEnd: whether the newest message is visible.
    ///   - isAttended: whether the user looks at the window.
    /// - Returns: the position through which everything has been seen, and when to look again.
    mutating func look(
        at visible: [Seq], isAtEnd: Bool, isAttended: Bool, now: Timestamp
    ) -> (seen: Seq?, next: Timestamp?) {
        guard isAttended else {
            self = ReadTracker()
            return (nil, nil)
        }
        atEndSince = isAtEnd ? atEndSince ?? now : nil
        let isFollowing = atEndSince.map { now.since($0) >= ReadTracker.dwell } ?? false
        var seen: Seq?
        var next: Timestamp?
        var kept: [Seq: Timestamp] = [:]
        for seq in visible {
            let start = since[seq] ?? now
            let due = isFollowing ? now : start.advanced(by: ReadTracker.dwell)
            if due <= now {
                seen = max(seen ?? 0, seq)
            } else {
                kept[seq] = start
                next = min(next ?? due, due)
            }
        }
        since = kept
        if let atEndSince, !isFollowing {
            let due = atEndSince.advanced(by: ReadTracker.dwell)
            next = min(next ?? due, due)
        }
        return (seen, next)
    }
}
