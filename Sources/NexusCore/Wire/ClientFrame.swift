/// A frame of a client on the live socket: one JSON object, named by its `type`.
public enum ClientFrame: Equatable, Sendable {
    /// Requests a mutation; answered by `ack` or `refusal` with the operation's identifier.
    case operation(Operation)
    /// Asks for conversations changed since the server's time `since`; `nil` for all. Answered by `moved`. Doubles as
    /// the heartbeat, so that a lost live frame is detected within one. `insights` is the revision after which changed
    /// insights are asked for; `nil` for none.
    case discover(since: Timestamp?, insights: Seq? = nil)
    /// Asks for the changes after the cursor; answered by `changes`.
    case changes(ConversationID, after: Seq)
    /// Asks for a page of history; answered by `page`.
    case page(PageRequest)
    /// Asks for the changes of the user's own stream after the cursor; answered by `own`.
    case own(after: Seq)
    /// Asks for the insights of a conversation that changed after the revision, 0 for all; answered by `insightRows`.
    case insights(ConversationID, after: Seq)
    case typing(ConversationID, active: Bool)
    /// Reports whether the app is in the foreground: in the background its presence ends at once.
    case activity(active: Bool)
}

/// Which page of history is meant.
public struct PageRequest: Equatable, Sendable {
    public enum Anchor: Equatable, Sendable {
        /// The messages just before that `seq`.
        case before(Seq)
        /// The messages on both sides of that `seq`, itself included.
        case around(Seq)
    }

    public var conversation: ConversationID
    public var anchor: Anchor
    /// Messages wanted: 1 to `Limits.pageMessages`.
    public var limit: Int

    public init(conversation: ConversationID, anchor: Anchor, limit: Int = Limits.defaultPageMessages) {
        self.conversation = conversation
        self.anchor = anchor
        self.limit = limit
    }
}

extension ClientFrame: JSONUnion {
    public static var tag: StaticString { "type" }

    public init(_: Blank) { self = .discover(since: nil) }

    public static func blank(_ name: CaseName) -> ClientFrame? {
        switch name {
        case "operation": .operation(Operation(.blank))
        case "discover": .discover(since: nil)
        case "changes": .changes(.blank, after: 0)
        case "page": .page(PageRequest(.blank))
        case "own": .own(after: 0)
        case "insights": .insights(.blank, after: 0)
        case "typing": .typing(.blank, active: false)
        case "activity": .activity(active: false)
        default: nil
        }
    }

    public mutating func payload(_ coder: inout FieldCoder) {
        switch self {
        case .operation(var operation):
            coder.named("operation")
            coder.required("operation", &operation)
            self = .operation(operation)
        case .discover(var since, var insights):
            coder.named("discover")
            coder.optional("since", &since)
            coder.optional("insights", &insights, in: .seqs)
            self = .discover(since: since, insights: insights)
        case .changes(var conversation, var after):
            coder.named("changes")
            coder.required("conversation", &conversation)
            coder.required("after", &after, in: .seqs)
            self = .changes(conversation, after: after)
        case .page(var request):
            coder.named("page", &request)
            self = .page(request)
        case .own(var after):
            coder.named("own")
            coder.required("after", &after, in: .seqs)
            self = .own(after: after)
        case .insights(var conversation, var after):
            coder.named("insights")
            coder.required("conversation", &conversation)
            coder.required("after", &after, in: .seqs)
            self = .insights(conversation, after: after)
        case .typing(var conversation, var active):
            coder.named("typing")
            coder.required("conversation", &conversation)
            coder.required("active", &active)
            self = .typing(conversation, active: active)
        case .activity(var active):
            coder.named("activity")
            coder.required("active", &active)
            self = .activity(active: active)
        }
    }

    public mutating func finish(_ coder: inout FieldCoder) {
        if case .page(var request) = self { request.finish(&coder) }
    }
}

extension PageRequest: JSONRecord {
    public init(_: Blank) { self.init(conversation: .blank, anchor: .before(-1)) }

    /// It is before a `seq` or around one.
    public mutating func fields(_ coder: inout FieldCoder) {
        var (before, around): (Seq?, Seq?) =
            switch anchor {
            case .before(let seq): (seq < 0 ? nil : seq, nil)
            case .around(let seq): (nil, seq)
            }
        coder.required("conversation", &conversation)
        coder.optional("before", &before, in: .seqs)
        coder.optional("around", &around, in: .seqs)
        if coder.isReading {
            if let before { anchor = .before(before) } else if let around { anchor = .around(around) }
        }
        coder.present("limit", &limit, in: 1...Int64(Limits.pageMessages))
    }

    public mutating func finish(_ coder: inout FieldCoder) {
        if case .before(..<0) = anchor { coder.lacks("before") }
    }
}
