import NexusCore
import Synchronization

/// Summaries made lately. Each is of one person and one ``State``.
final class SummaryCache: Sendable {
    /// What a summary is made of: while it stands, so does the summary.
    struct State: Hashable, Sendable {
        /// The conversation's last change.
        var head: Seq
        /// The last change of what the person has settled for themself.
        var own: Seq
        /// How often the conversation's insights have changed.
        var insights: Int64
        /// Whether messages are still to be read for insights.
        var isBehind: Bool
    }

    struct Key: Hashable, Sendable {
        var user: UserID
        var conversation: ConversationID
        var span: SummaryService.Span
        var isCatchUp: Bool
        var utcOffset: Int
        var state: State
        /// By which prompt and model it was written; nil for quotes.
        var engine: String?
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
