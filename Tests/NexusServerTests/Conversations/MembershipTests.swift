import NexusCore
import Testing

@testable import NexusServer

@Suite("Membership")
struct MembershipTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let group: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
        group = try server.group(of: ann, with: [bob])
    }

    @Test("a new member has everything before them read, and is announced")
    func added() throws {
        try server.post("Before", in: group, by: ann)
        let applied = try server.apply(.addMembers(group, users: [cem, bob, cem]), by: bob)
        let row = Member(user: cem, name: "Cem", role: .member, joined: 3, read: 3, delivered: 3, changed: 3)
        #expect(applied.change?.seq == 3)
        #expect(applied.change?.members == [row])
        #expect(applied.publications.first?.recipients == [ann, bob, cem].sorted())
        let changes = try server.changes(of: group, after: 0, for: cem)
        #expect(changes.messages.filter(\.isSaid).map(\.text) == ["Before"])
        #expect(changes.unread == 0)
    }

    @Test("adding a member again is a no-op")
    func addedAgain() throws {
        let applied = try server.apply(.addMembers(group, users: [bob]), by: ann)
        #expect(applied.acknowledgement.seq == 0)
        #expect(applied.publications.isEmpty)
    }

    @Test("a returning member gets their row again, as an ordinary member")
    func back() throws {
        try server.apply(.addMembers(group, users: [cem]), by: ann)
        try server.apply(.leave(group), by: ann)
        try server.apply(.addMembers(group, users: [ann]), by: bob)
        let member = try server.member(ann, of: group)
        #expect(member == Member(user: ann, name: "Ann", role: .member, joined: 4, read: 4, delivered: 4, changed: 4))
        #expect(try server.changes(of: group, after: 0, for: ann).members.count == 3)
        try server.post("Welcome back", in: group, by: bob)
        #expect(try server.changes(of: group, after: 4, for: ann).unread == 1)
    }

    @Test("the owner removes a member, who learns only of the removal")
    func removed() throws {
        let applied = try server.apply(.removeMember(group, user: bob), by: ann)
        #expect(applied.publications.map(\.recipients) == [[ann]])
        #expect(applied.publications.map(\.departed) == [[bob]])
        #expect(applied.change?.members.map(\.user) == [bob])
        #expect(applied.change?.members.first?.hasLeft == true)
        #expect(try server.post("Alone", in: group, by: ann).seq == 3)
        #expect(try server.apply(.removeMember(group, user: bob), by: ann).publications.isEmpty)
    }

    @Test("only the owner removes members, and never themself")
    func mayNotRemove() throws {
        #expect(throws: Refusal.notAllowed) { try server.apply(.removeMember(group, user: ann), by: bob) }
        #expect(throws: Refusal.notAllowed) { try server.apply(.removeMember(group, user: ann), by: ann) }
        #expect(throws: Refusal.notAllowed) { try server.apply(.dissolve(group), by: bob) }
        #expect(throws: Refusal.conversationGone) { try server.apply(.removeMember(group, user: bob), by: cem) }
    }

    @Test("the longest-standing member succeeds an owner who leaves")
    func heir() throws {
        try server.apply(.addMembers(group, users: [cem]), by: ann)
        try server.apply(.removeMember(group, user: bob), by: ann)
        try server.apply(.addMembers(group, users: [bob]), by: ann)
        let applied = try server.apply(.leave(group), by: ann)
        #expect(try server.member(cem, of: group).role == .owner)
        #expect(try server.member(bob, of: group).role == .member)
        #expect(applied.change?.members.map(\.user) == [ann, cem])
        #expect(applied.publications.first?.departed == [ann])
        server.restart()
        #expect(try server.apply(.removeMember(group, user: bob), by: cem).publications.count == 1)
    }

    @Test("an ordinary member who leaves changes no roles")
    func left() throws {
        let applied = try server.apply(.leave(group), by: bob)
        #expect(applied.change?.members.map(\.user) == [bob])
        #expect(try server.member(ann, of: group).role == .owner)
        #expect(throws: Refusal.conversationGone) { try server.apply(.leave(group), by: bob) }
    }

    @Test("the last member leaves an empty group that cannot be entered")
    func lastOut() throws {
        try server.apply(.leave(group), by: bob)
        let applied = try server.apply(.leave(group), by: ann)
        #expect(applied.publications.map(\.recipients) == [[]])
        #expect(applied.publications.map(\.departed) == [[ann]])
        #expect(throws: Refusal.conversationGone) { try server.apply(.addMembers(group, users: [bob]), by: ann) }
    }

    @Test("a deleted group has no members, and each of them is told")
    func dissolved() throws {
        let applied = try server.apply(.dissolve(group), by: ann)
        #expect(applied.publications.map(\.recipients) == [[]])
        #expect(applied.publications.map(\.departed) == [[ann, bob].sorted()])
        #expect(applied.change?.members.allSatisfy(\.hasLeft) == true)
        for user in [ann, bob] {
            #expect(throws: Refusal.conversationGone) { try server.post("Anybody?", in: group, by: user) }
        }
    }

    @Test("from the moment of removal a user sees and does nothing")
    func nothingSeen() throws {
        let message = try server.post("Mine", in: group, by: bob)
        let before = server.now
        server.now = server.now.advanced(by: 1_000)
        try server.apply(.removeMember(group, user: bob), by: ann)
        try server.post("Secret", in: group, by: ann)
        let kinds: [Operation.Kind] = [
            .post(group, text: "Me", writtenAt: server.now), .edit(group, message: message.id, text: "Me"),
            .delete(group, messages: [message.id]), .receipt(group, read: 2, delivered: 2), .rename(group, title: "Me"),
            .addMembers(group, users: [bob]), .removeMember(group, user: ann), .leave(group), .dissolve(group),
        ]
        for kind in kinds {
            #expect(throws: Refusal.conversationGone) { try server.apply(kind, by: bob) }
        }
        for after in [0, 1, 4] as [Seq] {
            #expect(throws: Refusal.conversationGone) { try server.changes(of: group, after: after, for: bob) }
        }
        for anchor in [.before(.max), .around(2)] as [PageRequest.Anchor] {
            #expect(throws: Refusal.conversationGone) { try server.page(of: group, anchor, for: bob) }
        }
        #expect(try server.moved(since: nil, for: bob).conversations.isEmpty)
        #expect(
            try server.moved(since: before, for: bob).conversations
                == [Moved.Entry(conversation: group, head: 3, hasLeft: true)])
    }
}
