import NexusBus
import NexusCore

/// What this node subscribes at the bus: what concerns the people who are connected to it.
struct NodeSubscriptions {
    /// Messages that wait for one subscription.
    private static let conversationCapacity = 4_096
    private static let userCapacity = 1_024
    static let nodesCapacity = 65_536

    private let bus: any Bus
    private let subjects: NodeSubjects
    private let receiver: NodeReceiver
    /// The maximum of conversations with a subscription each.
    private let limit: Int
    private var interest = NodeInterest()
    private var users: [UserID: BusSubscription] = [:]
    private var conversations: [ConversationID: BusSubscription] = [:]
    private var everything: BusSubscription?
    /// Users whose conversations could not be looked up yet.
    private var unknown: Set<UserID> = []

    init(_ bus: any Bus, _ subjects: NodeSubjects, _ receiver: NodeReceiver, limit: Int) {
        self.bus = bus
        self.subjects = subjects
        self.receiver = receiver
        self.limit = limit
        _ = subscribe(to: subjects.nodes, capacity: Self.nodesCapacity)
    }

    private func subscribe(to subject: String, capacity: Int) -> BusSubscription? {
        bus.subscribe(to: subject, capacity: capacity) { [receiver] in receiver.receive($0) }
    }

    /// A socket was opened; returns whether it is the user's first.
    mutating func opened(_ user: UserID) -> Bool {
        guard interest.opened(user) else { return false }
        users[user] = subscribe(to: subjects.user(user), capacity: Self.userCapacity)
        return true
    }

    /// - Parameter uptime: milliseconds since some beginning.
    mutating func closed(_ user: UserID, at uptime: Int64) { interest.closed(user, at: uptime) }

    /// The conversations of a connected user could not be looked up.
    mutating func missed(_ user: UserID) {
        if interest.holds(user) { unknown.insert(user) }
    }

    /// The memberships of all connected people may have changed.
    mutating func missedAll() { unknown = Set(interest.users) }

    /// The connected people whose membership (true) or departure (false) is not yet known here.
    func unknown(_ members: [UserID: Bool], of conversation: ConversationID) -> [UserID: Bool] {
        members.filter { interest.holds($0.key) && interest.holds($0.key, in: conversation) != $0.value }
    }

    /// A connected user is a member of those.
    mutating func joined(_ user: UserID, _ joined: [ConversationID]) {
        for conversation in interest.joined(user, joined) where everything == nil {
            guard conversations.count < limit else { return followEverything() }
            conversations[conversation] = subscribe(
                to: subjects.conversation(conversation), capacity: Self.conversationCapacity)
        }
    }

    /// Stays so until the node ends: one that was so full once will be again.
    private mutating func followEverything() {
        everything = subscribe(to: subjects.everyConversation, capacity: Self.nodesCapacity)
        for subscription in conversations.values { bus.unsubscribe(subscription) }
        conversations = [:]
    }

    /// A user is no longer a member.
    mutating func parted(_ user: UserID, _ conversation: ConversationID) {
        guard interest.parted(user, conversation) else { return }
        if let ended = conversations.removeValue(forKey: conversation) { bus.unsubscribe(ended) }
    }

    /// Forgets users without a socket for long; returns those whose conversations are to be looked up again.
    mutating func sweep(at uptime: Int64) -> Set<UserID> {
        let gone = interest.sweep(at: uptime)
        let ended =
            gone.users.compactMap { users.removeValue(forKey: $0) }
            + gone.conversations.compactMap { conversations.removeValue(forKey: $0) }
        for subscription in ended { bus.unsubscribe(subscription) }
        defer { unknown = [] }
        return unknown
    }
}
