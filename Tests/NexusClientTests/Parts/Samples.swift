import NexusCore

@testable import NexusClient

/// Users and rows for tests.
enum Samples {
    static let ada = User(id: UserID(high: 0x7000, low: 0x8000_0000_0000_0001), name: "Ada", email: "ada@example.org")
    static let bob = User(id: UserID(high: 0x7000, low: 0x8000_0000_0000_0002), name: "Bob", email: "bob@example.org")
    static let profile = Profile(user: ada, showsPresence: true)
    static let talk = ConversationID.direct(between: ada.id, and: bob.id)

    static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: 1_800_000_000_000 + milliseconds) }

    static func message(
        _ seq: Seq, from sender: User = bob, text: String? = nil, changed: Seq? = nil, deleted: Bool = false,
        in conversation: ConversationID = talk
    ) -> Message {
        Message(
            id: MessageID(high: conversation.high, low: UInt64(seq)), conversation: conversation, seq: seq,
            changed: changed ?? seq, sender: sender.id, text: deleted ? "" : text ?? "message \(seq)",
            writtenAt: time(seq * 1_000), deletedAt: deleted ? time(seq) : nil)
    }

    static func member(_ user: User, read: Seq = 0, delivered: Seq = 0, changed: Seq = 1, left: Bool = false) -> Member
    {
        Member(
            user: user.id, name: user.name, role: user.id == ada.id ? .owner : .member, hasLeft: left, joined: 1,
            read: read, delivered: max(read, delivered), changed: changed)
    }

    static func record(
        _ id: ConversationID = talk, cursor: Seq = 0, gaps: Gaps = Gaps(), read: Seq = 0
    ) -> ConversationRecord {
        ConversationRecord(
            info: Conversation(
                id: id, kind: .direct, title: nil, creator: ada.id, createdAt: time(0), allowsAI: false, changed: 1),
            cursor: cursor, head: cursor, gaps: gaps, read: read)
    }

    static func operation(_ number: UInt64, _ text: String, in conversation: ConversationID = talk) -> Operation {
        Operation(
            id: OperationID(high: 0x7000, low: number), kind: .post(conversation, text: text, writtenAt: time(0)))
    }

    /// A store with a conversation of Ada and Bob with that many messages of Bob.
    static func store(messages count: Seq = 3, in store: LocalStore? = nil) throws -> LocalStore {
        let store = try store ?? LocalStore.inMemory()
        var mutations: [StoreMutation] = [
            .putProfile(profile), .upsertMembers(talk, [member(ada), member(bob)]),
            .putConversation(record(cursor: count + 1)), .putClock(since: time(0), offset: 0),
        ]
        if count > 0 { mutations.append(.upsertMessages((2...(count + 1)).map { message($0) })) }
        try store.apply(mutations)
        return store
    }
}
