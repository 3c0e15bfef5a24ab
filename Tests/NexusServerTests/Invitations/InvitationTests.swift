import NexusCore
import Testing

@testable import NexusServer

@Suite("Invitations")
struct InvitationTests {
    private let group = ConversationID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_0005)

    /// A team that Ada administers, where people are invited only.
    private func team<T: Sendable>(
        limited: Bool = false, log: LogLines? = nil,
        _ body: @Sendable (RunningServer, SignedIn) async throws -> T
    ) async throws -> T {
        try await RunningServer.serve(
            configure: {
                $0.isOpenToEveryone = false
                $0.rateLimits.isOn = limited
            }, logger: log?.logger
        ) { (server) async throws in
            try await body(server, try SignedIn.decode(try await server.setUp("Ada").body))
        }
    }

    private func makeGroup(on server: RunningServer, by owner: SignedIn) async throws {
        let answer = try await server.apply(
            Operation(id: OperationID(high: 6, low: 6), kind: .createGroup(group, title: "Launch", members: [])),
            token: owner.accessToken)
        #expect(answer.status == 200)
    }

    @Test("a new person joins with a link, and finds the conversation it leads to")
    func joins() async throws {
        try await team { (server, ada) async throws in
            try await makeGroup(on: server, by: ada)
            let made = try await server.invite(InvitationRequest(uses: 2, conversations: [group]), by: ada)
            let preview = try await server.look(made.token)
            #expect(preview.creator == "Ada")
            #expect(preview.team == "Analytical Engines")
            #expect(preview.conversations == [InvitedConversation(id: group, title: "Launch")])
            let grace = try SignedIn.decode(try await server.join("Grace", made.token).body)
            #expect(!grace.profile.isAdministrator)
            let moved = try await server.ask("GET", "/v1/conversations", token: grace.accessToken).body
            #expect(moved.contains(group.text))
            let left = try await server.invitations(of: ada)
            #expect(left.map(\.usesLeft) == [1])
            #expect(left.map(\.uses) == [1])
        }
    }

    @Test("who was removed from a group does not come back by a link")
    func removed() async throws {
        try await team { (server, ada) async throws in
            try await makeGroup(on: server, by: ada)
            let made = try await server.invite(InvitationRequest(uses: 5, conversations: [group]), by: ada)
            let grace = try SignedIn.decode(try await server.join("Grace", made.token).body)
            let removal = Operation(
                id: OperationID(high: 6, low: 7), kind: .removeMember(group, user: grace.profile.user.id))
            #expect(try await server.apply(removal, token: ada.accessToken).status == 200)
            let answer = try await server.accept(made.token, by: grace)
            #expect(answer.refusal?.code == .forbidden)
            let moved = try await server.ask("GET", "/v1/conversations", token: grace.accessToken).body
            #expect(!moved.contains(group.text))
            #expect(try await server.invitations(of: ada).map(\.usesLeft) == [4])
            let addition = Operation(
                id: OperationID(high: 6, low: 8), kind: .addMembers(group, users: [grace.profile.user.id]))
            #expect(try await server.apply(addition, token: ada.accessToken).status == 200, "its owner lets them back")
            #expect(try await server.accept(made.token, by: grace).status == 200, "and then the link leads there again")
        }
    }

    @Test("who has an account joins the conversation, once, and a member takes no use")
    func accepts() async throws {
        try await team { (server, ada) async throws in
            try await makeGroup(on: server, by: ada)
            let way = try await server.invite(InvitationRequest(), by: ada)
            let grace = try SignedIn.decode(try await server.join("Grace", way.token).body)
            let made = try await server.invite(InvitationRequest(uses: 2, conversations: [group]), by: ada)
            for _ in 0..<2 { #expect(try await server.accept(made.token, by: grace).status == 200) }
            let moved = try await server.ask("GET", "/v1/conversations", token: grace.accessToken).body
            #expect(moved.contains(group.text))
            #expect(try await server.invitations(of: ada).first { $0.id == made.invitation.id }?.usesLeft == 1)
        }
    }

    @Test("a link that was used up, has expired, was revoked or is made up is refused, and says which")
    func replay() async throws {
        try await team { (server, ada) async throws in
            let once = try await server.invite(InvitationRequest(uses: 1), by: ada)
            #expect(try await server.join("Grace", once.token).status == 200)
            let used = try await server.join("Eve", once.token)
            #expect(used.refusal?.code == .invitationInvalid)
            #expect(used.refusal?.message == "This invitation has been used. Ask for a new one.")

            let revoked = try await server.invite(InvitationRequest(), by: ada)
            let path = "/v1/invitations/\(revoked.invitation.id)"
            #expect(try await server.ask("DELETE", path, token: ada.accessToken).status == 200)
            #expect(try await server.join("Eve", revoked.token).refusal?.code == .invitationInvalid)
            for guess in ["", "token", String(once.token.dropLast()), revoked.invitation.id.text] {
                #expect(try await server.join("Eve", guess).refusal?.code == .invitationInvalid)
            }

            let late = try await server.invite(InvitationRequest(days: 7), by: ada)
            server.clock.advance(by: 7 * 86_400_000 - 1)
            _ = try await server.look(late.token)
            server.clock.advance(by: 1)
            let expired = try await server.join("Eve", late.token)
            #expect(expired.refusal?.message == "This invitation has expired. Ask for a new one.")
        }
    }

    @Test("of many who come with the last use of a link at the same time one gets in")
    func race() async throws {
        try await team { (server, ada) async throws in
            let made = try await server.invite(InvitationRequest(uses: 1), by: ada)
            let statuses = try await withThrowingTaskGroup { tasks in
                for number in 0..<6 {
                    tasks.addTask { try await server.join("Grace\(number)", made.token).status }
                }
                return try await tasks.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 403, 403, 403, 403, 403])
            let people = try await server.ask("GET", "/v1/people", token: ada.accessToken).body
            let list = try PeopleList.decode(people)
            #expect(list.people.count == 1)
        }
    }

    @Test("who may invite is asked when a link is made, and again when it is used")
    func policy() async throws {
        try await team { (server, ada) async throws in
            let way = try await server.invite(InvitationRequest(), by: ada)
            let grace = try SignedIn.decode(try await server.join("Grace", way.token).body)
            let byGrace = try await server.invite(InvitationRequest(), by: grace)
            let change = PolicyChange(invite: .administrators)
            _ = try await server.ask(
                "POST", "/v1/admin/policy", String(decoding: change.json, as: UTF8.self), token: ada.accessToken)
            let refused = try await server.tryToInvite(InvitationRequest(), by: grace)
            #expect(refused.refusal?.code == .forbidden)
            #expect(try await server.join("Eve", byGrace.token).refusal?.code == .invitationInvalid)
            #expect(try await server.join("Emmy", way.token).status == 200)
        }
    }

    @Test("the link of a suspended user admits no one")
    func suspended() async throws {
        try await team { (server, ada) async throws in
            let way = try await server.invite(InvitationRequest(), by: ada)
            let grace = try SignedIn.decode(try await server.join("Grace", way.token).body)
            let byGrace = try await server.invite(InvitationRequest(), by: grace)
            let change = AccountChange(isSuspended: true)
            let path = "/v1/admin/accounts/\(grace.profile.user.id)"
            _ = try await server.ask(
                "POST", path, String(decoding: change.json, as: UTF8.self), token: ada.accessToken)
            #expect(try await server.join("Eve", byGrace.token).refusal?.code == .invitationInvalid)
        }
    }

    @Test("a user cannot invite to a conversation without permission to add people, or revoke another's link")
    func foreign() async throws {
        try await team { (server, ada) async throws in
            try await makeGroup(on: server, by: ada)
            let way = try await server.invite(InvitationRequest(), by: ada)
            let eve = try SignedIn.decode(try await server.join("Eve", way.token).body)
            let refused = try await server.tryToInvite(InvitationRequest(conversations: [group]), by: eve)
            #expect(refused.refusal?.code == .conversationGone)
            let path = "/v1/invitations/\(way.invitation.id)"
            #expect(try await server.ask("DELETE", path, token: eve.accessToken).refusal?.code == .notFound)
            #expect(try await server.invitations(of: eve).isEmpty)
            let all = try await server.ask("GET", "/v1/invitations?all=true", token: eve.accessToken)
            #expect(all.refusal?.code == .forbidden)
        }
    }

    @Test("an inviter who has left the group still lets people into the team, and not into the group")
    func left() async throws {
        try await team { (server, ada) async throws in
            try await makeGroup(on: server, by: ada)
            let made = try await server.invite(InvitationRequest(conversations: [group]), by: ada)
            try await server.apply(
                Operation(id: OperationID(high: 7, low: 7), kind: .leave(group)), token: ada.accessToken)
            let grace = try SignedIn.decode(try await server.join("Grace", made.token).body)
            let moved = try await server.ask("GET", "/v1/conversations", token: grace.accessToken).body
            #expect(!moved.contains(group.text))
        }
    }

    @Test("a person whom an administrator added takes over their account with the link made for them, once")
    func claims() async throws {
        try await team { (server, ada) async throws in
            let addition = AccountAddition(name: "Grace", email: "grace@example.org")
            let added = try await server.ask(
                "POST", "/v1/admin/accounts", String(decoding: addition.json, as: UTF8.self), token: ada.accessToken)
            let grace = try AdministeredAccount.decode(added.body).user.id
            let way = try await server.invite(InvitationRequest(), by: ada)
            let taken = try await server.join("Grace", way.token)
            #expect(taken.refusal?.code == .emailTaken, "an address that nobody confirmed opens nobody's account")

            let made = try await server.invite(InvitationRequest(person: grace), by: ada)
            #expect(try await server.look(made.token).person?.id == grace)
            #expect(try await server.join("Eve", made.token).refusal?.code == .invitationInvalid)
            let claimed = try SignedIn.decode(try await server.claim(made.token).body)
            #expect(claimed.profile.user.id == grace)
            #expect(!claimed.profile.isAdministrator)
            #expect(try await server.claim(made.token).refusal?.code == .invitationInvalid)
            let again = try await server.tryToInvite(InvitationRequest(person: grace), by: ada)
            #expect(again.refusal?.code == .unknownPerson)
            let byGrace = try await server.tryToInvite(InvitationRequest(person: ada.profile.user.id), by: claimed)
            #expect(byGrace.refusal?.code == .forbidden)
        }
    }

    @Test("a link has 1 to 100 uses and is good for 1 to 30 days")
    func limits() async throws {
        try await team { (server, ada) async throws in
            let wrong = [
                InvitationRequest(uses: 0), InvitationRequest(uses: 101), InvitationRequest(days: 0),
                InvitationRequest(days: 31),
            ]
            for request in wrong {
                #expect(try await server.tryToInvite(request, by: ada).refusal?.code == .invalidRequest)
            }
            for request in [InvitationRequest(uses: 1, days: 1), InvitationRequest(uses: 100, days: 30)] {
                #expect(try await server.tryToInvite(request, by: ada).status == 200)
            }
        }
    }

    @Test("an office behind one address joins freely, and made-up links from it are counted")
    func office() async throws {
        try await team(limited: true) { (server, ada) async throws in
            let made = try await server.invite(InvitationRequest(), by: ada)
            for number in 0..<12 { #expect(try await server.join("P\(number)", made.token).status == 200) }
            for _ in 0..<10 {
                #expect(try await server.join("Eve", "made-up").refusal?.code == .invitationInvalid)
            }
            #expect(try await server.join("Eve", "made-up").refusal?.code == .rateLimited)
        }
    }

    @Test("the token is in no log")
    func secret() async throws {
        let log = LogLines()
        let token = try await team(log: log) { (server, ada) async throws in
            let made = try await server.invite(InvitationRequest(), by: ada)
            _ = try await server.join("Grace", made.token)
            _ = try await server.join("Eve", made.token + "A")
            return made.token
        }
        #expect(!log.all.contains { $0.contains(token) })
    }
}

