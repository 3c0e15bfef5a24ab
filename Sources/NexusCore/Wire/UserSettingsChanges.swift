/// What changed in a person's own stream after a cursor, in its present state: the answer to `own`, and what is told live.
public struct UserSettingsChanges: Equatable, Sendable {
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

extension UserSettingsChanges: JSONRecord {
    public init(_: Blank) { self.init(after: 0, cursor: 0, head: 0) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("after", &after, in: .seqs)
        coder.required("cursor", &cursor, in: .seqs)
        coder.required("head", &head, in: .seqs)
        coder.optional("profile", &profile)
        coder.unlessEmpty("settings", &settings)
        coder.unlessEmpty("relations", &relations)
    }
}

extension ConversationSettings: JSONRecord {
    public init(_: Blank) { self.init(conversation: .blank) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("conversation", &conversation)
        coder.unless(mutedUntil == .zero, "mutedUntil", &mutedUntil)
        coder.unless(archivedThrough == 0, "archivedThrough", &archivedThrough, in: .seqs)
        coder.unless(clearedThrough == 0, "clearedThrough", &clearedThrough, in: .seqs)
        coder.seqs("hidden", &hidden, limit: Limits.hiddenMessages)
        coder.flag("pinned", &isPinned)
        coder.flag("markedUnread", &isMarkedUnread)
        coder.unlessEmpty("draft", &draft)
        coder.unless(level == .usual, "level", &level, unknown: .usual)
        coder.flag("sound", &playsSound)
        coder.required("changed", &changed, in: .seqs)
    }

    /// Puts the hidden messages in order.
    public mutating func finish(_ coder: inout FieldCoder) {
        guard !hidden.isEmpty else { return }
        let read = SettingsChange(hidden: hidden)
        hidden = []
        self = applying(read)
    }
}

extension Relation: JSONRecord {
    public init(_: Blank) { self.init(user: .blank) }

    public mutating func fields(_ coder: inout FieldCoder) {
        coder.required("user", &user)
        coder.present("name", &name)
        coder.flag("favourite", &isFavourite)
        coder.flag("blocked", &isBlocked)
        coder.required("changed", &changed, in: .seqs)
    }
}
