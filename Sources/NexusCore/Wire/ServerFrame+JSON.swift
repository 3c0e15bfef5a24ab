extension ServerFrame: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .welcome(let welcome):
            writer.field("type", "welcome")
            writer.field("session", welcome.session)
            writer.key("profile")
            welcome.profile.encode(to: &writer)
            writer.field("time", welcome.time)
            writer.field("epoch", ifPresent: welcome.epoch)
        case .ack(let acknowledgement):
            writer.field("type", "ack")
            acknowledgement.encodeFields(to: &writer)
        case .refusal(let refused, let refusal):
            writer.field("type", "refusal")
            switch refused {
            case .operation(let id): writer.field("operation", id)
            case .conversation(let id): writer.field("conversation", id)
            case .frame: break
            }
            refusal.encodeFields(to: &writer)
        case .change(let change):
            writer.field("type", "change")
            writer.field("conversation", change.conversation)
            writer.field("seq", change.seq)
            writer.rows(info: change.info, members: change.members, messages: change.messages)
        case .changes(let changes):
            writer.field("type", "changes")
            changes.encodeFields(to: &writer)
        case .page(let page):
            writer.field("type", "page")
            page.encodeFields(to: &writer)
        case .moved(let moved):
            writer.field("type", "moved")
            moved.encodeFields(to: &writer)
        case .own(let changes):
            writer.field("type", "own")
            changes.encodeFields(to: &writer)
        case .typing(let conversation, let user, let active):
            writer.field("type", "typing")
            writer.field("conversation", conversation)
            writer.field("user", user)
            writer.field("active", active)
        case .presence(let people):
            writer.field("type", "presence")
            writer.field("people", people)
        case .insights(let conversation):
            writer.field("type", "insights")
            writer.field("conversation", conversation)
        case .assistant(let conversation):
            writer.field("type", "assistant")
            writer.field("conversation", ifPresent: conversation)
        case .lagged:
            writer.field("type", "lagged")
        case .renew(let socket):
            writer.field("type", "renew")
            writer.field("socket", socket)
        }
        writer.endObject()
    }
}

extension ServerFrame: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONError) {
        var type: String?
        var fields = ServerFrameFields()
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "type": type = try reader.string()
            default: try fields.read(key, from: &reader)
            }
        }
        switch type {
        case "welcome":
            guard let session = fields.session else { throw reader.missing("session") }
            guard let profile = fields.profile else { throw reader.missing("profile") }
            guard let time = fields.time else { throw reader.missing("time") }
            self = .welcome(Welcome(session: session, profile: profile, time: time, epoch: fields.epoch))
        case "ack": self = .ack(try fields.acknowledgement(reader))
        case "refusal":
            guard let refusal = fields.refusal else { throw reader.missing("error") }
            self = .refusal(fields.refused, refusal)
        case "change":
            guard let seq = fields.seq else { throw reader.missing("seq") }
            self = .change(
                Change(
                    conversation: try fields.conversation(reader), seq: seq, info: fields.info, members: fields.members,
                    messages: fields.messages))
        case "changes": self = .changes(try fields.changes(reader))
        case "page": self = .page(try fields.page(reader))
        case "moved": self = .moved(try fields.moved(reader))
        case "own": self = .own(try fields.own(reader))
        case "typing":
            guard let user = fields.user else { throw reader.missing("user") }
            guard let active = fields.active else { throw reader.missing("active") }
            self = .typing(try fields.conversation(reader), user: user, active: active)
        case "presence": self = .presence(fields.people)
        case "insights": self = .insights(try fields.conversation(reader))
        case "assistant": self = .assistant(fields.conversationID)
        case "lagged": self = .lagged
        case "renew":
            guard let socket = fields.socket else { throw reader.missing("socket") }
            self = .renew(socket)
        case nil: throw reader.missing("type")
        default: throw reader.invalid("type")
        }
    }
}

