import Testing

@testable import NexusCore

@Suite("A restored server")
struct EpochTests {
    private static let old = EpochID(high: 0xE, low: 1)
    private static let new = EpochID(high: 0xE, low: 2)

    private static func welcome(_ epoch: EpochID?, at time: Timestamp = noon) -> ServerFrame {
        .welcome(Welcome(session: SessionID(high: 1, low: 1), profile: .of(ada), time: time, epoch: epoch))
    }

    /// Ada's device at `cursor` of `team`, whose socket has just been opened.
    private static func device(
        cursor: Seq = 9, epoch: EpochID? = old, outbox: [OutboxEntry] = [],
        own: UserSettingsState = UserSettingsState(),
        info: Conversation = .group(), members: [Member] = [.of(ada, role: .owner), .of(ben), .of(cyd)]
    ) -> ScriptedDevice {
        let record = ConversationRecord(info: info, cursor: cursor, head: cursor, read: cursor)
        var device = ScriptedDevice()
        device.engine = SyncEngine(
            restoring: SyncSnapshot(
                profile: .of(ada), since: noon,
                conversations: [
                    SyncSnapshot.Item(
                        record: record, members: members, newest: .at(cursor, in: info.id), unread: [])
                ], own: own, outbox: outbox, epoch: epoch), seed: DeviceRandom(seed: 1))
        device.handle(.start)
        device.handle(.socketOpened)
        return device
    }

    /// The newest page of `team` as a server has it whose last change is `head`.
    private static func fresh(
        _ head: Seq, _ messages: [Message] = [], after: Seq = 0, of id: ConversationID = team, epoch: EpochID? = new
    ) -> ServerFrame {
        .changes(
            Changes(
                conversation: id, after: after, cursor: head, head: head, isReset: true, oldest: 0, unread: 0,
                info: .group(id), members: [.of(ada, role: .owner), .of(ben), .of(cyd)], messages: messages,
                epoch: epoch))
    }

    @Test("the first epoch of a device is adopted, and nothing is fetched again")
    func first() {
        var device = Self.device(epoch: nil)
        let effects = device.hear(Self.welcome(Self.new))
        #expect(effects.stored == [.putEpoch(Self.new)])
        #expect(device.state()?.record.cursor == 9)
        #expect(!effects.contains(.startedOver))
    }

    @Test("nothing that depends on the epoch is sent before the server has sent its own")
    func heldBack() {
        let entry = OutboxEntry(operation: .post(1), order: 1, createdAt: noon)
        var device = Self.device(outbox: [entry])
        #expect(device.effects.operations.isEmpty)
        let effects = device.hear(Self.welcome(Self.old))
        #expect(effects.operations.map(\.id) == [entry.operation.id])
    }

