/// The insights of a conversation for devices: those that changed after a revision, and the identifiers of all that a
/// device keeps. The answer to `insights`.
public struct InsightRows: Equatable, Sendable {
    public var conversation: ConversationID
    /// The revision that ``rows`` follow; 0: they are all of ``ids``.
    public var after: Seq
    /// The revision that the device holds once it has applied this.
    public var cursor: Seq
    /// The first ``limit`` insights that the caller sees, in display order: a device removes others.
    public var ids: [InsightID]
    /// Those of ``ids`` that changed after ``after``, in their present state.
    public var rows: [InsightRecord]

    /// Insights of a conversation that a device keeps, at most.
    public static let limit = Limits.insightsOnDevice

    public init(
        conversation: ConversationID, after: Seq, cursor: Seq, ids: [InsightID] = [], rows: [InsightRecord] = []
    ) {
        self.conversation = conversation
        self.after = after
        self.cursor = cursor
        self.ids = ids
        self.rows = rows
    }
}

extension InsightRows: JSONRecord {
    public init(_: Blank) { self.init(conversation: .blank, after: 0, cursor: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("conversation", &conversation)
        coder.required("after", &after, in: .seqs)
        coder.required("cursor", &cursor, in: .seqs)
        coder.present("ids", &ids, limit: Self.limit)
        coder.present("rows", &rows, limit: Self.limit)
    }
}

/// Conversations whose insights changed after a revision; part of `moved`.
public struct MovedInsights: Equatable, Sendable {
    /// The revision up to which this is complete: asked with the next time.
    public var through: Seq
    public var conversations: [ConversationID]

    public init(through: Seq, conversations: [ConversationID] = []) {
        self.through = through
        self.conversations = conversations
    }
}

extension MovedInsights: JSONRecord {
    public init(_: Blank) { self.init(through: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("through", &through, in: .seqs)
        coder.unlessEmpty("conversations", &conversations, limit: Limits.movedConversations)
    }
}
