import NexusCore

/// The dates that the action items of a conversation have: a deadline of the same message is no second record.
public struct ItemDates: Sendable {
    private var dated: Set<MessageID> = []
    private var spans: [MessageID: [TextSpan]] = [:]

    /// - Parameter insights: all of a conversation.
    public init(_ insights: [Insight]) {
        for case .actionItem(let item) in insights {
            // Its own date, also if it was moved: a later one depends on how far the extraction went.
            if item.dueSource == item.source || item.events.contains(where: { $0.kind == .moved }) {
                dated.insert(item.source)
            }
            spans[item.source, default: []].append(item.span)
        }
    }

    /// Whether an item of the same message has the date: within its words, or as its own.
    public func have(_ deadline: Deadline) -> Bool {
        dated.contains(deadline.source) || spans[deadline.source]?.contains { $0.holds(deadline.span) } ?? false
    }
}

extension TextSpan {
    fileprivate func holds(_ other: TextSpan) -> Bool {
        start <= other.start && other.start + other.length <= start + length
    }
}
