/// What changed in a person's own stream after a cursor, in its present state: the answer to `own`, and what is told live.
public struct OwnChanges: Equatable, Sendable {
    /// The cursor that it follows: a client that has not come so far cannot take it.
    public var after: Seq
    /// The cursor that the client holds once it has applied this.
    public var cursor: Seq
    /// The person's last change.
    public var head: Seq
    /// Their account, where that changed.
    public var profile: Profile?
    public var settings: [ConversationSettings]
    public var relations: [Relation]

    /// Whether more is to be asked for, after `cursor`.
    public var hasMore: Bool { cursor < head }

    public init(
        after: Seq, cursor: Seq, head: Seq, profile: Profile? = nil, settings: [ConversationSettings] = [],
        relations: [Relation] = []
    ) {
        self.after = after
        self.cursor = cursor
        self.head = head
        self.profile = profile
        self.settings = settings
        self.relations = relations
    }
}

extension OwnChanges: JSONEncodable, JSONDecodable {
    func encodeFields(to writer: inout JSONWriter) {
        writer.field("after", after)
        writer.field("cursor", cursor)
        writer.field("head", head)
        writer.field("profile", ifPresent: profile)
        if !settings.isEmpty { writer.field("settings", settings) }
        if !relations.isEmpty { writer.field("relations", relations) }
    }

    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        encodeFields(to: &writer)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try ServerFrameFields(from: &reader).own(reader)
    }
}

extension ConversationSettings: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("conversation", conversation)
        if mutedUntil != .zero { writer.field("mutedUntil", mutedUntil) }
        if archivedThrough != 0 { writer.field("archivedThrough", archivedThrough) }
        if clearedThrough != 0 { writer.field("clearedThrough", clearedThrough) }
        writer.seqs("hidden", hidden)
        if isPinned { writer.field("pinned", true) }
        if isMarkedUnread { writer.field("markedUnread", true) }
        if !draft.isEmpty { writer.field("draft", draft) }
        writer.field("changed", changed)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var conversation: ConversationID?
        var changed: Seq?
        var change = SettingsChange()
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "conversation": conversation = try reader.id("conversation")
            case "changed": changed = try reader.seq("changed")
            default: try change.read(key, from: &reader)
            }
        }
        guard let conversation else { throw reader.missing("conversation") }
        guard let changed else { throw reader.missing("changed") }
        self = ConversationSettings(conversation: conversation, changed: changed).applying(change)
    }
}

extension SettingsChange {
    mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "mutedUntil": mutedUntil = try reader.timestamp()
        case "archivedThrough": archivedThrough = try reader.seq("archivedThrough")
        case "clearedThrough": clearedThrough = try reader.seq("clearedThrough")
        case "hidden": hidden = try reader.seqs("hidden", limit: Limits.hiddenMessages)
        case "pinned": isPinned = try reader.bool()
        case "markedUnread": isMarkedUnread = try reader.bool()
        case "draft": draft = try reader.string()
        default: break
        }
    }

    /// What is to stay as it is, is left out.
    func encodeFields(to writer: inout JSONWriter) {
        writer.field("mutedUntil", ifPresent: mutedUntil)
        writer.field("archivedThrough", ifPresent: archivedThrough)
        writer.field("clearedThrough", ifPresent: clearedThrough)
        writer.seqs("hidden", hidden)
        writer.field("pinned", ifPresent: isPinned)
        writer.field("markedUnread", ifPresent: isMarkedUnread)
        writer.field("draft", ifPresent: draft)
    }
}

extension Relation: JSONEncodable, JSONDecodable {
    public func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("user", user)
        writer.field("name", name)
        if isFavourite { writer.field("favourite", true) }
        if isBlocked { writer.field("blocked", true) }
        writer.field("changed", changed)
        writer.endObject()
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        var user: UserID?
        var name = ""
        var isFavourite = false
        var isBlocked = false
        var changed: Seq?
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "user": user = try reader.id("user")
            case "name": name = try reader.string()
            case "favourite": isFavourite = try reader.bool()
            case "blocked": isBlocked = try reader.bool()
            case "changed": changed = try reader.seq("changed")
            default: break
            }
        }
        guard let user else { throw reader.missing("user") }
        guard let changed else { throw reader.missing("changed") }
        self.init(user: user, name: name, isFavourite: isFavourite, isBlocked: isBlocked, changed: changed)
    }
}
