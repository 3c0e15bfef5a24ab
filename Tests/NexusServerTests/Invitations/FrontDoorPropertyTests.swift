import NexusCore
import Testing

@testable import NexusServer

/// Random sequences of policies, invitations, claims, links and suspensions, beside a model that knows who may get in.
@Suite("The front door, in any order")
struct FrontDoorPropertyTests {
    @Test("who may not come in is refused with a reason, who may gets in, and no one keeps a session", arguments: 1...8)
    func anyOrder(seed: Int) async throws {
        try await RunningServer.serve(configure: { $0.isOpenToEveryone = false }) { (server) async throws in
            var door = FrontDoor(server, seed: seed)
            door.people["Root"] = .init(
                token: try SignedIn.decode(try await server.setUp("Root").body), isAdministrator: true)
            // One connection: opening one for each request takes longer than the answers.
            let connection = try await server.connect()
            defer { connection.close() }
            func status(of token: String) async throws -> Int {
                try await connection.send(RunningServer.request("GET", "/v1/profile", token: token))
                return try RunningServer.Answer(await connection.response()).status
            }
            for step in 1...60 {
                try await door.act()
                for (name, person) in door.people {
                    for token in person.tokens {
                        let answer = try await status(of: token)
                        #expect(answer == 200, "\(name) is signed in, seed \(seed), step \(step)")
                    }
                    for token in person.ended {
                        let answer = try await status(of: token)
                        #expect(answer == 401, "\(name)'s session has ended, seed \(seed), step \(step)")
                    }
                }
            }
            #expect(door.admitted > 3 && door.refused > 3, "\(door.admitted) admitted, \(door.refused) refused")
        }
    }
}

/// The model, and the requests that it predicts.
private struct FrontDoor {
    struct Person {
        var id: UserID
        var tokens: [String] = []
        var ended: [String] = []
        var hasPassword = true
        var isAdministrator = false
        var isSuspended = false

        init(token: SignedIn, isAdministrator: Bool = false) {
            id = token.profile.user.id
            tokens = [token.accessToken]
            self.isAdministrator = isAdministrator
        }

        init(unclaimed id: UserID) {
            self.id = id
            hasPassword = false
        }

        var administers: Bool { isAdministrator && !isSuspended }

        mutating func endSessions() {
            ended = tokens
            tokens = []
        }
    }

    struct Link {
        var token: String
        var creator: String
        /// Whose account it opens, or whose password it sets.
        var person: String?
        var usesLeft = 1
    }

    let server: RunningServer
    var random: SplitMix
    var people: [String: Person] = [:]
    var invitations: [Link] = []
    var resets: [Link] = []
    var join = JoinPolicy.invited
    var invite = InvitePolicy.members
    var serial = 0
    var admitted = 0
    var refused = 0

    init(_ server: RunningServer, seed: Int) {
        self.server = server
        random = SplitMix(state: UInt64(seed))
    }

    private mutating func newName() -> String {
        serial += 1
        return "Person\(serial)"
    }

    private mutating func any(_ isWanted: (Person) -> Bool = { _ in true }) -> (name: String, Person)? {
        people.filter { isWanted($0.value) }.sorted { $0.key < $1.key }.randomElement(using: &random)
            .map { ($0.key, $0.value) }
    }