/// The fields that server frames and the bodies of the same endpoints are made of, read in whatever order they come.
struct ServerFrameFields {
    var session: SessionID?
    var socket: SocketID?
    var profile: Profile?
    var time: Timestamp?
    var operation: OperationID?
    var refusal: Refusal?
    var conversationID: ConversationID?
    var seq: Seq?
    var at: Timestamp?
    var user: UserID?
    var active: Bool?
    var after: Seq?
    var cursor: Seq?
    var head: Seq?
    var isReset = false
    var oldest: Seq = 0
    var unread: Int64 = 0
    var mentions: Int64 = 0
    var from: Seq?
    var through: Seq?
    var info: Conversation?
    var members: [Member] = []
    var messages: [Message] = []
    var people: [Presence] = []
    var moved: [Moved.Entry] = []
    var hasMore = false
    var ownHead: Seq = 0
    var settings: [ConversationSettings] = []
    var relations: [Relation] = []
    var epoch: EpochID?

    mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "conversation": conversationID = try reader.id("conversation")
        case "seq": seq = try reader.seq("seq")
        case "messages": messages = try [Message](from: &reader)
        case "members": members = try [Member](from: &reader)
        case "info": info = try Conversation(from: &reader)
        case "operation": operation = try reader.id("operation")
        case "at": at = try reader.timestamp()
        case "error": refusal = try Refusal(from: &reader)
        case "session": session = try reader.id("session")
        case "socket": socket = try reader.id("socket")
        case "profile": profile = try Profile(from: &reader)
        case "time": time = try reader.timestamp()
        case "user": user = try reader.id("user")
        case "active": active = try reader.bool()
        case "after": after = try reader.seq("after")
        case "cursor": cursor = try reader.seq("cursor")
        case "head": head = try reader.seq("head")
        case "reset": isReset = try reader.bool()
        case "oldest": oldest = try reader.seq("oldest")
        case "unread": unread = try reader.int()
        case "mentions": mentions = try reader.int()
        case "from": from = try reader.seq("from")
        case "through": through = try reader.seq("through")
        case "people": people = try [Presence](from: &reader)
        case "conversations": moved = try [Moved.Entry](from: &reader)
        case "more": hasMore = try reader.bool()
        case "own": ownHead = try reader.seq("own")
        case "settings": settings = try [ConversationSettings](from: &reader)
        case "relations": relations = try [Relation](from: &reader)
        case "epoch": epoch = try reader.id("epoch")
        default: break
        }
    }

    func conversation(_ reader: borrowing JSONReader) throws(JSONError) -> ConversationID {
        guard let conversationID else { throw reader.missing("conversation") }
        return conversationID
    }

    var refused: Refused {
        if let operation { return .operation(operation) }
        if let conversationID { return .conversation(conversationID) }
        return .frame
    }

    func acknowledgement(_ reader: borrowing JSONReader) throws(JSONError) -> Acknowledgement {
        guard let operation else { throw reader.missing("operation") }
        guard let seq else { throw reader.missing("seq") }
        guard let at else { throw reader.missing("at") }
        return Acknowledgement(operation: operation, seq: seq, at: at)
    }

    func changes(_ reader: borrowing JSONReader) throws(JSONError) -> Changes {
        guard let after else { throw reader.missing("after") }
        guard let cursor else { throw reader.missing("cursor") }
        guard let head else { throw reader.missing("head") }
        return Changes(
            conversation: try conversation(reader), after: after, cursor: cursor, head: head, isReset: isReset,
            oldest: oldest, unread: Int(min(max(unread, 0), Int64(Changes.unreadLimit))),
            mentions: Int(min(max(mentions, 0), Int64(Changes.unreadLimit))), info: info, members: members,
            messages: messages, epoch: epoch)
    }

    func page(_ reader: borrowing JSONReader) throws(JSONError) -> Page {
        guard let from else { throw reader.missing("from") }
        guard let through else { throw reader.missing("through") }
        guard let head else { throw reader.missing("head") }
        return Page(
            conversation: try conversation(reader), from: from, through: through, head: head, messages: messages,
            epoch: epoch)
    }

    func moved(_ reader: borrowing JSONReader) throws(JSONError) -> Moved {
        guard let time else { throw reader.missing("time") }
        return Moved(time: time, conversations: moved, hasMore: hasMore, own: ownHead, epoch: epoch)
    }

    func own(_ reader: borrowing JSONReader) throws(JSONError) -> OwnChanges {
        guard let after else { throw reader.missing("after") }
        guard let cursor else { throw reader.missing("cursor") }
        guard let head else { throw reader.missing("head") }
        return OwnChanges(
            after: after, cursor: cursor, head: head, profile: profile, settings: settings, relations: relations)
    }
}
