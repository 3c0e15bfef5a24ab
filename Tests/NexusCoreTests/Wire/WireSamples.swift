import NexusCore

/// The values that the golden files are of: a small team's morning.
enum WireSamples {
    static let ada = UserID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00A1)
    static let bob = UserID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00B2)
    static let group = ConversationID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00C3)
    static let direct = ConversationID.direct(between: ada, and: bob)
    static let socket = SocketID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00D5)
    static let session = SessionID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00D4)
    static let operation = OperationID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00E5)
    static let message = MessageID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00F6)
    static let earlier = MessageID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_00F5)
    static let now = Timestamp(milliseconds: 1_792_569_600_123)
    static let before = Timestamp(milliseconds: 1_792_569_000_000)
    static let inventory = {
        var inventory = Inventory()
        (inventory.accounts, inventory.administrators, inventory.suspended, inventory.unclaimed) = (12, 2, 1, 3)
        (inventory.sessions, inventory.conversations, inventory.messages, inventory.files) = (9, 40, 12_345, 67)
        (inventory.databaseBytes, inventory.mediaBytes, inventory.freeBytes) = (8_192_000, 1_048_576, 9_876_543_210)
        return inventory
    }()

    static let profile = Profile(user: User(id: ada, name: "Ada", email: "ada@example.org"), showsPresence: true)
    /// With all that an account shows of itself.
    static let known = Profile(
        user: User(id: ada, name: "Ada", email: "ada@example.org", about: "Counts on machines", picture: media),
        showsPresence: true, isAdministrator: true)
    static let info = Conversation(
        id: group, kind: .group, title: "Launch 🚀", creator: ada, createdAt: before, about: "Everything up to the day",
        picture: media, changed: 1)
    static let directInfo = Conversation(
        id: direct, kind: .direct, title: nil, creator: bob, createdAt: before, changed: 1)
    static let members = [
        Member(user: ada, name: "Ada", picture: media, role: .owner, joined: 1, read: 4, delivered: 5, changed: 6),
        Member(user: bob, name: "Bob", role: .member, hasLeft: true, joined: 1, read: 3, delivered: 3, changed: 7),
    ]
    static let messages = [
        Message(
            id: earlier, conversation: group, seq: 2, changed: 8, sender: bob, text: "", writtenAt: before,
            editedAt: before.advanced(by: 500), deletedAt: now),
        Message(
            id: message, conversation: group, seq: 5, changed: 5, sender: ada,
            text: "\"Grüße\", said Zoë:\n\t世界 👩‍👩‍👧 \\o/", mentions: [Mention(user: bob, start: 14, length: 3)],
            writtenAt: now, replyTo: earlier,
            reactions: [Reaction(emoji: "❤️", users: [bob, ada]), Reaction(emoji: "👩‍🚀", users: [bob])],
            pin: Pin(user: ada, at: now), forward: Forward(user: bob, name: "Bob")),
        Message(
            id: operation.retyped(), conversation: group, seq: 6, changed: 6, sender: ada, text: "", writtenAt: now,
            event: GroupEvent(.title, text: "Launch 🚀")),
        Message(
            id: session.retyped(), conversation: group, seq: 7, changed: 7, sender: ada, text: "", writtenAt: now,
            event: GroupEvent(.removed, users: [bob])),
    ]
    static let media = MediaID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_0107)
    static let attachments = [
        Attachment(
            media: media, kind: .image, name: "Küste.jpg", type: "image/jpeg", bytes: 123_456, width: 1_600, height: 900
        ),
        Attachment(
            media: MediaID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_0108), kind: .voice, name: "voice.webm",
            type: "audio/webm", bytes: 9_000, duration: 2_500, waveform: [0, 7, 31]),
    ]
    static let acknowledgement = Acknowledgement(operation: operation, seq: 5, at: now)
    static let changes = Changes(
        conversation: group, after: 4, cursor: 7, head: 9, isReset: false, oldest: 0, unread: 2, mentions: 1,
        info: info,
        members: members, messages: messages)
    static let page = Page(conversation: group, from: 1, through: 5, head: 9, messages: messages)
    static let epoch = EpochID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_0199)
    static let moved = Moved(
        time: now,
        conversations: [
            .init(conversation: group, head: 9, lastAt: before), .init(conversation: direct, head: 3, hasLeft: true),
        ],
        hasMore: true, own: 4)
    static let own = UserSettingsChanges(
        after: 1, cursor: 4, head: 9, profile: profile,
        settings: [
            ConversationSettings(
                conversation: group, mutedUntil: now, archivedThrough: 9, isPinned: true, isMarkedUnread: true,
                draft: "Grüße", hidden: [10, 12], changed: 3),
            ConversationSettings(conversation: direct, changed: 2),
        ],
        relations: [Relation(user: bob, name: "Bob", isFavourite: true, isBlocked: true, changed: 4)])

    static let found = SearchResult(
        conversation: group, message: message, seq: 5, sender: ada, senderName: "Ada", writtenAt: now,
        snippet: SearchSnippet(text: "👩 lunch at noon…", marks: [3..<8]))

    static let operations: [Operation.Kind] = [
        .post(
            group,
            Post(
                text: messages[1].text, mentions: messages[1].mentions, writtenAt: now, replyTo: earlier,
                forward: Forward(user: bob, name: "Bob", message: earlier))),
        .edit(group, message: message, text: "Grüße, @Bob", mentions: [Mention(user: bob, start: 7, length: 4)]),
        .delete(group, messages: [earlier, message]),
        .react(group, message: earlier, emoji: "👩‍🚀", on: true),
        .pin(group, message: earlier, on: true),
        .receipt(group, read: 4, delivered: 5),
        .createDirect(direct, with: bob),
        .createGroup(group, title: "Launch 🚀", members: [bob]),
        .rename(group, title: "Launch"),
        .setAI(group, on: false),
        .describe(group, DescriptionChange(about: "Everything up to the day", picture: .chosen(media))),
        .addMembers(group, users: [bob]),
        .removeMember(group, user: bob),
        .setRole(group, user: bob, role: .admin),
        .leave(group),
        .dissolve(group),
        .updateProfile(
            ProfileChange(
                name: "Ada L.", about: "", picture: .removed, showsPresence: false, showsReceipts: false, showsAI: false
            )),
        .updateSettings(
            group,
            SettingsChange(
                mutedUntil: now, archivedThrough: 9, isPinned: true, isMarkedUnread: false, draft: "Grüße",
                clearedThrough: 8, hidden: [10])),
        .updateRelation(bob, RelationChange(isFavourite: false, isBlocked: true)),
        .report(group, message: message, reason: "Unkind."),
    ]

    static let ledgerEntry = LedgerEntry(
        number: 7, at: now, user: profile.user, purpose: "answer/1", model: "llama3.1", messages: 12,
        inputTokens: 1_800, outputTokens: 120, outcome: "answered", took: 2_300,
        cost: Money(millionths: 12_345, currency: "USD"))

    static let report = Report(
        id: operation.retyped(), state: .open, reporter: profile.user,
        sender: User(id: bob, name: "Bob", email: "bob@example.org"),
        conversation: group, message: message, text: "Grüße", reason: "Unkind.", reportedAt: now)

    static let clientFrames: [ClientFrame] =
        (operations + insightMutations.map { .insight(group, $0) }).map {
            .operation(Operation(id: operation, kind: $0))
        } + [
            .discover(since: now),
            .discover(since: nil),
            .changes(group, after: 4),
            .page(PageRequest(conversation: group, anchor: .before(5), limit: 50)),
            .page(PageRequest(conversation: group, anchor: .around(5), limit: 20)),
            .own(after: 4),
            .insights(group, after: 4),
            .typing(group, active: true),
            .activity(active: false),
        ]

    static let serverFrames: [ServerFrame] = [
        .welcome(Welcome(session: session, profile: profile, time: now)),
        .ack(acknowledgement),
        .refusal(.operation(operation), Refusal(.rateLimited, "Too many messages. Wait a moment.", retryAfter: 1_500)),
        .refusal(.conversation(group), .conversationGone),
        .refusal(.frame, Refusal(.invalidJSON, "The JSON stops too early: more was expected at byte 7.")),
        .change(Change(conversation: group, seq: 5, info: info, members: members, messages: messages)),
        .changes(changes),
        .changes(
            Changes(
                conversation: direct, after: 0, cursor: 3, head: 3, isReset: true, oldest: 2, unread: 0,
                info: directInfo, members: [], messages: [])),
        .page(page),
        .moved(moved),
        .own(own),
        .typing(group, user: bob, active: true),
        .presence([Presence(user: ada, isOnline: true), Presence(user: bob, isOnline: false, lastSeen: before)]),
        .insights(group),
        .insightRows(insightRows),
        .assistant(nil),
        .reminders,
        .lagged,
        .renew(socket),
    ]
}
