/// A user's settings of a conversation: the same on all of their devices, and private.
public struct ConversationSettings: Equatable, Sendable {
    public var conversation: ConversationID
    /// Announces nothing before that time of the server; zero when it is not muted, ``always`` when it is for good.
    public var mutedUntil: Timestamp
    /// Archived as the conversation stood at that change: a later message brings it back, unless it is muted. 0 when it is not
    /// archived.
    public var archivedThrough: Seq
    /// Everything up to that change is deleted for the user alone; until a later message the conversation is in no
    /// list. Only moves forward. 0 if nothing is cleared.
    public var clearedThrough: Seq
    /// The `seq`s of later messages that are deleted for the user alone, ascending. Only grows.
    public var hidden: [Seq]
    /// Whether it is pinned above all others.
    public var isPinned: Bool
    /// Whether it is marked as unread.
    public var isMarkedUnread: Bool
    /// The unsent text; may be empty.
    public var draft: String
    /// Which of its messages announce themselves.
    public var level: ConversationLevel
    /// Whether its announcements make a sound.
    public var playsSound: Bool
    /// The `seq` in the user's stream of this row's last change.
    public var changed: Seq

    /// The end of a mute that has none.
    public static let always = Timestamp.wire.upperBound

    public init(
        conversation: ConversationID, mutedUntil: Timestamp = .zero, archivedThrough: Seq = 0, isPinned: Bool = false,
        isMarkedUnread: Bool = false, draft: String = "", clearedThrough: Seq = 0, hidden: [Seq] = [],
        level: ConversationLevel = .usual, playsSound: Bool = false, changed: Seq = 0
    ) {
        self.level = level
        self.playsSound = playsSound
        self.conversation = conversation
        self.mutedUntil = mutedUntil
        self.archivedThrough = archivedThrough
        self.clearedThrough = clearedThrough
        self.hidden = hidden
        self.isPinned = isPinned
        self.isMarkedUnread = isMarkedUnread
        self.draft = draft
        self.changed = changed
    }

    public func isMuted(at time: Timestamp) -> Bool { mutedUntil > .zero && time < mutedUntil }

    /// Whether it is archived, given the `seq` of its last message.
    public func isArchived(newest: Seq, at time: Timestamp) -> Bool {
        archivedThrough > 0 && (newest <= archivedThrough || isMuted(at: time))
    }

    /// Whether the user has deleted the message at that position for themself.
    public func hides(_ seq: Seq) -> Bool { deleted.holds(seq) }

    /// The messages that the user has deleted for themself.
    public var deleted: DeletedForOneself { DeletedForOneself(through: clearedThrough, later: hidden) }

    /// The settings after a change.
    public func applying(_ change: SettingsChange) -> ConversationSettings {
        var settings = self
        if let mutedUntil = change.mutedUntil { settings.mutedUntil = mutedUntil }
        if let archivedThrough = change.archivedThrough { settings.archivedThrough = archivedThrough }
        if let clearedThrough = change.clearedThrough {
            settings.clearedThrough = max(settings.clearedThrough, clearedThrough)
        }
        for seq in change.hidden where !settings.hidden.contains(seq) {
            settings.hidden.insert(seq, at: settings.hidden.firstIndex { $0 > seq } ?? settings.hidden.count)
        }
        if !settings.hidden.isEmpty { settings.hidden.removeAll { $0 <= settings.clearedThrough } }
        if let isPinned = change.isPinned { settings.isPinned = isPinned }
        if let isMarkedUnread = change.isMarkedUnread { settings.isMarkedUnread = isMarkedUnread }
        if let draft = change.draft { settings.draft = draft }
        if let level = change.level { settings.level = level }
        if let playsSound = change.playsSound { settings.playsSound = playsSound }
        return settings
    }
}

/// The messages of a conversation that a user has deleted for themself, by their `seq`s.
public struct DeletedForOneself: Equatable, Sendable {
    /// Everything up to there.
    public var through: Seq
    /// Later ones, ascending.
    public var later: [Seq]

