import NexusCore

/// A message in a request, against which citations are checked.
public struct QuotedMessage: Equatable, Sendable {
    /// Its identifier for the model: `m1`, `m2`, … in the order of ``ChatRequest/quotes``. Set by the request.
    public internal(set) var label = ""
    public var id: MessageID
    public var conversation: ConversationID
    public var seq: Seq
    /// The sender's current name.
    public var sender: String
    /// The conversation's title, or in a direct conversation the other person's name.
    public var place: String
    /// The time of writing in the asker's time zone: `Tuesday 3 March 2026`.
    public var time: String
    public var text: String
    /// Its insights: `action item, Ann, by 2026-03-06, done`. Empty for most.
    public var note: String
    /// The order of importance: messages with the greatest rank are left out first.
    public var rank: Int

    public init(
        id: MessageID, conversation: ConversationID, seq: Seq, sender: String, place: String, time: String,
        text: String, note: String = "", rank: Int = 0
    ) {
        self.id = id
        self.conversation = conversation
        self.seq = seq
        self.sender = sender
        self.place = place
        self.time = time
        self.text = text
        self.note = note
        self.rank = rank
    }

    var estimatedTokens: Int { TokenUsage.estimate(of: QuoteFence.line(of: self)) + 1 }
}