    @Test("in another epoch the device collects its user's messages, and then fetches everything again")
    func startsOver() {
        var device = Self.device()
        var effects = device.hear(Self.welcome(Self.new))
        #expect(
            effects.contains(
                .collect(since: noon.advanced(by: -Limits.repeatMilliseconds), limit: Limits.repeatMessages)))
        #expect(effects.frames.isEmpty)
        // Frames in between are of an epoch that this device does not have yet.
        #expect(device.hear(.change(.post(10))).stored.isEmpty)
        effects = device.handle(.collected([]))
        #expect(effects.contains(.startedOver))
        #expect(effects.stored.contains(.putEpoch(Self.new)))
        #expect(effects.frames.contains(.discover(since: nil, insights: 0)))
        #expect(effects.frames.contains(.changes(team, after: 0)))
        #expect(effects.frames.contains(.own(after: 0)))
        #expect(device.state()?.isOutdated == true)
    }

    @Test("old rows stay until their replacement arrives, in one transaction")
    func replaced() throws {
        var device = Self.device()
        device.hear(Self.welcome(Self.new))
        #expect(!device.handle(.collected([])).stored.contains(.removeConversation(team)))
        // Changes of the new epoch are not applied on top of old rows.
        #expect(device.hear(.change(.post(5))).stored.isEmpty)
        let stored = device.hear(Self.fresh(5, [.at(2), .at(5)])).stored
        #expect(stored.first == .removeConversation(team))
        #expect(stored.contains(.upsertMessages([.at(2), .at(5)])))
        let state = try #require(device.state())
        #expect((state.record.cursor, state.record.head) == (5, 5))
        #expect(state.newest == .at(5))
        #expect(device.hear(.change(.post(6))).stored.contains(.upsertMessages([.at(6)])))
    }

    @Test(
        "own messages are posted again under their identifiers, before the rest of the outbox; those that the server has are not"
    )
    func postedAgain() {
        let waiting = OutboxEntry(operation: .post(77), order: 3, createdAt: noon)
        var device = Self.device(outbox: [waiting])
        device.hear(Self.welcome(Self.new))
        let (kept, lost) = (
            Message.at(4, by: ada), Message.at(8, by: ada, text: "lost", replyTo: MessageID(high: 2, low: 7))
        )
        var effects = device.handle(.collected([lost, .at(7, by: ben), kept]))
        let queued = effects.stored.compactMap { if case .putOperation(let entry) = $0 { entry } else { nil } }
        #expect(queued.map(\.operation.id) == [kept.id.retyped(), lost.id.retyped()])
        #expect(queued.allSatisfy { $0.isRepeat })
        #expect(effects.operations.isEmpty)
        effects = device.hear(Self.fresh(5, [kept]))
        #expect(effects.stored.contains(.removeOperation(kept.id.retyped())))
        #expect(effects.operations.map(\.id) == [lost.id.retyped()])
        // Its original may be missing: it is posted anyway.
        effects = device.hear(.refusal(.operation(lost.id.retyped()), Refusal(.messageGone, "gone")))
        guard case .post(_, let post)? = effects.operations.first?.kind else {
            Issue.record("nothing was posted again")
            return
        }
        #expect((post.text, post.replyTo) == ("lost", nil))
        effects = device.hear(.ack(Acknowledgement(operation: lost.id.retyped(), seq: 6, at: noon)))
        #expect(effects.operations.map(\.id) == [waiting.operation.id])
    }

    @Test(
        "only recent messages are posted again, the newest ones, and no forwarded ones or others'")
    func window() {
        let edge = noon.advanced(by: -Limits.repeatMilliseconds)
        var forwarded = Message.at(6, by: ada)
        forwarded.forward = Forward(user: ben, name: "Ben")
        let messages = [
            Message.at(2, by: ada, writtenAt: edge.advanced(by: -1)), .at(3, by: ada, writtenAt: edge),
            .at(4, by: ben), forwarded,
        ]
        var device = Self.device()
        device.hear(Self.welcome(Self.new))
        device.handle(.collected(messages))
        #expect(device.engine.outbox.entries.map(\.operation.id) == [messages[1].id.retyped()])

        device = Self.device()
        device.hear(Self.welcome(Self.new))
        let many = (1...Seq(Limits.repeatMessages + 1)).map { Message.at($0, by: ada) }
        device.handle(.collected(many))
        #expect(device.engine.outbox.entries.map(\.operation.id) == many.dropFirst().map { $0.id.retyped() })
    }

    @Test("the outbox stays, without positions of the old epoch; acknowledged operations are sent again")
    func outbox() {
        let positions = SettingsChange(archivedThrough: 8, draft: "kept", clearedThrough: 7, hidden: [9])
        let entries = [
            OutboxEntry(operation: .post(1), order: 1, createdAt: noon),
            OutboxEntry(
                operation: Operation(2, .rename(team, title: "T")), order: 2, state: .acknowledged(10), createdAt: noon),
            OutboxEntry(operation: Operation(3, .receipt(team, read: 9, delivered: 9)), order: 3, createdAt: noon),
            OutboxEntry(operation: Operation(4, .updateSettings(team, positions)), order: 4, createdAt: noon),
            OutboxEntry(
                operation: Operation(5, .updateSettings(team, SettingsChange(clearedThrough: 7))), order: 5,
                createdAt: noon),
        ]
        var device = Self.device(outbox: entries)
        device.hear(Self.welcome(Self.new))
        device.handle(.collected([]))
        let held = device.engine.outbox.entries
        #expect(held.map(\.operation.id.low) == [1, 2, 4])
        #expect(held.allSatisfy { $0.state == .waiting })
        #expect(held.last?.operation.kind == .updateSettings(team, SettingsChange(draft: "kept")))
    }

    @Test("the user's deletions are repeated")
    func deleted() {
        var device = Self.device()
        device.hear(Self.welcome(Self.new))
        let message = Message.at(4, by: ada, changed: 8, deleted: true)
        device.handle(.collected([message]))
        #expect(device.hear(Self.fresh(5)).operations.map(\.kind) == [.delete(team, messages: [message.id])])
        let id = device.engine.outbox.entries[0].operation.id
        let effects = device.hear(.refusal(.operation(id), Refusal(.messageGone, "gone")))
        #expect(effects.stored == [.removeOperation(id)])
    }

    @Test("settings that the server does not have are repeated")
    func settled() {
        let settings = [
            ConversationSettings(
                conversation: team, isPinned: true, draft: "typed", clearedThrough: 6, level: .mentions,
                playsSound: true, changed: 5),
            ConversationSettings(conversation: other, isPinned: true, changed: 2),
        ]
        let own = UserSettingsState(
            cursor: 6, settings: settings, relations: [Relation(user: ben, isBlocked: true, changed: 6)])
        var device = Self.device(own: own)
        device.hear(Self.welcome(Self.new))
        device.handle(.collected([]))
        // Its places mean others now.
        #expect(device.engine.ownView.settings(of: team).clearedThrough == 0)
        #expect(device.engine.ownView.settings(of: team).draft == "typed")
        let answer = UserSettingsChanges(after: 0, cursor: 3, head: 3, settings: [settings[1]])
        let effects = device.hear(.own(answer))
        #expect(effects.stored.first == .removeOwn)
        #expect(device.engine.own == UserSettingsState(cursor: 3, settings: [settings[1]]))
        #expect(
            device.engine.outbox.entries.map(\.operation.kind) == [
                .updateSettings(
                    team,
                    SettingsChange(
                        mutedUntil: .zero, isPinned: true, isMarkedUnread: false, draft: "typed", level: .mentions,
                        playsSound: true)),
                .updateRelation(ben, RelationChange(isFavourite: false, isBlocked: true)),
            ])
        #expect(device.engine.ownView.blocked == [ben])
        #expect(device.engine.ownView.settings(of: team).level == .mentions)
        #expect(device.engine.ownView.settings(of: team).playsSound)
    }

    @Test("a cursor beyond the server's head in the same epoch makes the device fetch everything again")
    func ahead() {
        var device = Self.device()
        // Each connection asks about the conversation that changed last.
        let asked = device.hear(Self.welcome(Self.old))
        #expect(asked.frames.contains(.changes(team, after: 9)))
        device.hear(.moved(Moved(time: noon, conversations: [], hasMore: false, epoch: Self.old)))
        #expect(!device.engine.isCaughtUp)
        let effects = device.hear(Self.fresh(5, after: 9, epoch: Self.old))
        #expect(!effects.frames.contains(.changes(team, after: 9)))
        #expect(effects.contains { if case .collect = $0 { true } else { false } })
        device.handle(.collected([]))
        device.hear(Self.fresh(5, [.at(5)], epoch: Self.old))
        #expect(device.state()?.record.cursor == 5)
    }

    @Test("a head before the cursor in a discovery leads to a question")
    func movedBack() {
        var device = Self.device(cursor: 9)
        device.hear(Self.welcome(Self.old))
        device.hear(Self.fresh(9, after: 9, epoch: Self.old))
        let entry = Moved.Entry(conversation: team, head: 5)
        let effects = device.hear(.moved(Moved(time: noon, conversations: [entry], hasMore: false, epoch: Self.old)))
        #expect(effects.frames.contains(.changes(team, after: 9)))
    }

    private static let gone = Refusal(.conversationGone, "gone")

    @Test("a group that the server has lost is created again by its owner, with their messages")
    func lostGroup() {
        var device = Self.device(info: .group())
        device.hear(Self.welcome(Self.new))
        let message = Message.at(4, by: ada)
        device.handle(.collected([message]))
        var effects = device.hear(.refusal(.conversation(team), Self.gone))
        #expect(effects.stored.contains(.removeConversation(team)))
        #expect(effects.operations.map(\.kind) == [.createGroup(team, title: "Team", members: [ben, cyd])])
        let creation = effects.operations[0].id
        effects = device.hear(.ack(Acknowledgement(operation: creation, seq: 1, at: noon)))
        #expect(effects.operations.map(\.id) == [message.id.retyped()])
    }

    @Test("another owner's lost group disappears, and the user's messages wait until its owner creates it again")
    func lostGroupOfAnother() {
        var device = Self.device(members: [.of(ada), .of(ben, role: .owner)])
        device.hear(Self.welcome(Self.new))
        let message = Message.at(4, by: ada)
        device.handle(.collected([message]))
        var effects = device.hear(.refusal(.conversation(team), Self.gone))
        #expect(device.state() == nil)
        #expect(effects.operations.map(\.id) == [message.id.retyped()])
        effects = device.hear(.refusal(.operation(message.id.retyped()), Self.gone))
        #expect(device.engine.outbox.entries.map(\.state) == [.failed(Self.gone)])
        #expect(!effects.contains { if case .refused = $0 { true } else { false } })
        device.hear(.change(Change(conversation: team, seq: 1)))
        effects = device.hear(Self.fresh(1))
        #expect(effects.operations.map(\.id) == [message.id.retyped()])
    }

    @Test("a lost direct conversation is created again by a user who wrote in it")
    func lostDirect() {
        let id = ConversationID.direct(between: ada, and: ben)
        let info = Conversation(id: id, kind: .direct, title: nil, creator: ben, createdAt: noon, changed: 1)
        var device = Self.device(info: info, members: [.of(ada), .of(ben)])
        device.hear(Self.welcome(Self.new))
        device.handle(.collected([.at(4, by: ada, in: id)]))
        let effects = device.hear(.refusal(.conversation(id), Self.gone))
        #expect(effects.operations.map(\.kind) == [.createDirect(id, with: ben)])
    }
}
