import NexusCore

/// Which conversations a node wants to hear of: those of the people who are connected to it.
struct NodeInterest {
    private struct Person {
        var sockets = 0
        var emptySince: Int64?
        var conversations: Set<ConversationID> = []
    }

    /// Milliseconds for which a user without a socket stays: most come back at once.
    static let afterglow: Int64 = 30_000

    private var people: [UserID: Person] = [:]
    /// How many connected people each has.
    private var counts: [ConversationID: Int] = [:]

    /// A socket was opened; returns whether it is the user's first.
    mutating func opened(_ user: UserID) -> Bool {
        let isNew = people[user] == nil
        people[user, default: Person()].sockets += 1
        people[user]?.emptySince = nil
        return isNew
    }

    /// - Parameter uptime: milliseconds since some beginning.
    mutating func closed(_ user: UserID, at uptime: Int64) {
        guard var person = people[user] else { return }
        person.sockets = max(0, person.sockets - 1)
        if person.sockets == 0 { person.emptySince = uptime }
        people[user] = person
    }

    func holds(_ user: UserID) -> Bool { people[user] != nil }

    var users: [UserID] { Array(people.keys) }

    /// Whether a user, who is connected, is known as a member.
    func holds(_ user: UserID, in conversation: ConversationID) -> Bool {
        people[user]?.conversations.contains(conversation) == true
    }

    func follows(_ conversation: ConversationID) -> Bool { counts[conversation] != nil }

    var conversationCount: Int { counts.count }

    var conversations: [ConversationID] { Array(counts.keys) }

    /// A connected user is a member of those; returns those that nobody here was in.
    mutating func joined(_ user: UserID, _ conversations: [ConversationID]) -> [ConversationID] {
        guard people[user] != nil else { return [] }
        var new: [ConversationID] = []
        for conversation in conversations where people[user]?.conversations.insert(conversation).inserted == true {
            let count = counts[conversation] ?? 0
            if count == 0 { new.append(conversation) }
            counts[conversation] = count + 1
        }
        return new
    }

    /// A user is no longer a member; returns whether nobody here is.
    mutating func parted(_ user: UserID, _ conversation: ConversationID) -> Bool {
        guard people[user]?.conversations.remove(conversation) != nil else { return false }
        return release(conversation)
    }

    /// Forgets users without a socket for long; returns them, and the conversations in which nobody here is any more.
    mutating func sweep(at uptime: Int64) -> (users: [UserID], conversations: [ConversationID]) {
        let gone = people.filter { $0.value.emptySince.map { uptime - $0 >= NodeInterest.afterglow } ?? false }
        var left: [ConversationID] = []
        for (user, person) in gone {
            people[user] = nil
            for conversation in person.conversations where release(conversation) { left.append(conversation) }
        }
        return (Array(gone.keys), left)
    }

    private mutating func release(_ conversation: ConversationID) -> Bool {
        guard let count = counts[conversation] else { return false }
        counts[conversation] = count > 1 ? count - 1 : nil
        return count <= 1
    }
}
