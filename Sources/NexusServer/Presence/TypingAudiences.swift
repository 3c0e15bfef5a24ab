import NexusCore

/// A cache of the members of conversations with typing, invalidated when they change, so that only the first frame of
/// typing in a conversation queries the database.
struct TypingAudiences {
    /// A device's typing frame.
    struct Word: Equatable {
        var user: UserID
        var isActive: Bool
        var device: PresenceLeases.Device
    }

    /// The maximum of cached members; beyond it the cache is cleared.
    static let memberLimit = 200_000
    /// The maximum of waiting frames; further ones are dropped.
    static let waitingLimit = 10_000

    private var members: [ConversationID: [UserID]] = [:]
    private var blocks: [ConversationID: BlockPairs] = [:]
    private var memberCount = 0
    private var waiting: [ConversationID: [Word]] = [:]

    /// Words that wait for their audience.
    private(set) var waitingCount = 0

    /// The members of a conversation, if they are remembered.
    subscript(conversation: ConversationID) -> [UserID]? { members[conversation] }

    /// Holds a frame until the audience is known; returns whether to query it.
    mutating func wait(_ word: Word, in conversation: ConversationID) -> Bool {
        guard waitingCount < TypingAudiences.waitingLimit else { return false }
        waitingCount += 1
        waiting[conversation, default: []].append(word)
        return true
    }

    /// The members of a conversation have been looked up; returns what waited for that, in order.
    mutating func found(
        _ users: [UserID], _ pairs: BlockPairs = BlockPairs(), in conversation: ConversationID
    ) -> [Word] {
        forget(conversation)
        if memberCount + users.count > TypingAudiences.memberLimit {
            forgetAll()
        }
        // A conversation without members does not exist; invented identifiers are not cached.
        if !users.isEmpty {
            members[conversation] = users
            if pairs != BlockPairs() { blocks[conversation] = pairs }
            memberCount += users.count
        }
        return takeWaiting(in: conversation)
    }

    /// The look-up failed: waiting frames are too late.
    mutating func failed(_ conversation: ConversationID) { _ = takeWaiting(in: conversation) }

    /// The members of a conversation have changed.
    mutating func forget(_ conversation: ConversationID) {
        memberCount -= members.removeValue(forKey: conversation)?.count ?? 0
        blocks[conversation] = nil
    }

    /// A block has changed: invalidates the audiences.
    mutating func forgetAll() {
        members = [:]
        blocks = [:]
        memberCount = 0
    }

    /// The blocks between the members of a conversation.
    func blocks(in conversation: ConversationID) -> BlockPairs { blocks[conversation] ?? BlockPairs() }

    /// A user's typing has ended: drops their earlier frames.
    mutating func ended(_ user: UserID, in conversation: ConversationID) {
        guard var words = waiting[conversation] else { return }
        let count = words.count
        words.removeAll { $0.user == user }
        waitingCount -= count - words.count
        waiting[conversation] = words.isEmpty ? nil : words
    }

    private mutating func takeWaiting(in conversation: ConversationID) -> [Word] {
        let words = waiting.removeValue(forKey: conversation) ?? []
        waitingCount -= words.count
        return words
    }
}
