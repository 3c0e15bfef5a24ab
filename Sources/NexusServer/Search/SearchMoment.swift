import NexusCore

/// Where a message stands among all by time: by its post; among those of the same millisecond, conversation by conversation, in the order of each.
struct SearchMoment: Comparable {
    var at: Timestamp
    var conversation: ConversationID
    var seq: Seq

    /// Behind all messages of that time.
    static func end(of time: Timestamp) -> SearchMoment {
        SearchMoment(at: time, conversation: ConversationID(high: .max, low: .max), seq: .max)
    }

    static let end = SearchMoment.end(of: Timestamp(milliseconds: .max))

    static func < (left: SearchMoment, right: SearchMoment) -> Bool {
        if left.at != right.at { return left.at < right.at }
        return left.conversation == right.conversation
            ? left.seq < right.seq : left.conversation < right.conversation
    }
}
