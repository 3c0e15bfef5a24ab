/// A frame of a client on the live socket: one JSON object, named by its `type`.
public enum ClientFrame: Equatable, Sendable {
    /// Requests a mutation; answered by `ack` or `refusal` with the operation's identifier.
    case operation(Operation)
    /// Asks for conversations changed since the server's time `since`; `nil` for all. Answered by `moved`. Doubles as
    /// the heartbeat, so that a lost live frame is detected within one.
    case discover(since: Timestamp?)
    /// Asks for the changes after the cursor; answered by `changes`.
    case changes(ConversationID, after: Seq)
    /// Asks for a page of history; answered by `page`.
    case page(PageRequest)
    /// Asks for the changes of the user's own stream after the cursor; answered by `own`.
    case own(after: Seq)
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

extension ClientFrame: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .operation(let operation):
            writer.field("type", "operation")
            writer.key("operation")
            operation.encode(to: &writer)
        case .discover(let since):
            writer.field("type", "discover")
            writer.field("since", ifPresent: since?.milliseconds)
        case .changes(let conversation, let after):
            writer.field("type", "changes")
            writer.field("conversation", conversation)
            writer.field("after", after)
        case .page(let request):
            writer.field("type", "page")
            writer.field("conversation", request.conversation)
            switch request.anchor {
            case .before(let seq): writer.field("before", seq)
            case .around(let seq): writer.field("around", seq)
            }
            writer.field("limit", Int64(request.limit))
        case .own(let after):
            writer.field("type", "own")
            writer.field("after", after)
        case .typing(let conversation, let active):
            writer.field("type", "typing")
            writer.field("conversation", conversation)
            writer.field("active", active)
        case .activity(let active):
            writer.field("type", "activity")
            writer.field("active", active)
        }
        writer.endObject()
    }
}

extension ClientFrame: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONError) {
        var type: String?
        var operation: Operation?
        var conversation: ConversationID?
        var since: Timestamp?
        var after: Seq?
        var before: Seq?
        var around: Seq?
        var limit: Int64?
        var active: Bool?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "type": type = try reader.string()
            case "operation": operation = try Operation(from: &reader)
            case "conversation": conversation = try reader.id("conversation")
            case "since": since = try reader.optionalTimestamp()
            case "after": after = try reader.seq("after")
            case "before": before = try reader.seq("before")
            case "around": around = try reader.seq("around")
            case "limit": limit = try reader.int()
            case "active": active = try reader.bool()
            default: break
            }
        }
        switch type {
        case "operation":
            guard let operation else { throw reader.missing("operation") }
            self = .operation(operation)
        case "discover":
            self = .discover(since: since)
        case "changes":
            guard let conversation else { throw reader.missing("conversation") }
            guard let after else { throw reader.missing("after") }
            self = .changes(conversation, after: after)
        case "page":
            guard let conversation else { throw reader.missing("conversation") }
            let anchor: PageRequest.Anchor
            if let before {
                anchor = .before(before)
            } else if let around {
                anchor = .around(around)
            } else {
                throw reader.missing("before")
            }
            let count = limit ?? Int64(Limits.defaultPageMessages)
            guard count >= 1, count <= Int64(Limits.pageMessages) else { throw reader.invalid("limit") }
            self = .page(PageRequest(conversation: conversation, anchor: anchor, limit: Int(count)))
        case "own":
            guard let after else { throw reader.missing("after") }
            self = .own(after: after)
        case "typing":
            guard let conversation else { throw reader.missing("conversation") }
            guard let active else { throw reader.missing("active") }
            self = .typing(conversation, active: active)
        case "activity":
            guard let active else { throw reader.missing("active") }
            self = .activity(active: active)
        case nil: throw reader.missing("type")
        default: throw reader.invalid("type")
        }
    }
}
