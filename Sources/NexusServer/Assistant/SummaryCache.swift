import NexusCore
import Synchronization

/// A cache of recent summaries. Each belongs to one user and one ``State``.
final class SummaryCache: Sendable {
    /// The inputs of a summary: it is valid while they are unchanged.
    struct State: Hashable, Sendable {
        /// The conversation's last change.
        var head: Seq
        /// The last change of the user's own stream.
        var own: Seq
        /// The insight revision of the conversation.
        var insights: Int64
        /// Whether messages are still unprocessed for insights.
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

    /// - Parameter limit: the maximum of cached summaries; beyond it the cache is cleared.
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
