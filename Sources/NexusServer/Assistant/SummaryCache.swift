import NexusCore
import Synchronization

/// Summaries made lately. Each is of one person, and of one state of the conversation and of what they have settled for themself.
final class SummaryCache: Sendable {
    struct Key: Hashable, Sendable {
        var user: UserID
        var conversation: ConversationID
        var span: SummaryService.Span
        var isCatchUp: Bool
        var utcOffset: Int
        var head: Seq
        var own: Seq
    }

    private let limit: Int
    private let kept = Mutex<[Key: ConversationSummary]>([:])

    /// - Parameter limit: summaries held, at most; when there are more it begins anew.
    init(limit: Int = 1_000) { self.limit = limit }

    subscript(key: Key) -> ConversationSummary? {
        get { kept.withLock { $0[key] } }
        set {
            kept.withLock { kept in
                if kept.count >= limit { kept = [:] }
                kept[key] = newValue
            }
        }
    }
}
