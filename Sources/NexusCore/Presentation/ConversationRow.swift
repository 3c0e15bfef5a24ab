/// One row of the list of conversations.
public struct ConversationRow: Equatable, Sendable {
    public var id: ConversationID
    public var kind: Conversation.Kind
    /// The group's title, or the other user's name.
    public var title: String
    /// The other user of a direct conversation.
    public var other: UserID?
    /// The group's picture, or the other user's.
    public var picture: MediaID?
    /// A group's description; may be empty.
    public var about = ""
    public var isOnline: Bool
    /// The last message, unsent ones included.
    public var lastText: String?
    public var lastSenderName: String?
    public var lastIsMine: Bool
    public var lastIsDeleted: Bool
    /// When it last moved, for display and for the order of the list.
    public var lastAt: Timestamp
    public var unread: Int
    /// The unread messages that mention the user: they count even in a muted conversation.
    public var mentions = 0
    /// Names of members who type.
    public var typing: [String]
    /// The numbers of its queued operations, and of refused ones.
    public var waiting: Int
    public var failed: Int
    public var memberNames: [String]
    public var isPinned = false
    /// Until when it announces nothing, by the server's clock; `nil` when it is not muted.
    public var mutedUntil: Timestamp?
    /// Whether it is archived until a new message.
    public var isArchived = false
    public var isMarkedUnread = false
    /// Whether the other user of a direct conversation is blocked: then it is in no list.
    public var isBlocked = false
    /// Whether the user has cleared it: it is in no list until a new message.
    public var isCleared = false
    /// Whether the last message is from a blocked user, and is folded.
    public var lastIsFolded = false
    /// Its unsent text.
    public var draft = ""
    /// Which of its messages announce themselves.
    public var level = ConversationLevel.usual
    /// Whether its announcements make a sound.
    public var playsSound = false

    /// Whether it is in lists.
    public var isListed: Bool { !isBlocked && !isCleared }

    /// Its share of the badge.
    public var badge: Int {
        if mutedUntil != nil || isArchived { return mentions }
        return unread == 0 && isMarkedUnread ? 1 : unread
    }

    var place: ListPlace { ListPlace(id: id, isArchived: isArchived, isPinned: isPinned, lastAt: lastAt) }

    func comes(before other: ConversationRow) -> Bool { place.comes(before: other.place) }

    /// Whether the words of a filter appear in the title, the members' names or the last message, ignoring case.
    public func matches(_ filter: String) -> Bool {
        let texts = [title, lastText ?? ""] + memberNames
        return ConversationFilter(filter.lowercased()).matches(texts.map { $0.lowercased() })
    }
}

extension SyncEngine {
    /// The list of conversations: those that are pinned, then the others, and those that are put away; each newest first by
    /// their last message.
    public func conversationRows() -> [ConversationRow] {
        var outboxes: [ConversationID: [OutboxEntry]] = [:]
        for entry in outbox.entries {
            if let id = entry.operation.conversation { outboxes[id, default: []].append(entry) }
        }
        let view = ownView
        var rows = conversations.values.map { row(of: $0, outbox: outboxes[$0.id] ?? [], view) }
        rows.removeAll { !$0.isListed }
        return rows.arranged { $0.comes(before: $1) }
    }

    /// The row of one conversation, if it is in the list.
    func listedRow(_ id: ConversationID) -> ConversationRow? {
        guard let row = conversationRow(id), row.isListed else { return nil }
        return row
    }

    /// The row of one conversation, listed or not.
    public func conversationRow(_ id: ConversationID) -> ConversationRow? {
        conversations[id].map { row(of: $0, outbox: outbox.entries(of: id), ownView) }
    }

    private func row(of state: ConversationState, outbox: [OutboxEntry], _ view: UserSettingsView) -> ConversationRow {
        let info = state.record.info
        let other = info.kind == .direct ? state.members.first { $0.user != me } : nil
        let settings = view.settings(of: state.id)
        let discount = state.discounted(.init(deleted: settings.deleted, blocked: view.blocked))
        let others = state.members.filter { $0.user != me && !$0.hasLeft }
        var row = ConversationRow(
            id: state.id, kind: info.kind,
            title: info.kind == .direct ? other?.name ?? "" : info.title ?? "", other: other?.user,
            isOnline: other.flatMap { presence[$0.user]?.isOnline } ?? false, lastText: nil, lastSenderName: nil,
            lastIsMine: false, lastIsDeleted: false, lastAt: info.createdAt, unread: state.unread - discount.unread,
            typing: typing.users(in: state.id).compactMap { user in state.member(user)?.name }, waiting: 0, failed: 0,
            memberNames: others.map { $0.name })
        row.picture = info.kind == .direct ? other?.picture : info.picture
        row.about = info.about
        if let newest = state.newest {
            row.lastText = newest.summary { state.member($0)?.name ?? "" }
            row.lastSenderName = state.member(newest.sender)?.name
            row.lastIsMine = newest.sender == me
            row.lastIsDeleted = newest.isDeleted
            row.lastAt = newest.writtenAt
            if view.relation(to: newest.sender).isBlocked, info.kind == .group {
                row.lastIsFolded = true
                row.lastText = nil
            }
            // The previous message is unknown; its deletion is known.
            if settings.hidden.contains(newest.seq) {
                row.lastIsDeleted = true
                row.lastText = ""
            }
        }
        row.mentions = state.mentions - discount.mentions
        var newest = state.newest?.seq ?? 0
        for entry in outbox {
            switch entry.state {
            case .failed: row.failed += 1
            case .waiting: if case .receipt = entry.operation.kind {} else { row.waiting += 1 }
            case .acknowledged: break
            }
            switch entry.operation.kind {
            case .post(_, let post):
                let shown = MentioningText(post.text, post.mentions).shown { state.member($0)?.name ?? "" }
                row.lastText =
                    post.text.isEmpty
                    ? post.attachments.summary : FormattedText(shown.text, mentions: shown.mentions).words
                row.lastSenderName = profile.user.name
                row.lastIsMine = true
                row.lastIsDeleted = false
                row.lastIsFolded = false
                row.lastAt = max(row.lastAt, post.writtenAt)
                newest = .max
            case .rename(_, let title):
                if case .failed = entry.state { break }
                row.title = title
            case .describe(_, let change):
                if case .failed = entry.state { break }
                if let about = change.about { row.about = about }
                if let picture = change.picture { row.picture = picture.media }
            default: break
            }
        }
        let time = mutesJudgedAt
        row.isPinned = settings.isPinned
        row.mutedUntil = settings.isMuted(at: time) ? settings.mutedUntil : nil
        row.isArchived = settings.isArchived(newest: newest, at: time)
        row.isCleared = settings.clearedThrough > 0 && newest <= settings.clearedThrough
        row.isMarkedUnread = settings.isMarkedUnread
        row.draft = settings.draft
        row.level = settings.level
        row.playsSound = settings.playsSound
        row.isBlocked = other.map { view.relation(to: $0.user).isBlocked } ?? false
        return row
    }

    /// The badge.
    public var unreadTotal: Int { conversationRows().reduce(0) { $0 + $1.badge } }
}
