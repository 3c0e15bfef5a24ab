import NexusCore
import Testing

@testable import NexusServer

@Suite("Groups")
struct GroupTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
    }

    @Test("the creator owns it and is counted once")
    func created() throws {
        let id: ConversationID = server.identifier()
        let applied = try server.apply(.createGroup(id, title: " Plans ", members: [bob, ann, bob]), by: ann)
        #expect(applied.change?.info?.title == "Plans")
        #expect(applied.change?.info?.creator == ann)
        #expect(applied.change?.members.map(\.user) == [ann, bob].sorted())
        #expect(try server.member(ann, of: id).role == .owner)
        #expect(try server.member(bob, of: id).role == .member)
        #expect(applied.publications.first?.recipients == [ann, bob].sorted())
    }

    @Test("an identifier in use, or of the form of a direct conversation, is refused")
    func identifiers() throws {
        let id = try server.group(of: ann, with: [bob])
        #expect(throws: Refusal.identifierTaken) {
            try server.apply(.createGroup(id, title: "Other", members: []), by: cem)
        }
        let direct = ConversationID.direct(between: bob, and: cem)
        #expect(
            try refusal { try server.apply(.createGroup(direct, title: "Trap", members: []), by: ann) }
                == .invalidRequest)
        #expect(try server.direct(bob, cem) == direct)
    }

    @Test("a title is trimmed, not empty and not too long")
    func titles() throws {
        let id = try server.group(of: ann, with: [bob])
        let long = String(repeating: "a", count: Limits.titleCharacters + 1)
        for title in ["", " \n", long] {
            #expect(try refusal { try server.apply(.rename(id, title: title), by: ann) } == .titleInvalid)
            let new: ConversationID = server.identifier()
            #expect(
                try refusal { try server.apply(.createGroup(new, title: title, members: []), by: ann) } == .titleInvalid
            )
        }
        #expect(try server.changes(of: id, after: 0, for: ann).info?.title == "Plans")
    }

    @Test("all named users must have an account")
    func unknownPeople() throws {
        let id: ConversationID = server.identifier()
        let nobody: UserID = server.identifier()
        #expect(throws: Refusal.unknownPerson) {
            try server.apply(.createGroup(id, title: "Plans", members: [bob, nobody]), by: ann)
        }
        #expect(throws: Refusal.conversationGone) { try server.changes(of: id, after: 0, for: ann) }
        let group = try server.group(of: ann, with: [])
        #expect(throws: Refusal.unknownPerson) { try server.apply(.addMembers(group, users: [bob, nobody]), by: ann) }
        #expect(try server.changes(of: group, after: 0, for: ann).members.count == 1)
    }

    @Test("any member renames it; the same title changes nothing")
    func renamed() throws {
        let id = try server.group(of: ann, with: [bob])
        let applied = try server.apply(.rename(id, title: "Trips"), by: bob)
        #expect(applied.change?.info?.title == "Trips")
        #expect(applied.change?.info?.changed == 2)
        #expect(try server.apply(.rename(id, title: "Trips "), by: ann).acknowledgement.seq == 0)
        #expect(throws: Refusal.conversationGone) { try server.apply(.rename(id, title: "Mine"), by: cem) }
        server.restart()
        #expect(try server.apply(.rename(id, title: "Trips"), by: ann).publications.isEmpty)
        #expect(try server.changes(of: id, after: 1, for: ann).info?.title == "Trips")
    }

    @Test("it has at most as many members as the limit")
    func limit() throws {
        let people = try (0..<Limits.groupMembers).map { try server.person("P\($0)") }
        let id: ConversationID = server.identifier()
        #expect(throws: Refusal.tooManyMembers) {
            try server.apply(.createGroup(id, title: "All", members: people), by: ann)
        }
        let group = try server.group(of: ann, with: Array(people.dropFirst(2)))
        #expect(throws: Refusal.tooManyMembers) {
            try server.apply(.addMembers(group, users: Array(people.prefix(2))), by: ann)
        }
        try server.apply(.addMembers(group, users: [people[0]]), by: ann)
        #expect(throws: Refusal.tooManyMembers) { try server.apply(.addMembers(group, users: [bob]), by: ann) }
        try server.apply(.leave(group), by: people[5])
        #expect(try server.apply(.addMembers(group, users: [bob]), by: ann).publications.count == 1)
    }

    @Test("the limit of members includes its creator")
    func size() throws {
        let people = try (1..<Limits.groupMembers).map { try server.person("P\($0)") }
        let id: ConversationID = server.identifier()
        #expect(throws: Refusal.tooManyMembers) {
            try server.apply(.createGroup(id, title: "All", members: people + [bob]), by: ann)
        }
        let applied = try server.apply(.createGroup(id, title: "All", members: people + people + [ann]), by: ann)
        #expect(applied.publications.first?.recipients.count == Limits.groupMembers)
        #expect(throws: Refusal.tooManyMembers) { try server.apply(.addMembers(id, users: [bob]), by: ann) }
        #expect(try server.apply(.addMembers(id, users: people), by: ann).publications.isEmpty)
        try server.apply(.removeMember(id, user: people[0]), by: ann)
        #expect(try server.apply(.addMembers(id, users: [bob]), by: ann).publications.count == 1)
    }
}
