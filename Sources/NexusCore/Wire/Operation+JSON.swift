extension Operation: JSONRecord {
    public init(_: Blank) { self.init(id: .blank, kind: Kind(.blank)) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("id", &id)
        coder.union(&kind)
    }

    public mutating func finish(_ coder: inout FieldCoder) { kind.finish(&coder) }
}

/// An operation that has no identifier yet.
extension Operation.Kind: JSONUnion {
    public static var tag: StaticString { "kind" }

    public init(_: Blank) { self = .leave(.blank) }

    public static func blank(_ name: CaseName) -> Operation.Kind? {
        switch name {
        case "post": .post(.blank, Post(.blank))
        case "receipt": .receipt(.blank, read: 0, delivered: 0)
        case "react": .react(.blank, message: .blank, emoji: "", on: false)
        case "edit": .edit(.blank, message: .blank, text: "", mentions: [])
        case "delete": .delete(.blank, messages: [])
        case "pin": .pin(.blank, message: .blank, on: false)
        case "createDirect": .createDirect(.blank, with: .blank)
        case "createGroup": .createGroup(.blank, title: "", members: [])
        case "rename": .rename(.blank, title: "")
        case "setAI": .setAI(.blank, on: false)
        case "describe": .describe(.blank, DescriptionChange())
        case "addMembers": .addMembers(.blank, users: [])
        case "removeMember": .removeMember(.blank, user: .blank)
        case "setRole": .setRole(.blank, user: .blank, role: .member)
        case "leave": .leave(.blank)
        case "dissolve": .dissolve(.blank)
        case "updateProfile": .updateProfile(ProfileChange())
        case "updateSettings": .updateSettings(.blank, SettingsChange())
        case "updateRelation": .updateRelation(.blank, RelationChange())
        case "changeInsight": .insight(.blank, .change(.blank, InsightChange()))
        case "makeInsight": .insight(.blank, .make(NewInsight(.blank)))
        case "splitInsight": .insight(.blank, .split(InsightSplit(.blank)))
        case "mergeInsights": .insight(.blank, .merge(InsightMerge(.blank)))
        case "report": .report(.blank, message: .blank, reason: "")
        default: nil
        }
    }

    public mutating func payload(_ coder: inout FieldCoder) {
        switch self {
        case .post(var id, var post):
            coder.named("post", in: &id)
            post.fields(&coder)
            self = .post(id, post)
        case .edit(var id, var message, var text, var mentions):
            coder.named("edit", in: &id)
            coder.required("message", &message)
            coder.required("text", &text)
            coder.unlessEmpty("mentions", &mentions)
            self = .edit(id, message: message, text: text, mentions: mentions)
        case .delete(var id, var messages):
            coder.named("delete", in: &id)
            coder.required("messages", &messages, limit: Limits.messagesPerDelete)
            self = .delete(id, messages: messages)
        case .react(var id, var message, var emoji, var on):
            coder.named("react", in: &id)
            coder.required("message", &message)
            coder.required("emoji", &emoji)
            coder.required("on", &on)
            self = .react(id, message: message, emoji: emoji, on: on)
        case .pin(var id, var message, var on):
            coder.named("pin", in: &id)
            coder.required("message", &message)
            coder.required("on", &on)
            self = .pin(id, message: message, on: on)
        case .receipt(var id, var read, var delivered):
            coder.named("receipt", in: &id)
            coder.present("read", &read, in: .seqs)
            coder.present("delivered", &delivered, in: .seqs)
            self = .receipt(id, read: read, delivered: delivered)
        case .createDirect(var id, var other):
            coder.named("createDirect", in: &id)
            coder.required("user", &other)
            self = .createDirect(id, with: other)
        case .createGroup(var id, var title, var users):
            coder.named("createGroup", in: &id)
            coder.required("title", &title)
            coder.present("users", &users, limit: Limits.peoplePerOperation)
            self = .createGroup(id, title: title, members: users)
        case .rename(var id, var title):
            coder.named("rename", in: &id)
            coder.required("title", &title)
            self = .rename(id, title: title)
        case .setAI(var id, var on):
            coder.named("setAI", in: &id)
            coder.required("on", &on)
            self = .setAI(id, on: on)
        case .describe(var id, var change):
            coder.named("describe", in: &id)
            change.fields(&coder)
            self = .describe(id, change)
        case .addMembers(var id, var users):
            coder.named("addMembers", in: &id)
            coder.required("users", &users, limit: Limits.peoplePerOperation)
            self = .addMembers(id, users: users)
        case .removeMember(var id, var user):
            coder.named("removeMember", in: &id)
            coder.required("user", &user)
            self = .removeMember(id, user: user)
        case .setRole(var id, var user, var role):
            coder.named("setRole", in: &id)
            coder.required("user", &user)
            coder.required("role", &role)
            self = .setRole(id, user: user, role: role)
        case .leave(var id):
            coder.named("leave", in: &id)
            self = .leave(id)
        case .dissolve(var id):
            coder.named("dissolve", in: &id)
            self = .dissolve(id)
        case .updateProfile(var change):
            coder.named("updateProfile", &change)
            self = .updateProfile(change)
        case .updateSettings(var id, var change):
            coder.named("updateSettings", in: &id)
            change.fields(&coder)
            self = .updateSettings(id, change)
        case .report(var id, var message, var reason):
            coder.named("report", in: &id)
            coder.required("message", &message)
            coder.required("reason", &reason)
            self = .report(id, message: message, reason: reason)
        case .updateRelation(var user, var change):
            coder.named("updateRelation")
            coder.required("user", &user)
            coder.change("favourite", &change.isFavourite)
            coder.change("blocked", &change.isBlocked)
            self = .updateRelation(user, change)
        case .insight(var id, var mutation):
            mutation.fields(in: &id, &coder)
            self = .insight(id, mutation)
        }
    }

