import NexusCore

@testable import NexusClient

extension Samples {
    /// Messages of Bob at these positions.
    static func messages(_ positions: ClosedRange<Seq>) -> [Message] { positions.map { message($0) } }

    /// Replaces the messages of the conversation in a store.
    ///
    /// - Parameters:
    ///   - held: the ranges that are there, ascending; the rest up to the last one is missing.
    ///   - read: the user's read position.
    static func hold(_ held: [ClosedRange<Seq>], read: Seq, in store: LocalStore) throws {
        var gaps = Gaps()
        var next: Seq = 2
        for range in held {
            if range.lowerBound > next { gaps.insert(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        var record = record(cursor: next - 1, gaps: gaps, read: read)
        record.unreadInGaps = gaps.ranges.reduce(0) { $0 + $1.count { $0 > read } }
        try store.apply([
            .removeConversation(talk), .putConversation(record),
            .upsertMembers(talk, [member(ada, read: read), member(bob)]),
            .upsertMessages(held.flatMap { messages($0) }),
        ])
    }
}
