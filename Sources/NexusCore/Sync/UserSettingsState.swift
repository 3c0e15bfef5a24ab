/// A user's personal settings on this device: their private stream of changes, with a gapless `seq`, caught up by a
/// cursor like a conversation's.
public struct UserSettingsState: Equatable, Sendable {
    /// The last change on this device; ``outdated`` if the rows are of an earlier epoch.
    public var cursor: Seq
    /// The last change that this device has heard of.
    var head: Seq
    public internal(set) var settings: [ConversationID: ConversationSettings] = [:]
    public internal(set) var relations: [UserID: Relation] = [:]

    public init(cursor: Seq = 0, settings: [ConversationSettings] = [], relations: [Relation] = []) {
        self.cursor = cursor
        head = max(cursor, 0)
        for row in settings { self.settings[row.conversation] = row }
        for row in relations { self.relations[row.user] = row }
    }

    /// The cursor of rows of an earlier epoch.
    static let outdated: Seq = -1

    var isOutdated: Bool { cursor == UserSettingsState.outdated }

    /// Whether the server has further changes.
    var isBehind: Bool { cursor < head }

    /// The server has begun a new epoch. What names places in a conversation is forgotten: they mean others now.
    ///
    /// - Returns: the rows that changed by that.
    mutating func outdate() -> [ConversationSettings] {
        cursor = UserSettingsState.outdated
        head = 0
        var placed: [ConversationSettings] = []
        for (id, row) in settings where row.archivedThrough > 0 || row.clearedThrough > 0 || !row.hidden.isEmpty {
            var row = row
            row.archivedThrough = 0
            row.clearedThrough = 0
            row.hidden = []
            settings[id] = row
            placed.append(row)
        }
        return placed.arranged { $0.conversation < $1.conversation }
    }

    /// Removes rows of an earlier epoch when the present ones arrive.
    mutating func clear() {
        cursor = 0
        settings = [:]
        relations = [:]
    }

    public static func == (left: UserSettingsState, right: UserSettingsState) -> Bool {
        left.cursor == right.cursor && left.settings == right.settings && left.relations == right.relations
    }

    /// The messages of a conversation that the server does not count.
    func discount(of conversation: ConversationID) -> ConversationState.Discount {
        var discount = ConversationState.Discount(deleted: settings[conversation]?.deleted ?? DeletedForOneself())
        for relation in relations.values where relation.isBlocked { discount.blocked.insert(relation.user) }
        return discount
    }

    /// Applies the server's changes, live or requested; returns whether the cursor moved.
    mutating func apply(_ changes: UserSettingsChanges) -> Bool {
        head = max(head, changes.head)
        // Changes that begin later than the cursor would skip some.
        guard changes.after <= cursor, changes.cursor > cursor else { return false }
        cursor = changes.cursor
        for row in changes.settings { settings[row.conversation] = row }
        for row in changes.relations { relations[row.user] = row }
        return true
    }
}

/// A user's settings with pending changes applied, for their screens.
public struct UserSettingsView: Sendable {
    private let state: UserSettingsState
    private var settings: [ConversationID: ConversationSettings] = [:]
    private var relations: [UserID: Relation] = [:]

    init(_ state: UserSettingsState, outbox: [OutboxEntry]) {
        self.state = state
        for entry in outbox {
            if case .failed = entry.state { continue }
            switch entry.operation.kind {
            case .updateSettings(let id, let change): settings[id] = self.settings(of: id).applying(change)
            case .updateRelation(let user, let change): relations[user] = relation(to: user).applying(change)
            default: break
            }
        }
    }

    public func settings(of conversation: ConversationID) -> ConversationSettings {
        settings[conversation] ?? state.settings[conversation] ?? ConversationSettings(conversation: conversation)
    }

    public func relation(to user: UserID) -> Relation {
        relations[user] ?? state.relations[user] ?? Relation(user: user)
    }

    /// Favourites and blocked users, by name.
    public var notable: [Relation] {
        var all = state.relations
        for (user, relation) in relations { all[user] = relation }
        return all.values.filter { $0.isFavourite || $0.isBlocked }.arranged {
            $0.name != $1.name ? $0.name < $1.name : $0.user < $1.user
        }
    }

    public var blocked: Set<UserID> {
        var users: Set<UserID> = []
        for relation in state.relations.values where relation.isBlocked { users.insert(relation.user) }
        for relation in relations.values {
            if relation.isBlocked { users.insert(relation.user) } else { users.remove(relation.user) }
        }
        return users
    }

    /// When the next mute ends after `time`; `nil` while none will.
    func nextUnmute(after time: Timestamp) -> Timestamp? {
        var next: Timestamp?
        for id in Set(state.settings.keys).union(settings.keys) {
            let end = self.settings(of: id).mutedUntil
            if end > max(time, .zero), end < ConversationSettings.always { next = min(next ?? end, end) }
        }
        return next
    }
}
