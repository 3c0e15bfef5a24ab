import NexusCore
import NexusDatabase
import NexusIntelligence

/// The messages that the assistant may read for a user: what history would show them now, without blocked senders and
/// messages deleted for themself, and without conversations closed to AI. Membership is part of each query that reads
/// messages.
struct AssistantScope {
    let user: UserID
    /// The conversations: all of the user's, or the one in question.
    let places: [SearchRepository.Place]
    private let scope: SearchScope
    private let readable: Set<ConversationID>

    /// - Throws: `Refusal` (`conversation_gone`) for a conversation that the user may not read, `forbidden` for one
    ///   that its members have closed to AI.
    init(for user: UserID, in conversation: ConversationID?, _ reader: Reader) throws {
        self.user = user
        scope = try SearchScope(SearchQuery(), for: user, reader)
        guard let conversation else {
            places = try scope.places.filter { try AIConsent.allows($0.id, reader) }
            readable = Set(places.map(\.id))
            return
        }
        let asked = scope.places.filter { $0.id == conversation }
        guard !asked.isEmpty else { throw Refusal.conversationGone }
        places = try asked.filter { try AIConsent.allows($0.id, reader) }
        readable = Set(places.map(\.id))
        guard !places.isEmpty else {
            throw Refusal(.forbidden, "This conversation is closed to artificial intelligence.")
        }
    }

    func admits(_ message: SearchedMessage) -> Bool {
        scope.admitsFilters(message) && readable.contains(message.conversation)
    }

    /// Messages of a conversation after a `seq`, and written before `end`, oldest first, the newest `limit` of them.
    func messages(
        in place: SearchRepository.Place, after seq: Seq = 0, before end: Timestamp? = nil, limit: Int, _ reader: Reader
    ) throws -> [SearchedMessage] {
        var messages: [SearchedMessage] = []
        try SearchRepository.newest(
            in: place.id, after: max(seq, place.deleted.clearedThrough), before: end, for: user, limit: limit, reader
        ) { message in
            if admits(message) { messages.append(message) }
        }
        return messages.reversed()
    }
}
