import NexusCore
import Testing

@testable import NexusServer

@Suite("A user's own stream")
struct UserSettingsStreamTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let group: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        group = try server.group(of: ann, with: [bob])
    }

    private func changes(of user: UserID, after seq: Seq = 0) throws -> UserSettingsChanges {
        try server.read { try UserSettingsService.changes(of: user, after: seq, in: $0) }
    }

    @Test("takes a gapless seq for each change, and is private")
    func gapless() throws {
        let kinds: [Operation.Kind] = [
            .updateSettings(group, SettingsChange(isPinned: true)),
            .updateRelation(bob, RelationChange(isFavourite: true)), .updateProfile(name: "Anna", showsPresence: nil),
            .updateSettings(group, SettingsChange(draft: "half")),
        ]
        for (position, kind) in kinds.enumerated() {
            let applied = try server.apply(kind, by: ann)
            #expect(applied.acknowledgement.seq == Seq(position + 1))
            #expect(applied.own?.after == Seq(position))
            #expect(applied.own?.cursor == Seq(position + 1))
        }
        let all = try changes(of: ann)
        #expect(all.cursor == 4)
        #expect(all.profile?.user.name == "Anna")
        #expect(all.settings.map(\.draft) == ["half"])
        #expect(all.settings.map(\.isPinned) == [true])
        #expect(all.relations.map(\.name) == ["Bob"])
        #expect(try changes(of: bob) == UserSettingsChanges(after: 0, cursor: 0, head: 0))
    }

    @Test("carries how the user is told of messages")
    func notifications() throws {
        let change = NotificationChange(
            groups: .mentions, keywords: [" boiler "], quiet: QuietHours(start: 1_320, end: 420))
        try server.apply(.updateProfile(ProfileChange(notifications: change)), by: ann)
        try server.apply(.updateProfile(ProfileChange(notifications: NotificationChange(mail: .off))), by: ann)
        try server.apply(.updateSettings(group, SettingsChange(level: .nothing, playsSound: true)), by: ann)
        let all = try changes(of: ann)
        var expected = NotificationSettings()
        expected.groups = .mentions
        expected.keywords = ["boiler"]
        expected.quiet = QuietHours(start: 1_320, end: 420)
        expected.mail = .off
        #expect(all.profile?.notifications == expected)
        #expect(all.settings.map(\.level) == [.nothing] && all.settings.map(\.playsSound) == [true])
        let many = NotificationChange(keywords: (0...NotificationSettings.keywordLimit).map { "word \($0)" })
        #expect(throws: Refusal.self) { try server.apply(.updateProfile(ProfileChange(notifications: many)), by: ann) }
    }

    @Test("a no-op takes no seq")
    func nothing() throws {
        try server.apply(.updateSettings(group, SettingsChange(isPinned: true)), by: ann)
        let again = try server.apply(.updateSettings(group, SettingsChange(isPinned: true)), by: ann)
        #expect(again.acknowledgement.seq == 0)
        #expect(again.own == nil)
    }

    @Test("only changes after the cursor are returned")
    func catchUp() throws {
        try server.apply(.updateSettings(group, SettingsChange(isPinned: true)), by: ann)
        try server.apply(.updateRelation(bob, RelationChange(isFavourite: true)), by: ann)
        let later = try changes(of: ann, after: 1)
        #expect(later.settings.isEmpty)
        #expect(later.relations.map(\.user) == [bob])
        #expect(try changes(of: ann, after: 2).relations.isEmpty)
        #expect(try changes(of: ann, after: 9).cursor == 2, "a cursor of another database goes nowhere")
    }

    @Test("long answers are split, without a gap")
    func several() throws {
        let count = UserSettingsService.rowsPerAnswer + 20
        for number in 0..<count {
            let id = try server.group(of: ann, with: [], title: "G\(number)")
            try server.apply(.updateSettings(id, SettingsChange(isPinned: true)), by: ann)
        }
        let first = try changes(of: ann)
        #expect(first.hasMore)
        #expect(first.settings.count == UserSettingsService.rowsPerAnswer)
        let rest = try changes(of: ann, after: first.cursor)
        #expect(!rest.hasMore)
        #expect(first.settings.count + rest.settings.count == count)
    }

    @Test("every discovery has its head")
    func discovery() throws {
        try server.apply(.updateSettings(group, SettingsChange(isPinned: true)), by: ann)
        #expect(try server.moved(since: nil, for: ann).own == 1)
        #expect(try server.moved(since: nil, for: bob).own == 0)
    }

    @Test("a conversation is archived at most up to its head")
    func clamped() throws {
        let applied = try server.apply(.updateSettings(group, SettingsChange(archivedThrough: 1_000)), by: ann)
        #expect(applied.own?.settings.first?.archivedThrough == 1)
    }

    @Test("non-members have no settings, and relations need another existing user")
    func refused() throws {
        let cem = try server.person("Cem")
        #expect(
            try refusal { try server.apply(.updateSettings(group, SettingsChange(isPinned: true)), by: cem) }
                == .conversationGone)
        #expect(
            try refusal { try server.apply(.updateRelation(server.identifier(), RelationChange()), by: ann) }
                == .unknownPerson)
        #expect(
            try refusal { try server.apply(.updateRelation(ann, RelationChange(isFavourite: true)), by: ann) }
                == .invalidRequest)
        let long = SettingsChange(draft: String(repeating: "a", count: Limits.messageCharacters + 1))
        #expect(try refusal { try server.apply(.updateSettings(group, long), by: ann) } == .textTooLong)
    }
}