    private mutating func ask(
        _ method: String, _ path: String, _ body: (any JSONEncodable)?, by token: String? = nil,
        expecting isAllowed: Bool
    ) async throws -> RunningServer.Answer {
        let answer = try await server.ask(
            method, path, body.map { String(decoding: $0.json, as: UTF8.self) }, token: token)
        #expect((answer.status == 200) == isAllowed, "\(method) \(path): \(answer.status) \(answer.body)")
        if answer.status != 200 { #expect(answer.refusal?.message.isEmpty == false, "every refusal is told") }
        if isAllowed { admitted += 1 } else { refused += 1 }
        return answer
    }

    mutating func act() async throws {
        guard let (caller, person) = any({ !$0.tokens.isEmpty }), let token = person.tokens.last else { return }
        switch Int.random(in: 0..<12, using: &random) {
        case 0: try await changePolicy(by: person, token)
        case 1, 2: try await makeInvitation(by: caller, person, token)
        case 3, 4: try await useInvitation()
        case 5: try await signUp()
        case 6: try await addPerson(by: caller, person, token)
        case 7: try await changeAccount(by: caller, person, token)
        case 8: try await signIn()
        case 9: try await makeReset(by: caller, person, token)
        case 10: try await useReset()
        default: try await changeAccount(by: caller, person, token)
        }
    }

    private mutating func changePolicy(by person: Person, _ token: String) async throws {
        let change = PolicyChange(
            join: JoinPolicy.allCases.randomElement(using: &random),
            invite: InvitePolicy.allCases.randomElement(using: &random))
        _ = try await ask("POST", "/v1/admin/policy", change, by: token, expecting: person.administers)
        guard person.administers else { return }
        join = change.join ?? join
        invite = change.invite ?? invite
    }

    private func mayInvite(_ name: String) -> Bool {
        guard let person = people[name], !person.isSuspended else { return false }
        return invite == .members || person.isAdministrator
    }

    private mutating func makeInvitation(by name: String, _ person: Person, _ token: String) async throws {
        let request = InvitationRequest(uses: Int.random(in: 1...2, using: &random))
        let answer = try await ask("POST", "/v1/invitations", request, by: token, expecting: mayInvite(name))
        guard answer.status == 200 else { return }
        let made = try NewInvitation.decode(answer.body)
        invitations.append(Link(token: made.token, creator: name, usesLeft: request.uses))
    }

    private mutating func useInvitation() async throws {
        guard let place = invitations.indices.randomElement(using: &random) else { return }
        let link = invitations[place]
        let answer: RunningServer.Answer
        let name: String
        if let claimed = link.person, let person = people[claimed] {
            name = claimed
            let isAllowed =
                link.usesLeft > 0 && people[link.creator]?.administers == true && !person.hasPassword
                && !person.isSuspended
            answer = try await ask(
                "POST", "/v1/invitations/claim",
                ClaimRequest(token: link.token, password: "correct horse", device: "test"), expecting: isAllowed)
        } else {
            name = newName()
            let account = SignUpRequest(
                email: "\(name)@example.org", password: "correct horse", name: name, device: "test")
            answer = try await ask(
                "POST", "/v1/invitations/join", JoinRequest(token: link.token, account: account),
                expecting: link.usesLeft > 0 && mayInvite(link.creator))
        }
        guard answer.status == 200 else { return }
        invitations[place].usesLeft -= 1
        let wasAppointed = people[name]?.isAdministrator ?? false
        people[name] = Person(token: try SignedIn.decode(answer.body), isAdministrator: wasAppointed)
    }

    private mutating func signUp() async throws {
        let name = newName()
        let account = SignUpRequest(
            email: "\(name)@example.org", password: "correct horse", name: name, device: "test")
        let answer = try await ask("POST", "/v1/accounts", account, expecting: join == .everyone)
        if answer.status == 200 { people[name] = Person(token: try SignedIn.decode(answer.body)) }
    }

    private mutating func addPerson(by name: String, _ person: Person, _ token: String) async throws {
        let added = newName()
        let addition = AccountAddition(name: added, email: "\(added)@example.org")
        let answer = try await ask("POST", "/v1/admin/accounts", addition, by: token, expecting: person.administers)
        guard answer.status == 200 else { return }
        let id = try AdministeredAccount.decode(answer.body).user.id
        people[added] = Person(unclaimed: id)
        let made = try await ask(
            "POST", "/v1/invitations", InvitationRequest(person: id), by: token, expecting: true)
        invitations.append(Link(token: try NewInvitation.decode(made.body).token, creator: name, person: added))
    }

    private mutating func changeAccount(by name: String, _ person: Person, _ token: String) async throws {
        guard let (subject, other) = any() else { return }
        let suspends = Bool.random(using: &random)
        let change =
            suspends
            ? AccountChange(isSuspended: !other.isSuspended) : AccountChange(isAdministrator: !other.isAdministrator)
        let isAllowed = person.administers && subject != name
        _ = try await ask(
            "POST", "/v1/admin/accounts/\(other.id.text)", change, by: token, expecting: isAllowed)
        guard isAllowed else { return }
        if suspends {
            people[subject]?.isSuspended.toggle()
            if !other.isSuspended { people[subject]?.endSessions() }
        } else {
            people[subject]?.isAdministrator.toggle()
        }
    }

    private mutating func signIn() async throws {
        guard let (name, person) = any() else { return }
        let email = name == "Root" ? "root@example.org" : "\(name)@example.org"
        let answer = try await ask(
            "POST", "/v1/sessions", SignInRequest(email: email, password: "correct horse", device: "test"),
            expecting: person.hasPassword && !person.isSuspended)
        if answer.status == 200 { people[name]?.tokens.append(try SignedIn.decode(answer.body).accessToken) }
    }

    private mutating func makeReset(by name: String, _ person: Person, _ token: String) async throws {
        guard let (subject, other) = any() else { return }
        let answer = try await ask(
            "POST", "/v1/admin/accounts/\(other.id.text)/reset", ResetRequest(), by: token,
            expecting: person.administers && other.hasPassword)
        guard answer.status == 200 else { return }
        resets.removeAll { $0.person == subject }
        resets.append(Link(token: try ResetLink.decode(answer.body).token, creator: name, person: subject))
    }

    private mutating func useReset() async throws {
        guard let place = resets.indices.randomElement(using: &random) else { return }
        let link = resets[place]
        guard let name = link.person, let person = people[name] else { return }
        let isAllowed =
            link.usesLeft > 0 && !person.isSuspended
            && (link.creator == name || people[link.creator]?.administers == true)
        let answer = try await ask(
            "POST", "/v1/password/reset",
            PasswordReset(token: link.token, password: "correct horse", device: "test"), expecting: isAllowed)
        guard answer.status == 200 else { return }
        resets[place].usesLeft = 0
        people[name]?.endSessions()
        people[name]?.tokens = [try SignedIn.decode(answer.body).accessToken]
    }
}