    public init(through: Seq = 0, later: [Seq] = []) {
        self.through = through
        self.later = later
    }

    public func holds(_ seq: Seq) -> Bool { seq <= through || later.contains(seq) }
}

// The column format of deleted messages: their `seq`s, separated by spaces.
extension ConversationSettings {
    /// The text of a column.
    public var storedHidden: String {
        var text = ""
        for seq in hidden { text += text.isEmpty ? "\(seq)" : " \(seq)" }
        return text
    }

    /// Reads what ``storedHidden`` wrote.
    public static func hidden(stored text: String) -> [Seq] {
        text.split(separator: " ").compactMap { Seq($0) }
    }
}

/// A change of a conversation's settings; `nil` leaves a field unchanged.
public struct SettingsChange: Equatable, Sendable {
    /// As ``ConversationSettings/mutedUntil``; in a user's request by the device's clock.
    public var mutedUntil: Timestamp?
    /// As ``ConversationSettings/archivedThrough``; in a user's request ``asItStands``.
    public var archivedThrough: Seq?
    /// As ``ConversationSettings/clearedThrough``; in a user's request ``asItStands``.
    public var clearedThrough: Seq?
    /// Added to ``ConversationSettings/hidden``.
    public var hidden: [Seq]
    public var isPinned: Bool?
    public var isMarkedUnread: Bool?
    public var draft: String?
    public var level: ConversationLevel?
    public var playsSound: Bool?

    /// The conversation's last change at the time of the request.
    public static let asItStands: Seq = 1 << 53 - 1

    public init(
        mutedUntil: Timestamp? = nil, archivedThrough: Seq? = nil, isPinned: Bool? = nil, isMarkedUnread: Bool? = nil,
        draft: String? = nil, clearedThrough: Seq? = nil, hidden: [Seq] = [], level: ConversationLevel? = nil,
        playsSound: Bool? = nil
    ) {
        self.level = level
        self.playsSound = playsSound
        self.clearedThrough = clearedThrough
        self.hidden = hidden
        self.mutedUntil = mutedUntil
        self.archivedThrough = archivedThrough
        self.isPinned = isPinned
        self.isMarkedUnread = isMarkedUnread
        self.draft = draft
    }

    /// Whether it changes only the draft, so that a later one supersedes it.
    var isOfDraftAlone: Bool {
        draft != nil && mutedUntil == nil && archivedThrough == nil && clearedThrough == nil && hidden.isEmpty
            && isPinned == nil && isMarkedUnread == nil && level == nil && playsSound == nil
    }
}

/// A user's private relation to another.
public struct Relation: Equatable, Sendable {
    public var user: UserID
    /// Their name when this row was read.
    public var name: String
    public var isFavourite: Bool
    /// Whether the user has blocked them: docs/protocol.md describes the effects.
    public var isBlocked: Bool
    /// The `seq` in the user's stream of this row's last change.
    public var changed: Seq

    public init(
        user: UserID, name: String = "", isFavourite: Bool = false, isBlocked: Bool = false, changed: Seq = 0
    ) {
        self.user = user
        self.name = name
        self.isFavourite = isFavourite
        self.isBlocked = isBlocked
        self.changed = changed
    }

    /// The relation after a change.
    public func applying(_ change: RelationChange) -> Relation {
        var relation = self
        if let isFavourite = change.isFavourite { relation.isFavourite = isFavourite }
        if let isBlocked = change.isBlocked { relation.isBlocked = isBlocked }
        // Blocking ends a favourite.
        if relation.isBlocked { relation.isFavourite = false }
        return relation
    }
}

/// A change of a relation; `nil` leaves a field unchanged.
public struct RelationChange: Equatable, Sendable {
    public var isFavourite: Bool?
    public var isBlocked: Bool?

    public init(isFavourite: Bool? = nil, isBlocked: Bool? = nil) {
        self.isFavourite = isFavourite
        self.isBlocked = isBlocked
    }
}
