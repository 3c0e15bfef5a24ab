import NexusCore

/// A message as a model reads it, and as a citation of it is checked.
public struct QuotedMessage: Equatable, Sendable {
    /// What the model calls it: `m1`, `m2`, … in the order of ``ChatRequest/quotes``. Set by the request.
    public internal(set) var label = ""
    public var id: MessageID
    public var conversation: ConversationID
    public var seq: Seq
    /// The sender's name of today.
    public var sender: String
    /// The conversation's title, or in a direct conversation the other person's name.
    public var place: String
    /// When it was written, in words that the asker would use: `Tuesday, 3 March 2026, 14:05`.
    public var time: String
    public var text: String
    /// What is on record of it, in words of ours and names of members: `action item, Ann, by 2026-03-06, done`. Empty for most.
    public var note: String
    /// How little it matters: where not all fit, those with the greatest are left out.
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
