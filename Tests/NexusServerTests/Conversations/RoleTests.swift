import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Roles in a group")
struct RoleTests {
    let server: InlineServer
    let ann: UserID
    let bob: UserID
    let cem: UserID
    let dee: UserID
    let group: ConversationID

    init() throws {
        server = try InlineServer()
        ann = try server.person("Ann")
        bob = try server.person("Bob")
        cem = try server.person("Cem")
        dee = try server.person("Dee")
        group = try server.group(of: ann, with: [bob, cem])
    }

    @discardableResult
    private func set(_ role: Member.Role, of user: UserID, by asker: UserID) throws -> Applied {
        try server.apply(.setRole(group, user: user, role: role), by: asker)
    }

    private func role(_ user: UserID) throws -> Member.Role { try server.member(user, of: group).role }

    @Test("the owner appoints an admin, who removes members and deletes their messages, but not the owner")
    func admin() throws {
        let message = try server.post("spam", in: group, by: cem)
        #expect(try refusal { try server.apply(.delete(group, messages: [message.id]), by: bob) } == .forbidden)
        #expect(try refusal { try server.apply(.removeMember(group, user: cem), by: bob) } == .forbidden)
        #expect(try set(.admin, of: bob, by: ann).change?.members.map(\.role) == [.admin])
        server.restart()
        #expect(try role(bob) == .admin)
        try server.apply(.delete(group, messages: [message.id]), by: bob)
        #expect(try refusal { try server.apply(.removeMember(group, user: ann), by: bob) } == .forbidden)
        try server.apply(.removeMember(group, user: cem), by: bob)
        #expect(try server.member(cem, of: group).hasLeft)
        #expect(try refusal { try server.apply(.dissolve(group), by: bob) } == .forbidden)
    }

    @Test("only the owner sets roles, and never their own")
    func refused() throws {
        try set(.admin, of: bob, by: ann)
        for asker in [bob, cem] {
            for role in Member.Role.allCases where role != .member || asker != cem {
                #expect(try refusal { try set(role, of: cem, by: asker) } == .forbidden, "\(role)")
            }
        }
        #expect(try refusal { try set(.member, of: ann, by: ann) } == .forbidden)
        #expect(try refusal { try set(.admin, of: ann, by: dee) } == .conversationGone)
        #expect(try refusal { try set(.admin, of: dee, by: ann) } == .unknownPerson)
        let direct = try server.direct(ann, bob)
        #expect(
            try refusal { try server.apply(.setRole(direct, user: bob, role: .admin), by: ann) } == .forbidden)
    }

    @Test("a group that is handed over has one owner, and the previous one is an admin")
    func handedOver() throws {
        let applied = try set(.owner, of: bob, by: ann)
        #expect(Set(applied.change?.members.map(\.user) ?? []) == [ann, bob])
        #expect(try [ann, bob, cem].map(role) == [.admin, .owner, .member])
        #expect(try refusal { try set(.owner, of: ann, by: ann) } == .forbidden)
        try set(.member, of: ann, by: bob)
        #expect(try role(ann) == .member)
        #expect(try set(.member, of: ann, by: bob).publications.isEmpty, "what is so already changes nothing")
    }

    @Test("an admin succeeds an owner who leaves, before any member, and a returning admin is a member")
    func heir() throws {
        try set(.admin, of: cem, by: ann)
        try server.apply(.leave(group), by: ann)
        #expect(try [bob, cem].map(role) == [.member, .owner])
        try set(.admin, of: bob, by: cem)
        try server.apply(.removeMember(group, user: bob), by: cem)
        try server.apply(.addMembers(group, users: [bob]), by: cem)
        #expect(try role(bob) == .member)
    }

    @Test("only the owner and admins add back a removed member, also after a restart")
    func removedByOwner() throws {
        try server.apply(.removeMember(group, user: cem), by: ann)
        for _ in 0..<2 {
            let error = #expect(throws: Refusal.self) {
                try server.apply(.addMembers(group, users: [dee, cem]), by: bob)
            }
            #expect(error?.code == .forbidden)
            #expect(error?.message.contains("Cem") == true)
            #expect(error?.message.contains("Dee") == false)
            server.restart()
        }
        #expect(throws: (any Error).self, "all or none") { try server.member(dee, of: group) }
        try set(.admin, of: bob, by: ann)
        try server.apply(.addMembers(group, users: [dee, cem]), by: bob)
        #expect(try role(cem) == .member)
        // A member who leaves may be added by any member.
        try server.apply(.leave(group), by: cem)
        try server.apply(.addMembers(group, users: [cem]), by: dee)
        #expect(try server.member(cem, of: group).hasLeft == false)
    }

    @Test("a member whom an admin removed is not added back by another member")
    func removedByAdmin() throws {
        try set(.admin, of: bob, by: ann)
        try server.apply(.addMembers(group, users: [dee]), by: ann)
        try server.apply(.removeMember(group, user: cem), by: bob)
        #expect(try refusal { try server.apply(.addMembers(group, users: [cem]), by: dee) } == .forbidden)
        try server.apply(.addMembers(group, users: [cem]), by: ann)
    }

    @Test("earlier removals are taken from the events of the group")
    func removalsFromEvents() throws {
        let (eve, fay) = (try server.person("Eve"), try server.person("Fay"))
        try server.apply(.addMembers(group, users: [dee, eve]), by: ann)
        for user in [cem, dee, eve] { try server.apply(.removeMember(group, user: user), by: ann) }
        try server.apply(.addMembers(group, users: [dee, fay]), by: ann)
        try server.apply(.leave(group), by: fay)
        try server.write { transaction in
            try transaction.run("UPDATE members SET removed_by = NULL")
            try Schema.readRemovals(transaction)
        }
        server.restart()
        for user in [cem, eve] {
            #expect(try refusal { try server.apply(.addMembers(group, users: [user]), by: bob) } == .forbidden)
        }
        try server.apply(.addMembers(group, users: [fay]), by: bob)
        try server.apply(.leave(group), by: dee)
        try server.apply(.addMembers(group, users: [dee]), by: bob)
    }
}