    public mutating func finish(_ coder: inout FieldCoder) {
        switch self {
        case .delete(_, let messages): if messages.isEmpty { coder.refuse("messages") }
        case .receipt(let id, let read, let delivered):
            self = .receipt(id, read: read, delivered: max(read, delivered))
        default: break
        }
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
        case .insight(_, .change): "changeInsight"
        case .insight(_, .make): "makeInsight"
        case .insight(_, .split): "splitInsight"
        case .insight(_, .merge): "mergeInsights"
        }
    }
}

extension InsightMutation {
    fileprivate mutating func fields(in conversation: inout ConversationID, _ coder: inout FieldCoder) {
        switch self {
        case .change(var id, var change):
            coder.named("changeInsight", in: &conversation)
            coder.required("insight", &id)
            coder.required("change", &change)
            self = .change(id, change)
        case .make(var new):
            coder.named("makeInsight", in: &conversation)
            coder.required("insight", &new)
            self = .make(new)
        case .split(var split):
            coder.named("splitInsight", in: &conversation)
            coder.required("split", &split)
            self = .split(split)
        case .merge(var merge):
            coder.named("mergeInsights", in: &conversation)
            coder.required("merge", &merge)
            self = .merge(merge)
        }
    }
}

extension FieldCoder {
    /// The name of an operation's kind, and the conversation that it is about.
    fileprivate mutating func named(
        _ name: StaticString, in conversation: inout ConversationID
    ) {
        named(name)
        required("conversation", &conversation)
    }
}

extension Post: JSONRecord {
    public init(_: Blank) { self.init(text: "", writtenAt: Timestamp.wire.upperBound) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("text", &text)
        coder.unlessEmpty("mentions", &mentions)
        coder.unlessEmpty("attachments", &attachments, limit: Limits.attachmentsPerMessage)
        coder.present("writtenAt", &writtenAt)
        coder.optional("replyTo", &replyTo)
        coder.optional("forward", &forward)
    }
}

extension DescriptionChange: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.change("about", &about)
        coder.change("picture", &picture)
    }
}

extension ProfileChange: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.change("name", &name)
        coder.change("about", &about)
        coder.change("picture", &picture)
        coder.change("showsPresence", &showsPresence)
        coder.change("showsReceipts", &showsReceipts)
        coder.change("showsAI", &showsAI)
        coder.change("notifications", &notifications)
    }
}

extension SettingsChange: JSONRecord {
    public init(_: Blank) { self.init() }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.change("mutedUntil", &mutedUntil)
        coder.change("archivedThrough", &archivedThrough, in: .seqs)
        coder.change("clearedThrough", &clearedThrough, in: .seqs)
        coder.seqs("hidden", &hidden, limit: Limits.hiddenMessages)
        coder.change("pinned", &isPinned)
        coder.change("markedUnread", &isMarkedUnread)
        coder.change("draft", &draft)
        coder.change("level", &level)
        coder.change("sound", &playsSound)
    }
}

/// `null` takes the picture away.
extension PictureChange: JSONField {
    public func encode(to writer: inout JSONWriter) {
        if let media { writer.id(media) } else { writer.null() }
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.null() ? .removed : .chosen(MediaID(from: &reader))
    }
}
