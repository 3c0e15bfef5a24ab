import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("New passwords")
struct PasswordRuleTests {
    private let rule = PasswordRule(name: "Zoë Byron", email: "countess@example.org", team: "Analytical Engines")

    private func reason(_ password: String) -> String? {
        do throws(Refusal) {
            try rule.check(password)
            return nil
        } catch {
            #expect(error.code == .invalidPassword)
            return error.message
        }
    }

    @Test("the list has 10,000 passwords of at least 8 characters")
    func list() {
        #expect(CommonPasswords.all.count == 10_000)
        #expect(CommonPasswords.all.allSatisfy { $0.count >= 8 && $0 == $0.lowercased() })
    }

    @Test(
        "a common one is refused in whatever case, and the error says so",
        arguments: ["password", "12345678", "PassWord1", "iloveyou", "TRUSTNO1"])
    func common(_ password: String) {
        #expect(reason(password)?.contains("most common") == true)
    }

    @Test(
        "a name of the account with digits and signs is refused, and the error says which name",
        arguments: [
            ("Zoe-Byron", "your name"), ("zoë1234567", "your name"), ("B.y.r.o.n.1815", "your name"),
            ("countess1815", "your e-mail"), ("Countess@Example.org", "your e-mail"),
            ("my countess@example.org!", "your e-mail"), ("AnalyticalEngines!1", "the team's name"),
        ])
    func names(_ password: String, _ which: String) {
        #expect(reason(password)?.contains(which) == true)
    }

    @Test(
        "one that has more than a name, of any script and without capitals or digits, is accepted",
        arguments: [
            "correct horse", "byron was here", "한국어 비밀번호", "88125 40971", "!?!?!?!?", "analytical horse",
            String(repeating: "a b ", count: 64),
        ])
    func accepted(_ password: String) {
        #expect(reason(password) == nil)
    }

    @Test("no name refuses a password without letters")
    func empty() throws {
        try PasswordRule(name: "4711", email: "4711@example.org", team: "").check("88125 40971")
    }

    @Test("8 to 256 characters are accepted, of up to 4 bytes each")
    func length() {
        for (length, isAccepted) in [(7, false), (8, true), (256, true), (257, false)] {
            for letter in ["x", "é", "한", "😀"] {
                let password = String(repeating: letter, count: length)
                let accepted = (try? TextRule.password(password)) != nil
                #expect(accepted == isAccepted, "\(length) of \(letter)")
            }
        }
    }

    @Test("sign-up, change and reset refuse alike, and say why")
    func everywhere() async throws {
        try await RunningServer.serve { server in
            let ada = try await server.signUp("Ada")
            let grace = try await server.signUp("Grace")
            let request = SignUpRequest(
                email: "emmy@example.org", password: "emmy-1882", name: "Amalie", device: "test")
            let signedUp = try await server.ask(
                "POST", "/v1/accounts", String(decoding: request.json, as: UTF8.self))
            #expect(signedUp.refusal?.message.contains("your e-mail") == true)
            let change = PasswordChange(password: "correct horse", newPassword: "grace 1906")
            #expect(try await server.change(change, of: grace).refusal?.code == .invalidPassword)
            let link = try await server.resetLink(for: grace, by: ada)
            let reset = try await server.reset(link.token, to: "password1")
            #expect(reset.refusal?.message.contains("most common") == true)
        }
    }

    @Test("set-up, invitations and claims refuse alike; the team's name counts from the first account on")
    func joining() async throws {
        try await RunningServer.serve(configure: { $0.isOpenToEveryone = false }) { server in
            let account = SignUpRequest(
                email: "ada@example.org", password: "engines-1842", name: "Ada", device: "test")
            let setup = SetupRequest(code: server.setupCode, account: account, team: "Engines")
            let refused = try await server.ask("POST", "/v1/setup", String(decoding: setup.json, as: UTF8.self))
            #expect(refused.refusal?.message.contains("the team's name") == true)
            let ada = try SignedIn.decode(try await server.setUp("Ada").body)
            let general = try await server.invite(InvitationRequest(), by: ada)
            let join = JoinRequest(token: general.token, account: account)
            let common = SignUpRequest(email: "bob@example.org", password: "password", name: "Bob", device: "test")
            for request in [join, JoinRequest(token: general.token, account: common)] {
                var request = request
                if request.account.name == "Ada" { request.account.password = "analyticalengines" }
                let answer = try await server.ask(
                    "POST", "/v1/invitations/join", String(decoding: request.json, as: UTF8.self))
                #expect(answer.refusal?.code == .invalidPassword)
            }
            let addition = AccountAddition(name: "Grace", email: "hopper@example.org")
            let added = try await server.ask(
                "POST", "/v1/admin/accounts", String(decoding: addition.json, as: UTF8.self), token: ada.accessToken)
            let person = try AdministeredAccount.decode(added.body).user.id
            let made = try await server.invite(InvitationRequest(uses: 1, person: person), by: ada)
            let claim = ClaimRequest(token: made.token, password: "grace-1906", device: "test")
            let claimed = try await server.ask(
                "POST", "/v1/invitations/claim", String(decoding: claim.json, as: UTF8.self))
            #expect(claimed.refusal?.message.contains("your name") == true)
        }
    }

    @Test("passwords of before the rules keep working, common ones and ones of more than 256 characters")
    func existing() async throws {
        let accounts = try TestAccounts()
        for (name, password) in [("Ada", "password"), ("Grace", String(repeating: "x", count: 1_000))] {
            let signedUp = try await accounts.signUp(name)
            let user = signedUp.profile.user.id
            let hash = try await accounts.service.hasher.hash(password)
            try await accounts.database.write { try AccountRepository.setPasswordHash(hash, of: user, $0) }
            let signedIn = try await accounts.signIn("\(name.lowercased())@example.org", password: password)
            #expect(signedIn.profile.user.id == user)
        }
    }
}
