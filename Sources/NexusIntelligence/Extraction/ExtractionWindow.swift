import NexusCore

/// The messages of a conversation that a model reads at once, and the records that it may refer to.
public struct ExtractionWindow: Sendable {
    /// A message of the window.
    public struct Line: Sendable {
        public var message: InsightMessage
        /// What the encoder made of it; nil without one.
        public var meaning: MessageMeaning?
        /// Whether records are wanted of it; the others are context.
        public var isNew: Bool

        public init(_ message: InsightMessage, meaning: MessageMeaning? = nil, isNew: Bool) {
            self.message = message
            self.meaning = meaning
            self.isNew = isNew
        }
    }

    /// An open record of an earlier message.
    public struct Known: Sendable {
        public var id: InsightID
        public var kind: InsightRecord.Kind
        public var source: MessageID

        public init(id: InsightID, kind: InsightRecord.Kind, source: MessageID) {
            self.id = id
            self.kind = kind
            self.source = source
        }
    }

    /// In their order.
    public var lines: [Line]
    public var members: [InsightMember]
    /// The first is `r1`.
    public var records: [Known]

    public init(lines: [Line], members: [InsightMember], records: [Known] = []) {
        self.lines = lines
        self.members = members
        self.records = records
    }

    /// Whether a message may be sent. One that seems to instruct the model is not: rules alone read it.
    public static func maySend(_ text: String) -> Bool { !PlantedInstruction.isSuspected(in: text) }

    /// The question to the model, after its quotes were labelled.
    /// - Parameter count: quotes in the request; the new messages are the last `new` of them.
    public static func question(quotes count: Int, new: Int) -> String {
        let first = max(1, count - new + 1)
        return first == count
            ? "Which records does message m\(count) hold? The messages before it are context."
            : "Which records do the messages m\(first) to m\(count) hold? The messages before them are context."
    }
}
