import Testing

@testable import NexusCore

@Suite("Personal settings")
struct UserSettingsStreamTests {
    private func own(_ seq: Seq, _ settings: ConversationSettings) -> ServerFrame {
        var settings = settings
        settings.changed = seq
        return .own(UserSettingsChanges(after: seq - 1, cursor: seq, head: seq, settings: [settings]))
    }

    private func row(_ device: ScriptedDevice) throws -> ConversationRow {
        try #require(device.engine.conversationRow(team))
    }

    @Test("show at once, are sent, and stay in the outbox until their change has arrived")
    func optimistic() throws {
        var device = ScriptedDevice.inTeam()
        let id = try device.perform(.updateSettings(team, SettingsChange(isPinned: true)))
        #expect(try row(device).isPinned)
        #expect(device.effects.operations.map(\.id) == [id])
        device.hear(.ack(Acknowledgement(operation: id, seq: 1, at: noon)))
        #expect(device.engine.outbox.entry(id)?.state == .acknowledged(1))
        #expect(try row(device).isPinned)
        let effects = device.hear(own(1, ConversationSettings(conversation: team, isPinned: true)))
        #expect(device.engine.outbox.entry(id) == nil)
        #expect(effects.stored.contains(.removeOperation(id)))
        #expect(device.engine.own.cursor == 1)
        #expect(try row(device).isPinned)
    }

