import Testing

@testable import NexusCore

@Suite("Mentions of the user")
struct MentionCountTests {
    private func row(_ device: ScriptedDevice) throws -> ConversationRow {
        try #require(device.engine.conversationRow(team))
    }

    private func hear(_ device: inout ScriptedDevice, _ seq: Seq, by sender: UserID = ben, of users: [UserID]) {
        device.hear(
            .change(Change(conversation: team, seq: seq, messages: [.at(seq, by: sender, mentioning: users)])))
    }

    @Test("are counted separately, until read")
    func counted() throws {
        var device = ScriptedDevice.inTeam()
        hear(&device, 2, of: [ada])
        hear(&device, 3, of: [cyd])
        hear(&device, 4, by: ada, of: [ada])
        #expect(try row(device).unread == 2)
        #expect(try row(device).mentions == 1)
        device.handle(.read(team, through: 2))
        #expect(try row(device).mentions == 0)
    }

    @Test("pass a mute: they are announced and count on the badge")
    func muted() throws {
        var device = ScriptedDevice.inTeam()
        try device.perform(.updateSettings(team, SettingsChange(mutedUntil: ConversationSettings.always)))
        hear(&device, 2, of: [cyd])
        #expect(device.engine.unreadTotal == 0)
        hear(&device, 3, of: [ada])
        #expect(device.engine.unreadTotal == 1)
        #expect(device.engine.banner(for: .at(3, mentioning: [ada])) != nil)
        #expect(device.engine.banner(for: .at(2)) == nil)
    }

    @Test("by a blocked user are not announced")
    func blocked() throws {
        var device = ScriptedDevice.inTeam()
        try device.perform(.updateRelation(ben, RelationChange(isBlocked: true)))
        #expect(device.engine.banner(for: .at(3, mentioning: [ada])) == nil)
    }

    @Test("by a blocked user do not count, and do again after unblocking, also after a restart")
    func blockedCount() throws {
        var device = ScriptedDevice.inTeam()
        try device.perform(.updateSettings(team, SettingsChange(mutedUntil: ConversationSettings.always)))
        hear(&device, 2, by: ben, of: [ada])
        hear(&device, 3, by: cyd, of: [ada])
        #expect(try row(device).mentions == 2)
        try device.perform(.updateRelation(ben, RelationChange(isBlocked: true)))
        #expect(try row(device).mentions == 1)
        #expect(device.engine.unreadTotal == 1)
        try device.perform(.updateRelation(ben, RelationChange(isBlocked: false)))
        #expect(try row(device).mentions == 2)
        let state = try #require(device.state())
        let item = ConversationState(
            record: state.record, members: state.members, newest: state.newest, unread: [2, 3], mentions: [2, 3],
            mentionSenders: [ben, cyd], me: ada)
        #expect(item.discounted(.init(blocked: [ben])).mentions == 1)
    }

    @Test(
        "in gaps are counted by the server, which is asked again after a block or a deletion for oneself"
    )
    func discountedInGaps() throws {
        func counts(unread: Int, mentions: Int) -> ServerFrame {
            .changes(
                Changes(
                    conversation: team, after: 5, cursor: 5, head: 5, isReset: false, oldest: 0, unread: unread,
                    mentions: mentions, info: nil, members: [], messages: []))
        }
        func own(_ seq: Seq, _ settings: [ConversationSettings], _ relations: [Relation] = []) -> ServerFrame {
            .own(UserSettingsChanges(after: seq - 1, cursor: seq, head: seq, settings: settings, relations: relations))
        }
        var device = ScriptedDevice.inTeam(cursor: 5, gaps: Gaps([1...4]), unreadInGaps: 3)
        device.hear(counts(unread: 3, mentions: 3))
        #expect(try row(device).mentions == 3)
        var effects = device.hear(own(1, [], [Relation(user: ben, isBlocked: true, changed: 1)]))
        #expect(effects.frames.contains(.changes(team, after: 5)))
        device.hear(counts(unread: 3, mentions: 2))
        #expect(try row(device).mentions == 2)
        effects = device.hear(own(2, [ConversationSettings(conversation: team, hidden: [3], changed: 2)]))
        #expect(effects.frames.contains(.changes(team, after: 5)))
        device.hear(counts(unread: 2, mentions: 1))
        #expect(try row(device).unread == 2)
        effects = device.hear(own(3, [], [Relation(user: ben, isBlocked: false, changed: 3)]))
        device.hear(own(4, [], [Relation(user: ben, isBlocked: true, changed: 4)]))
        effects = device.hear(counts(unread: 2, mentions: 2))
        #expect(effects.frames.contains(.changes(team, after: 5)), "that was counted before the last of them")
        device.hear(counts(unread: 2, mentions: 1))
        // An uncounted message does not reduce the counts when it arrives.
        let page = Page(
            conversation: team, from: 2, through: 4, head: 5,
            messages: [
                .at(2, by: ben, mentioning: [ada]), .at(3, by: cyd, mentioning: [ada]),
                .at(4, by: cyd, mentioning: [ada]),
            ])
        device.hear(.page(page))
        #expect(try row(device).unread == 2)
        #expect(try row(device).mentions == 1)
    }

    @Test("follow edits and deletions")
    func edited() throws {
        var device = ScriptedDevice.inTeam()
        hear(&device, 2, of: [])
        #expect(try row(device).mentions == 0)
        device.hear(.change(Change(conversation: team, seq: 3, messages: [.at(2, changed: 3, mentioning: [ada])])))
        #expect(try row(device).mentions == 1)
        device.hear(.change(Change(conversation: team, seq: 4, messages: [.at(2, changed: 4, deleted: true)])))
        #expect(try row(device).mentions == 0)
    }

    @Test("follow from the names in the text, and the row shows present names")
    func written() throws {
        var device = ScriptedDevice.inTeam()
        try device.post("  @Ben and @Nobody")
        let posted = try #require(device.effects.operations.first)
        guard case .post(_, let post) = posted.kind else { return #expect(Bool(false), "it is a post") }
        #expect(post.mentions == [Mention(user: ben, start: 0, length: 4)])
        #expect(post.text == "@Ben and @Nobody")
        var benjamin = Member.of(ben, changed: 2)
        benjamin.name = "Benjamin"
        device.hear(.change(Change(conversation: team, seq: 2, members: [benjamin])))
        #expect(try row(device).lastText == "@Benjamin and @Nobody")
        let screen = TimelineScreen(me: ada, members: try #require(device.state()).members)
        let rows = screen.rows(messages: [], outbox: device.engine.outbox.entries)
        guard case .message(let shown)? = rows.last else { return #expect(Bool(false), "there is a row") }
        #expect(shown.text == "@Benjamin and @Nobody")
        #expect(shown.mentions == [Mention(user: ben, start: 0, length: 9)])
        #expect(!shown.mentionsMe)
    }

    @Test("wait in a pending edit, with present names")
    func editWaits() throws {
        var device = ScriptedDevice.inTeam()
        hear(&device, 2, by: ada, of: [])
        try device.perform(.edit(team, message: Message.at(2).id, text: "@Cyd too"))
        let screen = TimelineScreen(me: ada, members: try #require(device.state()).members)
        let rows = screen.rows(messages: [.at(2, by: ada)], outbox: device.engine.outbox.entries)
        guard case .message(let shown)? = rows.last else { return #expect(Bool(false), "there is a row") }
        #expect(shown.hasPendingChange)
        #expect(shown.mentions.map(\.user) == [cyd])
    }
}
