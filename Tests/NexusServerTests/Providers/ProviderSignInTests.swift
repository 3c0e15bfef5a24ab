import Foundation
import NexusCore
import Testing

@testable import NexusServer

@Suite("Signing in with a provider")
struct ProviderSignInTests {
    private typealias Person = StandInProvider.Person

    private func team<T: Sendable>(
        _ change: @Sendable (inout ProviderSettings) -> Void = { _ in },
        _ body: @Sendable (RunningServer, StandInProvider, SignedIn) async throws -> T
    ) async throws -> T {
        try await StandInProvider.serve(change, configure: { $0.isOpenToEveryone = false }) {
            (server, provider) async throws in
            try await body(server, provider, try SignedIn.decode(try await server.setUp("Ada").body))
        }
    }

    @Test("a new person gets an account with their name and address, and the same one the next time")
    func signsIn() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let first = try SignedIn.decode(try await server.enter(Person("Grace"), with: provider).body)
            #expect(first.profile.user.name == "Grace")
            #expect(first.profile.user.email == "grace@example.org")
            var moved = Person("Grace")
            moved.claims["email"] = .text("grace@example.com")
            let second = try SignedIn.decode(try await server.enter(moved, with: provider).body)
            #expect(second.profile.user.id == first.profile.user.id, "the subject counts, and not the address")
            #expect(second.profile.user.email == "grace@example.org")
            let connected = try await server.connections(of: second)
            #expect(connected.connected.map(\.provider.title) == ["Acme"])
            #expect(!connected.hasPassword)
        }
    }

    @Test("the server tells everyone its providers")
    func told() async throws {
        try await StandInProvider.serve { (server, _) async throws in
            let info = try ServerInfo.decode(try await server.ask("GET", "/v1/server").body)
            #expect(info.providers == [SignInProvider(name: "acme", title: "Acme")])
            #expect(info.takesPasswords)
            #expect(try await server.tryToStart("other").refusal?.code == .providerUnknown)
        }
    }

    @Test("name and address come from the userinfo endpoint if the ID token has none, of the same subject alone")
    func userinfo() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            var bare = Person("Grace")
            let claims = bare.claims
            bare.claims = [:]
            provider.behave { $0.userinfo = claims.merging(["sub": .text("subject-eve")]) { one, _ in one } }
            let other = try await server.enter(bare, with: provider)
            #expect(other.refusal?.code == .emailUnconfirmed)
            provider.behave { $0.userinfo = claims.merging(["sub": .text("subject-grace")]) { one, _ in one } }
            let signedIn = try SignedIn.decode(try await server.enter(bare, with: provider).body)
            #expect(signedIn.profile.user.name == "Grace")
        }
    }

    // MARK: Who gets in

    @Test("an address of a domain that the team names needs no invitation")
    func domain() async throws {
        try await team { (server, provider, ada) async throws in
            let policy = String(decoding: PolicyChange(domains: ["example.org"]).json, as: UTF8.self)
            #expect(try await server.ask("POST", "/v1/admin/policy", policy, token: ada.accessToken).status == 200)
            #expect(try await server.enter(Person("Grace"), with: provider).status == 200)
        }
    }

    @Test("people who were not invited are refused; the invitation they opened is honoured, once")
    func invited() async throws {
        try await team { (server, provider, ada) async throws in
            let refused = try await server.enter(Person("Grace"), with: provider)
            #expect(refused.refusal?.code == .invitationRequired)
            let made = try await server.invite(InvitationRequest(uses: 1), by: ada)
            let joined = try await server.enter(Person("Grace"), with: provider, invitation: made.token)
            #expect(try SignedIn.decode(joined.body).profile.user.name == "Grace")
            let late = try await server.enter(Person("Eve"), with: provider, invitation: made.token)
            #expect(late.refusal?.code == .invitationInvalid)
            let again = try await server.enter(Person("Grace"), with: provider, invitation: made.token)
            #expect(again.status == 200, "a used link keeps nobody from their own account")
        }
    }

    @Test("an added person takes over their account with the invitation made for them")
    func claims() async throws {
        try await team { (server, provider, ada) async throws in
            let addition = AccountAddition(name: "Grace", email: "grace@example.org")
            let added = try await server.ask(
                "POST", "/v1/admin/accounts", String(decoding: addition.json, as: UTF8.self), token: ada.accessToken)
            let grace = try AdministeredAccount.decode(added.body).user.id
            #expect(try await server.enter(Person("Grace"), with: provider).refusal?.code == .emailTaken)
            let made = try await server.invite(InvitationRequest(person: grace), by: ada)
            let signedIn = try await server.enter(Person("Grace"), with: provider, invitation: made.token)
            #expect(try SignedIn.decode(signedIn.body).profile.user.id == grace)
        }
    }

    @Test(
        "an address that the provider has not confirmed opens nothing, unless the operator trusts the provider's addresses"
    )
    func unconfirmed() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let refused = try await server.enter(Person("Grace", isConfirmed: false), with: provider)
            #expect(refused.refusal?.code == .emailUnconfirmed)
            #expect(refused.refusal?.message.contains("Confirm it there") == true)
        }
        try await StandInProvider.serve({ $0.trustsAddresses = true }) { (server, provider) async throws in
            #expect(try await server.enter(Person("Grace", isConfirmed: false), with: provider).status == 200)
        }
    }

    @Test("an address that is taken leads to the account of its owner only if the operator allows it")
    func taken() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            _ = try await server.signUp("Grace")
            let refused = try await server.enter(Person("Grace"), with: provider)
            #expect(refused.refusal?.code == .emailTaken)
            #expect(refused.refusal?.message.contains("connect Acme in Settings") == true)
        }
    }

    @Test(
        "with linking, the owner of a confirmed address gets the account, and its password and sessions end")
    func links() async throws {
        try await StandInProvider.serve({ $0.linksByAddress = true }) { (server, provider) async throws in
            let squatter = try await server.signUp("Grace")
            let unconfirmed = try await server.enter(Person("Grace", isConfirmed: false), with: provider)
            #expect(unconfirmed.refusal?.code == .emailUnconfirmed)
            let owner = try SignedIn.decode(try await server.enter(Person("Grace"), with: provider).body)
            #expect(owner.profile.user.id == squatter.profile.user.id)
            #expect(try await server.ask("GET", "/v1/profile", token: squatter.accessToken).status == 401)
            #expect(try await server.enter("Grace").refusal?.code == .wrongCredentials)
            #expect(try await server.ask("GET", "/v1/profile", token: owner.accessToken).status == 200)
        }
    }

    @Test("with linking, a squatter's accounts of this and other providers no longer lead to the account")
    func linksWithoutIdentities() async throws {
        try await StandInProvider.serve(
            { $0.linksByAddress = true },
            configure: { settings in
                var other = settings.signIn.providers[0]
                other.name = "other"
                other.title = "Other"
                other.issuer += "/common/v2.0"
                settings.signIn.providers.append(other)
            }
        ) { (server, provider) async throws in
            let squatter = try await server.signUp("Grace")
            #expect(try await server.connect(Person("Eve"), with: provider, by: squatter).status == 200)
            provider.behave { [issuer = "\(provider.issuer)/common/v2.0"] in
                $0.document = ["issuer": .text(issuer)]
                $0.claims = { $0["iss"] = .text(issuer) }
            }
            let second = try await server.connect(Person("Eve"), with: provider, named: "other", by: squatter)
            #expect(try ConnectedProviders.decode(second.body).connected.map(\.provider.title) == ["Acme", "Other"])
            provider.behave { $0 = StandInProvider.Behaviour() }
            let owner = try SignedIn.decode(try await server.enter(Person("Grace"), with: provider).body)
            #expect(owner.profile.user.id == squatter.profile.user.id)
            let left = try await server.connections(of: owner).connected
            #expect(left.map(\.provider.title) == ["Acme"])
            #expect(left.map(\.email) == ["grace@example.org"])
            let eve = try SignedIn.decode(try await server.enter(Person("Eve"), with: provider).body)
            #expect(eve.profile.user.id != owner.profile.user.id)
            let gone = try await server.security(of: owner).filter { $0.act == .disconnectProvider }.map(\.note)
            #expect(gone == ["\(provider.issuer)/common/v2.0", "Acme"])
        }
    }

    @Test("with linking, an address that the squatter asked to move the account to can no longer be confirmed")
    func linksWithoutPendingAddress() async throws {
        let mail = try await MailServer("--tls", "none")
        let mailSettings = try mail.settings("smtp")
        try await StandInProvider.serve({ $0.linksByAddress = true }, configure: { $0.mail = mailSettings }) {
            (server, provider) async throws in
            let squatter = try await server.signUp("Grace")
            #expect(try await server.changeEmail(to: "eve@example.com", by: squatter).status == 200)
            let token = try await mail.confirmation(to: "eve@example.com")
            let owner = try SignedIn.decode(try await server.enter(Person("Grace"), with: provider).body)
            #expect(owner.profile.user.id == squatter.profile.user.id)
            #expect(try await server.confirmEmail(token).refusal?.code == .confirmationInvalid)
            #expect(try await server.email(of: owner) == "grace@example.org")
        }
    }

    @Test("with linking, the squatter's authenticator app is not asked for, and no longer belongs to the account")
    func linksWithoutSecondFactor() async throws {
        try await StandInProvider.serve({ $0.linksByAddress = true }) { (server, provider) async throws in
            let squatter = try await server.signUp("Grace")
            _ = try await server.enrol(squatter)
            let owner = try SignedIn.decode(try await server.enter(Person("Grace"), with: provider).body)
            #expect(owner.profile.user.id == squatter.profile.user.id)
            #expect(try await server.ask("GET", "/v1/profile", token: squatter.accessToken).status == 401)
            let state = try await server.secondFactor(of: owner)
            #expect(state.since == nil && state.recoveryCodes == 0)
            let removed = try await server.security(of: owner).filter { $0.act == .removeSecondFactor }
            #expect(removed.map(\.note) == ["linked with Acme"])
        }
    }

    @Test("with linking, an address that the provider gave to another of its people opens nothing of the first one")
    func reassigned() async throws {
        try await StandInProvider.serve({ $0.linksByAddress = true }) { (server, provider) async throws in
            let grace = try SignedIn.decode(try await server.enter(Person("Grace"), with: provider).body)
            var successor = Person("Eve")
            successor.claims["email"] = .text("grace@example.org")
            let refused = try await server.enter(successor, with: provider)
            #expect(refused.refusal?.code == .providerTaken)
            #expect(try await server.ask("GET", "/v1/profile", token: grace.accessToken).status == 200)
            #expect(try await server.enter(Person("Grace"), with: provider).status == 200)
        }
    }

    @Test("a suspended person is refused")
    func suspended() async throws {
        try await team { (server, provider, ada) async throws in
            let made = try await server.invite(InvitationRequest(), by: ada)
            let joined = try await server.enter(Person("Grace"), with: provider, invitation: made.token)
            let grace = try SignedIn.decode(joined.body).profile.user.id
            let change = AccountChange(isSuspended: true)
            _ = try await server.ask(
                "POST", "/v1/admin/accounts/\(grace)", String(decoding: change.json, as: UTF8.self),
                token: ada.accessToken)
            #expect(try await server.enter(Person("Grace"), with: provider).refusal?.code == .accountSuspended)
        }
    }

    @Test("the second factor of an account is asked for after the provider too, without going there again")
    func secondFactor() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let grace = try await server.signUp("Grace")
            #expect(try await server.connect(Person("Grace"), with: provider, by: grace).status == 200)
            let enrolled = try await server.enrol(grace)
            server.clock.advance(by: 60_000)
            var answer = try provider.answer(try await server.start(), as: Person("Grace"))
            #expect(try await server.finish(answer).refusal?.code == .codeRequired)
            answer.secondFactor = enrolled.wrongCode(at: server.clock.now)
            #expect(try await server.finish(answer).refusal?.code == .wrongCode)
            answer.secondFactor = enrolled.code(at: server.clock.now)
            #expect(try await server.finish(answer, verifier: "other").refusal?.code == .providerExpired)
            #expect(try await server.finish(answer).status == 200)
        }
    }

    @Test("an account without a password sets a second factor up with a fresh sign-in")
    func enrolment() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let grace = try SignedIn.decode(try await server.enter(Person("Grace"), with: provider).body)
            #expect(try await !server.secondFactor(of: grace).needsPassword)
            #expect(try await server.begin(grace, password: "").status == 200)
            server.clock.advance(by: FreshProof.life)
            #expect(try await server.begin(grace, password: "").refusal?.code == .proofRequired)
            let ada = try await server.signUp("Ada")
            #expect(try await server.begin(ada, password: "").refusal?.code == .wrongCredentials)
        }
    }

    @Test("a claim makes administrators; without it nobody loses the office")
    func administrators() async throws {
        let claim = ProviderSettings.Claim(name: "groups", value: "nexus-admins")
        try await StandInProvider.serve({ $0.administrators = claim }) { (server, provider) async throws in
            _ = try await server.signUp("Ada")
            var grace = Person("Grace")
            #expect(try await !SignedIn.decode(server.enter(grace, with: provider).body).profile.isAdministrator)
            grace.claims["groups"] = .list([.text("all"), .text("nexus-admins")])
            #expect(try await SignedIn.decode(server.enter(grace, with: provider).body).profile.isAdministrator)
            grace.claims["groups"] = nil
            #expect(try await SignedIn.decode(server.enter(grace, with: provider).body).profile.isAdministrator)
        }
    }

    @Test("with passwords off every way in by password is refused, and says what to choose")
    func passwordsOff() async throws {
        try await StandInProvider.serve(configure: { $0.signIn.takesPasswords = false }) {
            (server, provider) async throws in
            #expect(try await server.tryToSignUp("Eve").refusal?.code == .passwordsOff)
            let refused = try await server.enter("Eve")
            #expect(refused.refusal?.code == .passwordsOff)
            #expect(refused.refusal?.message.contains("Acme") == true)
            #expect(try await server.join("Eve", "token").refusal?.code == .passwordsOff)
            #expect(try await server.claim("token").refusal?.code == .passwordsOff)
            #expect(try await server.enter(Person("Grace"), with: provider).status == 200)
            let info = try ServerInfo.decode(try await server.ask("GET", "/v1/server").body)
            #expect(!info.takesPasswords)
        }
    }

    // MARK: The provider

    @Test("a provider that is down keeps nobody from the server, says so, and works once it is back")
    func down() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            provider.behave { $0.status = 503 }
            let ada = try await server.signUp("Ada")
            let refused = try await server.tryToStart()
            #expect(refused.refusal?.code == .providerUnavailable)
            #expect(refused.refusal?.message.contains("Acme does not answer") == true)
            let test = try await server.ask("POST", "/v1/admin/providers/acme/test", "{}", token: ada.accessToken)
            #expect(try ProviderState.decode(test.body).problem?.contains("status 503") == true)
            let health = try await server.ask("GET", "/health").body
            #expect(health.contains("providers"))
            provider.behave { $0.status = nil }
            let again = try await server.ask("POST", "/v1/admin/providers/acme/test", "{}", token: ada.accessToken)
            #expect(try ProviderState.decode(again.body).problem == nil)
            #expect(try await server.enter(Person("Grace"), with: provider).status == 200)
            provider.behave { $0.status = 500 }
            _ = try await server.ask("POST", "/v1/admin/providers/acme/test", "{}", token: ada.accessToken)
            #expect(try await server.tryToStart().refusal?.code == .providerUnavailable, "nobody is sent there")
            provider.behave { $0.status = nil }
            server.clock.advance(by: Provider.failurePause)
            #expect(try await server.tryToStart().status == 200)
            let grace = try await server.signUp("Emmy")
            for path in ["/v1/admin/providers", "/v1/admin/audit"] {
                #expect(try await server.ask("GET", path, token: grace.accessToken).refusal?.code == .forbidden)
            }
        }
    }

    @Test("the server's health names a provider that cannot be reached")
    func health() async throws {
        var settings = SignInSettings()
        // A port that no provider has.
        settings.providers = [
            ProviderSettings(name: "acme", title: "Acme", issuer: "http://127.0.0.1:1", clientID: "nexus")
        ]
        let conditions = ProviderConditions(ProviderDirectory(settings, now: { .zero }))
        #expect(conditions.problem == nil)
        await conditions.look()
        #expect(conditions.problem?.hasPrefix("Acme: It cannot be reached.") == true)
    }

    @Test("after the provider changed its key its new keys are fetched, once in a minute")
    func rotates() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            #expect(try await server.enter(Person("Grace"), with: provider).status == 200)
            provider.rotate()
            #expect(try await server.enter(Person("Grace"), with: provider).status == 200)
            provider.behave {
                $0.sign = { claims, provider in provider.sign(claims, header: ["kid": .text("made-up")]) }
            }
            let before = provider.requests.count { $0 == "/keys" }
            for _ in 0..<3 {
                let refused = try await server.enter(Person("Grace"), with: provider)
                #expect(refused.refusal?.code == .providerInvalid)
            }
            #expect(provider.requests.count { $0 == "/keys" } == before)
            server.clock.advance(by: Provider.rotationPause)
            _ = try await server.enter(Person("Grace"), with: provider)
            #expect(provider.requests.count { $0 == "/keys" } == before + 1)
        }
    }

    @Test("who declined at the provider is told, and can try again")
    func declines() async throws {
        try await StandInProvider.serve { (server, provider) async throws in
            let started = try await server.start()
            let denied = try await server.finish(ProviderAnswer(state: started.state, error: "access_denied"))
            #expect(denied.refusal?.code == .providerDenied)
            let other = try await server.start()
            let odd = ProviderAnswer(state: other.state, error: "<script>alert(1)</script>")
            #expect(try await server.finish(odd).refusal?.message.contains("<") == false)
            #expect(try await server.enter(Person("Grace"), with: provider).status == 200)
        }
    }

    // MARK: ID tokens of devices

    @Test("a device signs in with an ID token for a configured audience, once for each nonce")
    func token() async throws {
        try await StandInProvider.serve({ $0.audiences = ["iphone"] }) { (server, provider) async throws in
            let nonce = try await server.nonce()
            var claims = provider.claims(of: Person("Grace"), nonce: nonce)
            claims["aud"] = .text("iphone")
            let token = provider.sign(claims)
            #expect(try await server.signInWithToken(token, nonce: nonce).status == 200)
            #expect(try await server.signInWithToken(token, nonce: nonce).refusal?.code == .providerExpired)
            let next = try await server.nonce()
            #expect(try await server.signInWithToken(token, nonce: next).refusal?.code == .providerInvalid)
            var late = provider.claims(of: Person("Grace"), nonce: try await server.nonce())
            late["nonce"] = nil
            let without = try await server.signInWithToken(provider.sign(late), nonce: "")
            #expect(without.refusal?.code == .providerExpired)
        }
    }
}
