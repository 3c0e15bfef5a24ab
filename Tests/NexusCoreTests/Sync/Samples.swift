import NexusCore

// Users, conversations and rows for the core's tests.

let ada = UserID(high: 0xA, low: 0xA)
let ben = UserID(high: 0xB, low: 0xB)
let cyd = UserID(high: 0xC, low: 0xC)
let dan = UserID(high: 0xD, low: 0xD)
let names: [UserID: String] = [ada: "Ada", ben: "Ben", cyd: "Cyd", dan: "Dan"]

let team = ConversationID(high: 0x7000, low: 1)
let other = ConversationID(high: 0x7000, low: 2)

let noon = Timestamp(milliseconds: 1_700_000_000_000)

extension Profile {
    static func of(_ user: UserID) -> Profile {
        Profile(
            user: User(id: user, name: names[user] ?? "", email: "\(names[user] ?? "")@example.org"),
            showsPresence: true)
    }
}

extension Message {
    /// A message at `seq`, in `team` by default; its identifier follows from its position.
    static func at(
        _ seq: Seq, by sender: UserID = ben, in conversation: ConversationID = team, text: String = "hello",
        changed: Seq? = nil, writtenAt: Timestamp = noon, deleted: Bool = false, replyTo: MessageID? = nil,
        mentioning users: [UserID] = []
    ) -> Message {
        Message(
            id: MessageID(high: conversation.low, low: UInt64(seq)), conversation: conversation, seq: seq,
            changed: changed ?? seq, sender: sender, text: deleted ? "" : text,
            mentions: deleted ? [] : users.enumerated().map { Mention(user: $1, start: $0, length: 1) },
            writtenAt: writtenAt,
            deletedAt: deleted ? writtenAt : nil, replyTo: replyTo)
    }
}

extension Member {
    static func of(
        _ user: UserID, joined: Seq = 1, read: Seq = 1, delivered: Seq? = nil, changed: Seq = 1, left: Bool = false,
        role: Role = .member
    ) -> Member {
        Member(
            user: user, name: names[user] ?? "", role: role, hasLeft: left, joined: joined, read: read,
            delivered: delivered ?? read, changed: changed)
    }
}

extension Conversation {
    static func group(_ id: ConversationID = team, title: String = "Team", changed: Seq = 1) -> Conversation {
        Conversation(id: id, kind: .group, title: title, creator: ada, createdAt: noon, changed: changed)
    }
}

extension Change {
    /// A user's message as the change that posts it.
    static func post(_ seq: Seq, by sender: UserID = ben, in conversation: ConversationID = team) -> Change {
        Change(conversation: conversation, seq: seq, messages: [.at(seq, by: sender, in: conversation)])
    }
}

extension Operation {
    /// An operation with a made-up identifier.
    init(_ number: UInt64, _ kind: Kind) { self.init(id: OperationID(high: 0x7000, low: number), kind: kind) }

    static func post(_ number: UInt64, in conversation: ConversationID = team) -> Operation {
        Operation(number, .post(conversation, text: "text \(number)", writtenAt: noon))
    }
}
