import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Repeated operations")
struct IdempotencyTests {
    /// Every kind of operation, as requested by Ann.
    enum Kind: CaseIterable {
        case post, edit, delete, react, pin, receipt, createDirect, createGroup, rename, addMembers, removeMember,
            leave,
            dissolve
        case updateProfile, updateSettings, updateRelation, report, setRole
    }

    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let group: ConversationID
    let message: Message
    let reply: Message

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
        group = try server.group(of: ann, with: [bob])
        message = try server.post("Helo", in: group, by: ann)
        reply = try server.post("Hi", in: group, by: bob)
    }

    private func operation(_ kind: Kind) -> Operation {
        let asked: Operation.Kind =
            switch kind {
            case .post: .post(group, text: "Again", writtenAt: server.now.advanced(by: -5_000))
            case .edit: .edit(group, message: message.id, text: "Hello")
            case .delete: .delete(group, messages: [message.id])
            case .react: .react(group, message: message.id, emoji: "👍", on: true)
            case .pin: .pin(group, message: message.id, on: true)
            case .receipt: .receipt(group, read: 3, delivered: 3)
            case .createDirect: .createDirect(.direct(between: ann, and: cem), with: cem)
            case .createGroup: .createGroup(server.identifier(), title: "New", members: [cem])
            case .rename: .rename(group, title: "Trips")
            case .addMembers: .addMembers(group, users: [cem])
            case .removeMember: .removeMember(group, user: bob)
            case .leave: .leave(group)
            case .dissolve: .dissolve(group)
            case .updateProfile: .updateProfile(name: "Anna", showsPresence: false)
            case .updateSettings: .updateSettings(group, SettingsChange(isPinned: true, draft: "half"))
            case .updateRelation: .updateRelation(bob, RelationChange(isFavourite: true))
            case .setRole: .setRole(group, user: bob, role: .owner)
            case .report: .report(group, message: reply.id, reason: "Unkind.")
            }
        return server.operation(asked)
    }

    /// All rows of the tables that operations change.
    private func rows() throws -> [String] {
        try server.read { reader in
            try [
                "SELECT hex(id), head, changed_at, title, changed FROM conversations ORDER BY id",
                "SELECT hex(user_id), role, has_left, read_seq, changed FROM members ORDER BY conversation_id, user_id",
                "SELECT hex(id), seq, changed, text || coalesce(hex(reactions), ''), edited_at, pinned_at FROM messages ORDER BY conversation_id, seq",
                "SELECT hex(user_id), is_pinned, draft, changed, muted_until FROM settings ORDER BY user_id",
                "SELECT hex(user_id), is_favourite, is_blocked, changed, hex(other_id) FROM relations ORDER BY user_id",
                "SELECT hex(user_id), head, profile_changed, 0, 0 FROM own_heads ORDER BY user_id",
                "SELECT hex(id), state, text, reason, reported_at FROM reports ORDER BY id",
                "SELECT name, email, shows_presence, folded_name, created_at FROM users ORDER BY id",
            ].flatMap { sql -> [String] in
                // PostgreSQL has another word for it.
                let statement =
                    TestDatabase.isPostgres ? sql.replacing(/hex\((\w+)\)/) { "encode(\($0.1), 'hex')" } : sql
                return try reader.all(SQL(statement)) { row in
                    try (0..<5).map { _ in try row.next() }.joined(separator: "|")
                }
            }
        }
    }

    @Test("return the original success, change nothing and publish nothing", arguments: Kind.allCases)
    func repeated(_ kind: Kind) throws {
        let operation = operation(kind)
        let first = try server.apply(operation, by: ann)
        // A report is not published.
        #expect(first.publications.count == 1 || first.own != nil || kind == .report)
        let after = try rows()
        for restarts in [false, true] {
            server.now = server.now.advanced(by: 60_000)
            if restarts { server.restart() }
            let again = try server.apply(operation, by: ann)
            #expect(again.publications.isEmpty)
            #expect(again.acknowledgement.operation == operation.id)
            switch kind {
            // Their record is the state itself: a repeated receipt is a no-op.
            case .receipt: #expect(again.acknowledgement.seq == 0)
            case .createDirect: #expect(again.acknowledgement.seq == first.acknowledgement.seq)
            default: #expect(again.acknowledgement == first.acknowledgement)
            }
            #expect(try rows() == after)
        }
    }

    @Test("return the original success even after later changes")
    func stale() throws {
        let rename = server.operation(.rename(group, title: "First"))
        let first = try server.apply(rename, by: ann)
        try server.apply(.rename(group, title: "Second"), by: bob)
        #expect(try server.apply(rename, by: ann).acknowledgement == first.acknowledgement)
        let edit = server.operation(.edit(group, message: message.id, text: "First"))
        let edited = try server.apply(edit, by: ann)
        try server.apply(.edit(group, message: message.id, text: "Second"), by: ann)
        #expect(try server.apply(edit, by: ann).acknowledgement == edited.acknowledgement)
        let profile = server.operation(.updateProfile(name: "Anna", showsPresence: nil))
        try server.apply(profile, by: ann)
        try server.apply(.updateProfile(name: "Anne", showsPresence: nil), by: ann)
        try server.apply(profile, by: ann)
        let changes = try server.changes(of: group, after: 0, for: bob)
        #expect(changes.info?.title == "Second")
        #expect(changes.messages.first?.text == "Second")
        #expect(changes.members.first { $0.user == ann }?.name == "Anne")
    }

    @Test("a refused operation is not recorded: it may succeed later")
    func refusedFirst() throws {
        let rename = server.operation(.rename(group, title: "Mine"))
        #expect(throws: Refusal.conversationGone) { try server.apply(rename, by: cem) }
        try server.apply(.addMembers(group, users: [cem]), by: ann)
        #expect(try server.apply(rename, by: cem).publications.count == 1)
    }

    @Test("another user's operation identifier is taken")
    func othersIdentifier() throws {
        let rename = server.operation(.rename(group, title: "Trips"))
        try server.apply(rename, by: ann)
        #expect(throws: Refusal.identifierTaken) { try server.apply(rename, by: bob) }
    }
}
