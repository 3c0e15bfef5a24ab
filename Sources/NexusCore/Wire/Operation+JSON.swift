extension Operation: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("kind", kind.name)
        writer.field("conversation", ifPresent: conversation)
        switch kind {
        case .post(_, let post):
            writer.field("text", post.text)
            if !post.mentions.isEmpty { writer.field("mentions", post.mentions) }
            if !post.attachments.isEmpty { writer.field("attachments", post.attachments) }
            writer.field("writtenAt", post.writtenAt)
            writer.field("replyTo", ifPresent: post.replyTo)
            writer.field("forward", ifPresent: post.forward)
        case .edit(_, let message, let text, let mentions):
            writer.field("message", message)
            writer.field("text", text)
            if !mentions.isEmpty { writer.field("mentions", mentions) }
        case .delete(_, let messages):
            writer.ids("messages", messages)
        case .react(_, let message, let emoji, let on):
            writer.field("message", message)
            writer.field("emoji", emoji)
            writer.field("on", on)
        case .pin(_, let message, let on):
            writer.field("message", message)
            writer.field("on", on)
        case .receipt(_, let read, let delivered):
            writer.field("read", read)
            writer.field("delivered", delivered)
        case .createDirect(_, let other):
            writer.field("user", other)
        case .createGroup(_, let title, let members):
            writer.field("title", title)
            writer.ids("users", members)
        case .rename(_, let title):
            writer.field("title", title)
        case .setAI(_, let on):
            writer.field("on", on)
        case .describe(_, let change):
            writer.field("about", ifPresent: change.about)
            writer.field(picture: change.picture)
        case .addMembers(_, let users):
            writer.ids("users", users)
        case .removeMember(_, let user):
            writer.field("user", user)
        case .setRole(_, let user, let role):
            writer.field("user", user)
            writer.field("role", role.name)
        case .leave, .dissolve:
            break
        case .updateProfile(let change):
            writer.field("name", ifPresent: change.name)
            writer.field("about", ifPresent: change.about)
            writer.field(picture: change.picture)
            writer.field("showsPresence", ifPresent: change.showsPresence)
            writer.field("showsReceipts", ifPresent: change.showsReceipts)
            writer.field("showsAI", ifPresent: change.showsAI)
        case .updateSettings(let conversation, let change):
            writer.field("conversation", conversation)
            change.encodeFields(to: &writer)
        case .report(let id, let message, let reason):
            writer.field("conversation", id)
            writer.field("message", message)
            writer.field("reason", reason)
        case .updateRelation(let user, let change):
            writer.field("user", user)
            writer.field("favourite", ifPresent: change.isFavourite)
            writer.field("blocked", ifPresent: change.isBlocked)
        }
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var fields = OperationFields()
        try reader.object { (reader, key) throws(JSONError) in
            try fields.read(key, from: &reader)
        }
        guard let id = fields.id else { throw reader.missing("id") }
        self.init(id: id, kind: try fields.kind(reader))
    }
}

extension Operation.Kind: JSONDecodable {
    /// Reads an operation that has no identifier yet.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var fields = OperationFields()
        try reader.object { (reader, key) throws(JSONError) in
            try fields.read(key, from: &reader)
        }
        self = try fields.kind(reader)
    }

    /// The word on the wire.
    public var name: String {
        switch self {
        case .post: "post"
        case .edit: "edit"
        case .delete: "delete"
        case .react: "react"
        case .pin: "pin"
        case .receipt: "receipt"
        case .createDirect: "createDirect"
        case .createGroup: "createGroup"
        case .rename: "rename"
        case .setAI: "setAI"
        case .describe: "describe"
        case .addMembers: "addMembers"
        case .removeMember: "removeMember"
        case .setRole: "setRole"
        case .leave: "leave"
        case .dissolve: "dissolve"
        case .updateProfile: "updateProfile"
        case .updateSettings: "updateSettings"
        case .updateRelation: "updateRelation"
        case .report: "report"
        }
    }
}

private struct OperationFields {
    var id: OperationID?
    var name: String?
    var conversation: ConversationID?
    var text: String?
    var mentions: [Mention] = []
    var attachments: [Attachment] = []
    var writtenAt: Timestamp?
    var replyTo: MessageID?
    var forward: Forward?
    var message: MessageID?
    var messages: [MessageID]?
    var emoji: String?
    var on: Bool?
    var read: Seq?
    var delivered: Seq?
    var user: UserID?
    var users: [UserID]?
    var title: String?
    var role: Member.Role?
    var reason: String?
    var profile = ProfileChange()
    var settings = SettingsChange()
    var relation = RelationChange()

    mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "id": id = try reader.id("id")
        case "kind": name = try reader.string()
        case "conversation": conversation = try reader.id("conversation")
        case "text": text = try reader.string()
        case "mentions": mentions = try [Mention](from: &reader)
        case "attachments": attachments = try reader.attachments()
        case "writtenAt": writtenAt = try reader.timestamp()
        case "replyTo": replyTo = try reader.optionalID("replyTo")
        case "forward": forward = try Forward(from: &reader)
        case "message": message = try reader.id("message")
        case "messages": messages = try reader.ids("messages", limit: Limits.messagesPerDelete)
        case "emoji": emoji = try reader.string()
        case "on": on = try reader.bool()
        case "read": read = try reader.seq("read")
        case "delivered": delivered = try reader.seq("delivered")
        case "user": user = try reader.id("user")
        case "users": users = try reader.ids("users", limit: Limits.peoplePerOperation)
        case "title": title = try reader.string()
        case "role": role = try reader.role()
        case "reason": reason = try reader.string()
        case "name": profile.name = try reader.string()
        case "about": profile.about = try reader.string()
        case "picture": profile.picture = try reader.optionalID("picture").map { .chosen($0) } ?? .removed
        case "showsPresence": profile.showsPresence = try reader.bool()
        case "showsReceipts": profile.showsReceipts = try reader.bool()
        case "showsAI": profile.showsAI = try reader.bool()
        case "favourite": relation.isFavourite = try reader.bool()
        case "blocked": relation.isBlocked = try reader.bool()
        default: try settings.read(key, from: &reader)
        }
    }

    func kind(_ reader: borrowing JSONReader) throws(JSONError) -> Operation.Kind {
        guard let name else { throw reader.missing("kind") }
        if name == "updateProfile" { return .updateProfile(profile) }
        if name == "updateRelation" {
            guard let user else { throw reader.missing("user") }
            return .updateRelation(user, relation)
        }
        guard let conversation else { throw reader.missing("conversation") }
        switch name {
        case "post":
            guard let text else { throw reader.missing("text") }
            return .post(
                conversation,
                Post(
                    text: text, mentions: mentions, writtenAt: writtenAt ?? Timestamp.wire.upperBound,
                    replyTo: replyTo, attachments: attachments, forward: forward))
        case "edit":
            guard let message else { throw reader.missing("message") }
            guard let text else { throw reader.missing("text") }
            return .edit(conversation, message: message, text: text, mentions: mentions)
        case "delete":
            guard let messages else { throw reader.missing("messages") }
            guard !messages.isEmpty else { throw reader.invalid("messages") }
            return .delete(conversation, messages: messages)
        case "react":
            guard let message else { throw reader.missing("message") }
            guard let emoji else { throw reader.missing("emoji") }
            guard let on else { throw reader.missing("on") }
            return .react(conversation, message: message, emoji: emoji, on: on)
        case "pin":
            guard let message else { throw reader.missing("message") }
            guard let on else { throw reader.missing("on") }
            return .pin(conversation, message: message, on: on)
        case "receipt":
            return .receipt(conversation, read: read ?? 0, delivered: max(read ?? 0, delivered ?? 0))
        case "createDirect":
            guard let user else { throw reader.missing("user") }
            return .createDirect(conversation, with: user)
        case "createGroup":
            guard let title else { throw reader.missing("title") }
            return .createGroup(conversation, title: title, members: users ?? [])
        case "rename":
            guard let title else { throw reader.missing("title") }
            return .rename(conversation, title: title)
        case "setAI":
            guard let on else { throw reader.missing("on") }
            return .setAI(conversation, on: on)
        case "describe":
            return .describe(conversation, DescriptionChange(about: profile.about, picture: profile.picture))
        case "addMembers":
            guard let users else { throw reader.missing("users") }
            return .addMembers(conversation, users: users)
        case "removeMember":
            guard let user else { throw reader.missing("user") }
            return .removeMember(conversation, user: user)
        case "setRole":
            guard let user else { throw reader.missing("user") }
            guard let role else { throw reader.missing("role") }
            return .setRole(conversation, user: user, role: role)
        case "updateSettings": return .updateSettings(conversation, settings)
        case "report":
            guard let message else { throw reader.missing("message") }
            guard let reason else { throw reader.missing("reason") }
            return .report(conversation, message: message, reason: reason)
        case "leave": return .leave(conversation)
        case "dissolve": return .dissolve(conversation)
        default: throw reader.invalid("kind")
        }
    }
}

extension JSONWriter {
    /// `null` takes the picture away; what is to stay as it is, is left out.
    fileprivate mutating func field(picture change: PictureChange?) {
        guard let change else { return }
        key("picture")
        if let media = change.media { id(media) } else { null() }
    }
}
