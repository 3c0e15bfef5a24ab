/// The request of `Endpoints.search`.
public struct SearchRequest: Equatable, Sendable {
    /// As typed: ``SearchGrammar`` reads it.
    public var query: String
    public var order: SearchCollector.Order
    /// Results wanted, 1 to `Limits.searchResults`.
    public var limit: Int
    /// From the answer before, to go on where it ended; only with the same query and order.
    public var cursor: String?
    /// Minutes by which the asker's clock is ahead of UTC: days begin by it.
    public var utcOffset: Int

    public init(
        query: String, order: SearchCollector.Order = .best, limit: Int = Limits.searchResults, cursor: String? = nil,
        utcOffset: Int = 0
    ) {
        self.query = query
        self.order = order
        self.limit = limit
        self.cursor = cursor
        self.utcOffset = utcOffset
    }
}

/// A message that was found.
public struct SearchResult: Equatable, Sendable {
    public var conversation: ConversationID
    public var message: MessageID
    /// Its place in the conversation.
    public var seq: Seq
    public var sender: UserID
    /// The sender's name today.
    public var senderName: String
    public var writtenAt: Timestamp
    public var snippet: SearchSnippet

    public init(
        conversation: ConversationID, message: MessageID, seq: Seq, sender: UserID, senderName: String,
        writtenAt: Timestamp, snippet: SearchSnippet
    ) {
        self.conversation = conversation
        self.message = message
        self.seq = seq
        self.sender = sender
        self.senderName = senderName
        self.writtenAt = writtenAt
        self.snippet = snippet
    }

    /// What a device found among the messages it holds.
    public init(_ entry: SearchCollector.Entry, senderName: String) {
        self.init(
            conversation: entry.message.conversation, message: entry.message.id, seq: entry.message.seq,
            sender: entry.message.sender, senderName: senderName, writtenAt: entry.message.writtenAt,
            snippet: entry.match.snippet)
    }
}

/// The response of `Endpoints.search`.
public struct SearchAnswer: Equatable, Sendable {
    public var results: [SearchResult]
    /// Where to go on; `nil` at the end. It may be there although fewer results came than were asked for: one request looks
    /// through a bounded number of messages.
    public var cursor: String?
    /// Whether some messages could not be looked through: they are still being indexed, or there are too many for the order
    /// ``SearchCollector/Order/best``.
    public var isPartial: Bool
    /// Whether the server could also look for what means alike; without its embedding model it goes by words alone.
    public var byMeaning: Bool

    public init(results: [SearchResult], cursor: String? = nil, isPartial: Bool = false, byMeaning: Bool = false) {
        self.results = results
        self.cursor = cursor
        self.isPartial = isPartial
        self.byMeaning = byMeaning
    }
}