    @Test("more messages than a server keeps deleted for oneself are refused at once, and nothing is queued")
    func tooManyHidden() throws {
        var device = ScriptedDevice.inTeam()
        let seqs = (0...Limits.hiddenMessages).map { Seq($0 + 2) }
        #expect(throws: Refusal.tooManyHidden) {
            try device.perform(.updateSettings(team, SettingsChange(hidden: seqs)))
        }
        #expect(device.engine.outbox.count == 0)
        try device.perform(.updateSettings(team, SettingsChange(hidden: Array(seqs.dropLast()))))
        #expect(device.engine.outbox.count == 1)
    }

    @Test("a change that its own JSON cannot hold is refused at once, and nothing is queued")
    func unreadable() throws {
        var device = ScriptedDevice.inTeam()
        let refusal = #expect(throws: Refusal.self) {
            try device.perform(.updateSettings(team, SettingsChange(clearedThrough: -1)))
        }
        #expect(refusal?.code == .invalidRequest)
        #expect(device.engine.outbox.count == 0)
        #expect(device.effects.operations.isEmpty)
    }

    @Test("the last change of two devices wins, except for pending changes here")
    func lastWins() throws {
        var device = ScriptedDevice.inTeam()
        device.hear(own(1, ConversationSettings(conversation: team, draft: "theirs")))
        #expect(try row(device).draft == "theirs")
        try device.perform(.updateSettings(team, SettingsChange(draft: "mine")))
        device.hear(own(2, ConversationSettings(conversation: team, draft: "theirs, later")))
        #expect(try row(device).draft == "mine")
    }

    @Test("a change that skips others requests them; an old one is a no-op")
    func skips() throws {
        var device = ScriptedDevice.inTeam()
        let effects = device.hear(own(3, ConversationSettings(conversation: team, isPinned: true)))
        #expect(effects.frames.contains(.own(after: 0)))
        #expect(try !row(device).isPinned)
        device.hear(
            .own(
                UserSettingsChanges(
                    after: 0, cursor: 3, head: 3,
                    settings: [ConversationSettings(conversation: team, isPinned: true, changed: 3)])))
        #expect(try row(device).isPinned)
        device.hear(own(2, ConversationSettings(conversation: team)))
        #expect(try row(device).isPinned)
    }

    @Test("the next discovery finds lost frames, and nothing is caught up before")
    func discovery() {
        var device = ScriptedDevice.inTeam()
        let effects = device.hear(.moved(Moved(time: noon, conversations: [], hasMore: false, own: 5)))
        #expect(effects.frames.contains(.own(after: 0)))
        device.hear(.own(UserSettingsChanges(after: 0, cursor: 4, head: 5)))
        #expect(device.engine.own.cursor == 4)
        #expect(device.effects.frames.contains(.own(after: 4)))
    }

    @Test("a draft is delayed, and merged into one that follows soon")
    func folding() throws {
        var device = ScriptedDevice.inTeam()
        let first = try device.perform(.updateSettings(team, SettingsChange(draft: "h")))
        #expect(device.effects.operations.isEmpty)
        let second = try device.perform(.updateSettings(team, SettingsChange(draft: "hi")))
        #expect(device.engine.outbox.entry(first) == nil)
        let delay = try #require(device.effects.delay(of: .outbox))
        #expect(device.handle(.timer(.outbox), after: delay).operations.map(\.id) == [second])
        #expect(try row(device).draft == "hi")
    }

    @Test("sending clears the draft, on all devices")
    func sending() throws {
        var device = ScriptedDevice.inTeam()
        device.hear(own(1, ConversationSettings(conversation: team, draft: "hello")))
        try device.post("hello")
        #expect(try row(device).draft == "")
        let delay = try #require(device.effects.delay(of: .outbox))
        let sent = device.handle(.timer(.outbox), after: delay).operations.map(\.kind)
        #expect(sent.contains(.updateSettings(team, SettingsChange(draft: ""))))
    }

    @Test("a too long draft is refused at once")
    func tooLong() {
        var device = ScriptedDevice.inTeam()
        let long = String(repeating: "a", count: Limits.messageCharacters + 1)
        let refusal = #expect(throws: Refusal.self) {
            try device.perform(.updateSettings(team, SettingsChange(draft: long)))
        }
        #expect(refusal?.code == .textTooLong)
    }

    @Test("settings of a conversation that is not created yet wait for it")
    func tooEarly() throws {
        var device = ScriptedDevice()
        device.connect()
        let direct = ConversationID.direct(between: ada, and: ben)
        try device.perform(.createDirect(direct, with: ben))
        let pin = try device.perform(.updateSettings(direct, SettingsChange(isPinned: true)))
        device.hear(.refusal(.operation(pin), .conversationGone))
        #expect(device.engine.outbox.entry(pin)?.state == .waiting)
    }

    @Test("an archived conversation returns with a new message")
    func archive() throws {
        var device = ScriptedDevice.inTeam()
        try device.perform(.updateSettings(team, SettingsChange(archivedThrough: SettingsChange.asItStands)))
        #expect(try row(device).isArchived)
        device.hear(.change(.post(2)))
        #expect(try !row(device).isArchived)
    }

    @Test("a muted one stays archived, and muting does not archive one that returned")
    func archiveAndMute() throws {
        var device = ScriptedDevice.inTeam()
        try device.perform(.updateSettings(team, SettingsChange(mutedUntil: ConversationSettings.always)))
        try device.perform(.updateSettings(team, SettingsChange(archivedThrough: SettingsChange.asItStands)))
        device.hear(.change(.post(2)))
        #expect(try row(device).isArchived)
        try device.perform(.updateSettings(team, SettingsChange(mutedUntil: .zero)))
        #expect(try !row(device).isArchived)
        try device.perform(.updateSettings(team, SettingsChange(mutedUntil: ConversationSettings.always)))
        #expect(try !row(device).isArchived)
    }

    @Test("a muted conversation shows no banner and counts on no badge, until the mute ends")
    func mute() throws {
        var device = ScriptedDevice.inTeam()
        device.hear(.change(.post(2)))
        #expect(device.engine.unreadTotal == 1)
        try device.perform(.updateSettings(team, SettingsChange(mutedUntil: device.now.advanced(by: 3_600_000))))
        #expect(device.engine.unreadTotal == 0)
        #expect(device.engine.banner(for: .at(2)) == nil)
        let delay = try #require(device.effects.delay(of: .unmute))
        #expect(delay == 3_600_000)
        #expect(device.handle(.timer(.unmute), after: delay).contains(.redraw(.own)))
        #expect(try row(device).mutedUntil == nil)
        #expect(device.engine.unreadTotal == 1)
    }

    @Test("a mute is sent in the server's time")
    func clocks() throws {
        var device = ScriptedDevice.inTeam()
        let welcome = Welcome(
            session: SessionID(high: 1, low: 1), profile: .of(ada), time: device.now.advanced(by: 60_000))
        device.hear(.welcome(welcome))
        let end = device.now.advanced(by: 3_600_000)
        try device.perform(.updateSettings(team, SettingsChange(mutedUntil: end)))
        #expect(
            device.effects.operations.map(\.kind) == [
                .updateSettings(team, SettingsChange(mutedUntil: end.advanced(by: 60_000)))
            ])
        #expect(try row(device).mutedUntil == end.advanced(by: 60_000))
    }

    @Test("an unread mark counts on the badge until the conversation is opened or read", arguments: [true, false])
    func markUnread(looks: Bool) throws {
        var device = ScriptedDevice.inTeam()
        try device.perform(.updateSettings(team, SettingsChange(isMarkedUnread: true)))
        #expect(device.engine.unreadTotal == 1)
        device.handle(looks ? .view(team) : .read(team, through: 1))
        #expect(try !row(device).isMarkedUnread)
        #expect(device.engine.unreadTotal == 0)
    }

    @Test("pinned conversations come first, archived ones last")
    func order() throws {
        let items = (0..<3).map { number in
            let id = ConversationID(high: 0x7000, low: UInt64(10 + number))
            var info = Conversation.group(id, title: "G\(number)")
            info.createdAt = noon.advanced(by: Int64(number))
            return SyncSnapshot.Item(
                record: ConversationRecord(info: info, cursor: 1, head: 1, read: 1), members: [.of(ada), .of(ben)],
                newest: nil, unread: [])
        }
        var device = ScriptedDevice(conversations: items)
        device.connect()
        let ids = items.map(\.record.info.id)
        #expect(device.engine.conversationRows().map(\.id) == [ids[2], ids[1], ids[0]])
        try device.perform(.updateSettings(ids[0], SettingsChange(isPinned: true)))
        try device.perform(.updateSettings(ids[2], SettingsChange(archivedThrough: SettingsChange.asItStands)))
        #expect(device.engine.conversationRows().map(\.id) == [ids[0], ids[1], ids[2]])
    }

    @Test("the user's account is the same on all devices, with pending changes applied")
    func profile() throws {
        var device = ScriptedDevice.inTeam()
        var changed = Profile.of(ada)
        changed.user.name = "Ada Lovelace"
        device.hear(.own(UserSettingsChanges(after: 0, cursor: 1, head: 1, profile: changed)))
        #expect(device.engine.profile == changed)
        try device.perform(.updateProfile(name: nil, showsPresence: false))
        changed.user.name = "Ada L."
        device.hear(.own(UserSettingsChanges(after: 1, cursor: 2, head: 2, profile: changed)))
        #expect(device.engine.profile.user.name == "Ada L.")
        #expect(!device.engine.profile.showsPresence)
    }
}
