// Messages and what belongs to them as JSON objects. A field that does not apply is left out, never `null`.

extension Message: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("conversation", conversation)
        writer.field("seq", seq)
        if changed != seq { writer.field("changed", changed) }
        writer.field("sender", sender)
        writer.field("text", text)
        if !mentions.isEmpty { writer.field("mentions", mentions) }
        if !attachments.isEmpty { writer.field("attachments", attachments) }
        writer.field("writtenAt", writtenAt)
        writer.field("editedAt", ifPresent: editedAt)
        writer.field("deletedAt", ifPresent: deletedAt)
        writer.field("replyTo", ifPresent: replyTo)
        if !reactions.isEmpty { writer.field("reactions", reactions) }
        writer.field("pin", ifPresent: pin)
        writer.field("forward", ifPresent: forward)
        writer.field("event", ifPresent: event)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var id: MessageID?
        var conversation: ConversationID?
        var seq: Seq?
        var changed: Seq?
        var sender: UserID?
        var text: String?
        var mentions: [Mention] = []
        var attachments: [Attachment] = []
        var writtenAt = Timestamp.zero
        var editedAt: Timestamp?
        var deletedAt: Timestamp?
        var replyTo: MessageID?
        var reactions: [Reaction] = []
        var pin: Pin?
        var forward: Forward?
        var event: GroupEvent?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": id = try reader.id("id")
            case "conversation": conversation = try reader.id("conversation")
            case "seq": seq = try reader.seq("seq")
            case "changed": changed = try reader.seq("changed")
            case "sender": sender = try reader.id("sender")
            case "text": text = try reader.string()
            case "mentions": mentions = try [Mention](from: &reader)
            case "attachments": attachments = try reader.attachments()
            case "writtenAt": writtenAt = try reader.timestamp()
            case "editedAt": editedAt = try reader.optionalTimestamp()
            case "deletedAt": deletedAt = try reader.optionalTimestamp()
            case "reactions": reactions = try [Reaction](from: &reader)
            case "replyTo": replyTo = try reader.optionalID("replyTo")
            case "pin": pin = try Pin(from: &reader)
            case "forward": forward = try Forward(from: &reader)
            case "event": event = try GroupEvent(from: &reader)
            default: break
            }
        }
        guard let id else { throw reader.missing("id") }
        guard let conversation else { throw reader.missing("conversation") }
        guard let seq else { throw reader.missing("seq") }
        guard let sender else { throw reader.missing("sender") }
        guard let text else { throw reader.missing("text") }
        self.init(
            id: id, conversation: conversation, seq: seq, changed: changed ?? seq, sender: sender, text: text,
            mentions: mentions, attachments: attachments, writtenAt: writtenAt, editedAt: editedAt,
            deletedAt: deletedAt, replyTo: replyTo, reactions: reactions, pin: pin, forward: forward,
            event: event)
    }
}

extension GroupEvent: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("kind", kind.name)
        if !text.isEmpty { writer.field("text", text) }
        if !users.isEmpty { writer.ids("users", users) }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var kind: Kind?
        var text = ""
        var users: [UserID] = []
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "kind":
                guard let named = Kind(named: try reader.string()) else { throw reader.invalid("kind") }
                kind = named
            case "text": text = try reader.string()
            case "users": users = try reader.ids("users", limit: .max)
            default: break
            }
        }
        guard let kind else { throw reader.missing("kind") }
        self.init(kind, text: text, users: users)
    }
}

extension Reaction: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("emoji", emoji)
        writer.ids("users", users)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var emoji: String?
        var users: [UserID] = []
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "emoji": emoji = try reader.string()
            case "users": users = try reader.ids("users", limit: .max)
            default: break
            }
        }
        guard let emoji else { throw reader.missing("emoji") }
        self.init(emoji: emoji, users: users)
    }
}

extension Mention: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", user)
        writer.field("start", Int64(start))
        writer.field("length", Int64(length))
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: UserID?
        var start: Int64?
        var length: Int64?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "user": user = try reader.id("user")
            case "start": start = try reader.int()
            case "length": length = try reader.int()
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        guard let start else { throw reader.missing("start") }
        guard let length else { throw reader.missing("length") }
        // No text is as long: what lies beyond is refused where the text is known.
        guard 0...0xFFFF ~= start else { throw reader.invalid("start") }
        guard 0...0xFFFF ~= length else { throw reader.invalid("length") }
        self.init(user: user, start: Int(start), length: Int(length))
    }
}

extension Pin: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", user)
        writer.field("at", at)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: UserID?
        var at = Timestamp.zero
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "user": user = try reader.id("user")
            case "at": at = try reader.timestamp()
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        self.init(user: user, at: at)
    }
}

extension Forward: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", user)
        writer.field("name", name)
        writer.field("message", ifPresent: message)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: UserID?
        var name = ""
        var message: MessageID?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "user": user = try reader.id("user")
            case "name": name = try reader.string()
            case "message": message = try reader.id("message")
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        self.init(user: user, name: name, message: message)
    }
}

extension PinnedList: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("messages", messages)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var messages: [Message] = []
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "messages": messages = try [Message](from: &reader)
            default: break
            }
        }
        self.init(messages: messages)
    }
}
