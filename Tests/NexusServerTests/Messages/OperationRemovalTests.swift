import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("The removal of old records of operations")
struct OperationRemovalTests {
    let server: InlineServer
    let ann: UserID
    let group: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        // This is an operation too.
        group = try server.group(of: ann, with: [])
    }

    private func step() async throws -> Bool {
        try await OperationRemoval(database: server.database, now: { [now = server.now] in now }).step()
    }

    private func count() throws -> Int {
        try server.read { reader in try reader.first("SELECT COUNT(*) FROM operations") { try $0.next() } } ?? 0
    }

    private func draft(_ text: String) -> NexusCore.Operation {
        server.operation(.updateSettings(group, SettingsChange(draft: text)))
    }

    @Test("takes those of drafts after a week, to the millisecond, and leaves all others")
    func drafts() async throws {
        let rename = server.operation(.rename(group, title: "First"))
        let first = try server.apply(rename, by: ann)
        let settings = server.operation(.updateSettings(group, SettingsChange(isPinned: true, draft: "half")))
        try server.apply(settings, by: ann)
        let typed = draft("typed")
        let acknowledged = try server.apply(typed, by: ann).acknowledgement
        server.now = server.now.advanced(by: OperationRemoval.draftAge)
        #expect(try await !step())
        #expect(try server.apply(typed, by: ann).acknowledgement == acknowledged)
        server.now = server.now.advanced(by: 1)
        #expect(try await !step())
        #expect(try count() == 3)
        #expect(try server.apply(rename, by: ann).acknowledgement == first.acknowledgement)
    }

    @Test("takes the others once no outbox holds them any more")
    func others() async throws {
        server.now = server.now.advanced(by: 1)
        try server.apply(.rename(group, title: "First"), by: ann)
        server.now = server.now.advanced(by: OperationRemoval.age)
        #expect(try await !step())
        #expect(try count() == 1)
        server.now = server.now.advanced(by: 1)
        #expect(try await !step())
        #expect(try count() == 0)
    }

    @Test("takes a bounded number at a time")
    func bounded() async throws {
        for number in 0...OperationRemoval.recordsPerStep { try server.apply(draft("\(number)"), by: ann) }
        server.now = server.now.advanced(by: OperationRemoval.draftAge + 1)
        #expect(try await step())
        #expect(try count() == 2)
        #expect(try await !step())
        #expect(try count() == 1)
        #expect(try await !step())
    }

    @Test("takes those that an earlier version wrote for drafts with the others")
    func earlier() async throws {
        try server.write { [ann, now = server.now, id = OperationID(high: 0x7000, low: 1)] transaction in
            try transaction.run(
                "INSERT INTO operations (id, user_id, seq, at) VALUES ($1, $2, 1, $3)", .id(id), .id(ann), .time(now))
        }
        server.now = server.now.advanced(by: OperationRemoval.draftAge + 1)
        #expect(try await !step())
        #expect(try count() == 2)
        server.now = server.now.advanced(by: OperationRemoval.age)
        #expect(try await !step())
        #expect(try count() == 0)
    }
}
