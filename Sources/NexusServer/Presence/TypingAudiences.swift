import NexusCore

/// Whom typing is told: the members of the conversations in which somebody types, remembered until they change, so that only the
/// first word of typing in a conversation asks the database.
struct TypingAudiences {
    /// What a device said of its person's typing.
    struct Word: Equatable {
        var user: UserID
        var isActive: Bool
        var device: PresenceBoard.Device
    }

    /// Members remembered at most; past it all are forgotten, and asked for again as needed.
    static let memberLimit = 200_000
    /// Words that wait at most; what comes beyond is left out.
    static let waitingLimit = 10_000

    private var members: [ConversationID: [UserID]] = [:]
    private var blocks: [ConversationID: BlockPairs] = [:]
    private var memberCount = 0
    private var waiting: [ConversationID: [Word]] = [:]

    /// Words that wait for their audience.
    private(set) var waitingCount = 0

    /// The members of a conversation, if they are remembered.
    subscript(conversation: ConversationID) -> [UserID]? { members[conversation] }

    /// Keeps a word until the audience is known; returns whether it has to be asked for.
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
        // One without members does not exist; names that were made up are not worth remembering.
        if !users.isEmpty {
            members[conversation] = users
            if pairs != BlockPairs() { blocks[conversation] = pairs }
            memberCount += users.count
        }
        return takeWaiting(in: conversation)
    }

    /// The members could not be looked up: what waited comes too late.
    mutating func failed(_ conversation: ConversationID) { _ = takeWaiting(in: conversation) }

    /// The members of a conversation have changed.
    mutating func forget(_ conversation: ConversationID) {
        memberCount -= members.removeValue(forKey: conversation)?.count ?? 0
        blocks[conversation] = nil
    }

    /// Somebody has blocked somebody, or no longer: who hears of whose typing is asked for again.
    mutating func forgetAll() {
        members = [:]
        blocks = [:]
        memberCount = 0
    }

    /// Who of a conversation's members has blocked whom.
    func blocks(in conversation: ConversationID) -> BlockPairs { blocks[conversation] ?? BlockPairs() }

    /// Somebody's typing has ended: what they said of it before is void.
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