extension RunningServer {
    func tryToInvite(_ request: InvitationRequest, by person: SignedIn) async throws -> Answer {
        try await ask(
            "POST", "/v1/invitations", String(decoding: request.json, as: UTF8.self), token: person.accessToken)
    }

    func invite(_ request: InvitationRequest, by person: SignedIn) async throws -> NewInvitation {
        try NewInvitation.decode(try await tryToInvite(request, by: person).body)
    }

    func invitations(of person: SignedIn) async throws -> [Invitation] {
        try InvitationList.decode(try await ask("GET", "/v1/invitations", token: person.accessToken).body).invitations
    }

    func look(_ token: String) async throws -> InvitationPreview {
        let body = InvitationToken(token: token).json
        return try InvitationPreview.decode(
            try await ask("POST", "/v1/invitations/look", String(decoding: body, as: UTF8.self)).body)
    }

    func join(_ name: String, _ token: String) async throws -> Answer {
        let account = SignUpRequest(
            email: "\(name.lowercased())@example.org", password: "correct horse", name: name, device: "test")
        let request = JoinRequest(token: token, account: account)
        return try await ask("POST", "/v1/invitations/join", String(decoding: request.json, as: UTF8.self))
    }

    func claim(_ token: String, password: String = "correct horse") async throws -> Answer {
        let request = ClaimRequest(token: token, password: password, device: "test")
        return try await ask("POST", "/v1/invitations/claim", String(decoding: request.json, as: UTF8.self))
    }

    func accept(_ token: String, by person: SignedIn) async throws -> Answer {
        try await ask(
            "POST", "/v1/invitations/accept", String(decoding: InvitationToken(token: token).json, as: UTF8.self),
            token: person.accessToken)
    }
}
