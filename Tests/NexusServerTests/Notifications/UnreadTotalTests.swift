import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("The number on the badge of a push")
struct UnreadTotalTests {
    private let server: InlineServer
    private let ada: UserID
    private let ben: UserID
    private let group: ConversationID

    init() throws {
        server = try InlineServer()
        (ada, ben) = (try server.person("Ada"), try server.person("Ben"))
        group = try server.group(of: ada, with: [ben])
    }

    private func total() throws -> Int {
        try server.read { [ben, now = server.now] in try UnreadTotal.of(ben, at: now, in: $0) }
    }

    private func post(_ text: String = "hello", in id: ConversationID? = nil, mentioningBen: Bool = false) throws {
        let mentions = mentioningBen ? [Mention(user: ben, start: 0, length: 4)] : []
        try server.apply(.post(id ?? group, Post(text: text, mentions: mentions, writtenAt: server.now)), by: ada)
    }

    @Test("counts messages, and a conversation that is marked as unread as one")
    func messages() throws {
        #expect(try total() == 0)
        try post()
        try post()
        #expect(try total() == 2)
        try server.apply(.receipt(group, read: 100, delivered: 100), by: ben)
        #expect(try total() == 0)
        try server.apply(.updateSettings(group, SettingsChange(isMarkedUnread: true)), by: ben)
        #expect(try total() == 1)
        try post()
        #expect(try total() == 1, "a message counts in place of the mark")
    }

    @Test("counts only mentions where the conversation is archived and muted")
    func archived() throws {
        let forever = server.now.advanced(by: 1_000_000_000)
        try server.apply(
            .updateSettings(group, SettingsChange(mutedUntil: forever, archivedThrough: SettingsChange.asItStands)),
            by: ben)
        try post()
        #expect(try total() == 0)
        try post("@Ben look", mentioningBen: true)
        #expect(try total() == 1)
    }

    @Test("counts nothing of a direct conversation with a blocked person")
    func blocked() throws {
        let direct = try server.direct(ada, ben)
        try post(in: direct)
        #expect(try total() == 1)
        try server.apply(.updateRelation(ada, RelationChange(isBlocked: true)), by: ben)
        #expect(try total() == 0)
    }
}
