import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Passkeys", .timeLimit(.minutes(10)))
struct PasskeyTests {
    @Test("one is added, named, listed and used without a password; removed, it signs nobody in")
    func life() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            var grace = team.authenticator
            let passkey = try #require(try await team.passkeys(of: team.grace).first)
            #expect(passkey.name == "Laptop")
            #expect(passkey.createdAt == team.server.clock.now)
            #expect(passkey.lastUsedAt == nil)
            team.server.clock.advance(by: 1_000)
            let entered = try await team.signIn(&grace)
            let signedIn = try SignedIn.decode(entered.body)
            #expect(signedIn.profile.user == team.grace.profile.user)
            #expect(try await team.passkeys(of: team.grace).first?.lastUsedAt == team.server.clock.now)
            let renamed = try await team.post(
                "/v1/passkeys/\(passkey.id)", PasskeyName(name: " Desk "), by: signedIn)
            #expect(try Passkey.decode(renamed.body).name == "Desk")
            #expect(
                try await team.post("/v1/passkeys/\(passkey.id)", PasskeyName(name: " "), by: signedIn).refusal?.code
                    == .invalidName)
            #expect(try await team.remove(passkey.id, by: signedIn).status == 200)
            #expect(try await team.passkeys(of: signedIn).isEmpty)
            #expect(try await team.signIn(&grace).refusal?.code == .passkeyInvalid)
            #expect(try await team.remove(passkey.id, by: signedIn).refusal?.code == .notFound)
            #expect(try await team.server.enter("Grace").status == 200, "the password still does")
        }
    }

    @Test("adding and removing one need a fresh proof, which a passkey gives as well")
    func proved() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            var grace = team.authenticator
            team.server.clock.advance(by: FreshProof.life)
            let passkey = try #require(try await team.passkeys(of: team.grace).first)
            #expect(try await team.begin(team.grace).refusal?.code == .proofRequired)
            #expect(try await team.remove(passkey.id, by: team.grace).refusal?.code == .proofRequired)
            let state = try await team.server.proof(of: team.grace)
            #expect(state.hasPasskey && state.hasPassword && !state.needsCode)
            #expect(try await team.prove(&grace, team.grace).status == 200)
            #expect(try await team.begin(team.grace).status == 200)
            #expect(try await team.remove(passkey.id, by: team.grace).status == 200)
            #expect(try await team.server.proof(of: team.grace).hasPasskey == false)
        }
    }

    @Test("a passkey is two factors where the team requires them; a password with a passkey at hand is not")
    func required() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            var grace = team.authenticator
            _ = try await team.server.enrol(team.ada)
            #expect(try await team.server.require(true, by: team.ada).status == 200)
            let profile = { (session: SignedIn) in
                try await team.server.ask("GET", "/v1/profile", token: session.accessToken).status
            }
            #expect(try await profile(team.grace) == 200, "she added the passkey in this session")
            let strong = try SignedIn.decode(try await team.signIn(&grace).body)
            #expect(!strong.needsSecondFactor)
            #expect(try await profile(strong) == 200)
            let refresh = String(decoding: RefreshRequest(refreshToken: strong.refreshToken).json, as: UTF8.self)
            let renewed = try SignedIn.decode(try await team.server.ask("POST", "/v1/sessions/refresh", refresh).body)
            #expect(!renewed.needsSecondFactor)

            let weak = try SignedIn.decode(try await team.server.enter("Grace").body)
            #expect(weak.needsSecondFactor)
            #expect(try await profile(weak) == 403)
            // The password alone adds no factor of a thief's own.
            #expect(try await team.server.begin(weak).refusal?.code == .secondFactorRequired)
            #expect(try await team.begin(weak).refusal?.code == .secondFactorRequired)
            #expect(try await team.server.prove(weak, ProofRequest(password: "correct horse")).status == 200)
            #expect(try await profile(weak) == 403)
            #expect(try await team.server.secondFactor(of: weak).hasPasskey)
            #expect(try await team.prove(&grace, weak).status == 200)
            #expect(try await profile(weak) == 200)

            // Someone without any factor may begin with a passkey.
            let eve = try await team.server.signUp("Eve", host: PasskeyTeam.host)
            #expect(eve.needsSecondFactor)
            var first = TestAuthenticator()
            #expect(try await team.register(&first, by: eve).status == 200)
            #expect(try await profile(eve) == 200)

            // Removing the last one leads back to setting one up.
            let id = try #require(try await team.passkeys(of: renewed).first).id
            #expect(try await team.remove(id, by: renewed).status == 200)
            #expect(try await profile(renewed) == 403)
            #expect(try await profile(weak) == 403)
        }
    }

    @Test("a reset link for a person who lost their device removes their passkeys; another link does not")
    func reset() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            var grace = team.authenticator
            let kept = try await team.server.resetLink(for: team.grace, by: team.ada)
            #expect(try await team.server.reset(kept.token, to: "battery staple").status == 200)
            #expect(try await team.signIn(&grace).status == 200)
            let lost = try await team.server.resetLink(for: team.grace, by: team.ada, removingSecondFactor: true)
            let after = try await team.server.reset(lost.token, to: "horse battery")
            #expect(try await team.passkeys(of: try SignedIn.decode(after.body)).isEmpty)
            #expect(try await team.signIn(&grace).refusal?.code == .passkeyInvalid)
        }
    }

    @Test("a person has at most 20")
    func limit() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            for _ in 1..<Passkeys.perPerson {
                var authenticator = TestAuthenticator()
                #expect(try await team.register(&authenticator, by: team.grace).status == 200)
            }
            #expect(try await team.passkeys(of: team.grace).count == 20)
            #expect(try await team.begin(team.grace).refusal?.code == .tooManyPasskeys)
            // A ceremony that was under way is refused as well.
            let id = try #require(try await team.passkeys(of: team.grace).last).id
            #expect(try await team.remove(id, by: team.grace).status == 200)
            let creation = try await team.creation(team.grace)
            #expect(creation.known.count == 19)
            let second = try SignedIn.decode(try await team.server.enter("Grace").body)
            var other = TestAuthenticator()
            #expect(try await team.register(&other, by: second).status == 200)
            var late = TestAuthenticator()
            let made = late.create(team.party, try #require(Base64URL.bytes(of: creation.challenge)))
            #expect(try await team.add(made, by: team.grace).refusal?.code == .tooManyPasskeys)
        }
    }

    @Test("the last way in to an account cannot be removed: a password or a provider that lets nobody in is none")
    func lastWayIn() async throws {
        let accounts = try TestAccounts()
        let grace = try await accounts.signUp("Grace")
        let context = try await accounts.service.authorize(grace.accessToken)
        let party = try #require(RelyingParty(scheme: "https", authority: PasskeyTeam.host))
        func service(takesPasswords: Bool, issuers: Set<String> = []) -> PasskeyService {
            PasskeyService(
                database: accounts.database, accounts: accounts.service,
                verifier: PasskeyVerifier(
                    database: accounts.database, accounts: accounts.service,
                    challenges: PasskeyChallenges(database: accounts.database, now: { accounts.clock.now })),
                waysIn: WaysIn(takesPasswords: takesPasswords, issuers: issuers))
        }
        let withoutPasswords = service(takesPasswords: false)
        var made: [PasskeyID] = []
        for name in ["One", "Two", "Three"] {
            var authenticator = TestAuthenticator()
            let creation = try await withoutPasswords.begin(context, on: party)
            let answer = authenticator.create(party, try #require(Base64URL.bytes(of: creation.challenge)))
            made.append(try await withoutPasswords.add(answer.registration(name), context, on: party).id)
        }
        try await withoutPasswords.remove(made[0], by: context)
        try await service(takesPasswords: true).remove(made[1], by: context)
        #expect(try await refusal { try await withoutPasswords.remove(made[2], by: context) } == .lastWayIn)
        try await accounts.database.write {
            try $0.run("UPDATE users SET password_hash = $1", .text(AccountRepository.noPassword))
            try $0.run(
                "INSERT INTO identities (issuer, subject, user_id, email, connected_at) VALUES ($1, 's', $2, '', 0)",
                .text("https://id.example"), .id(context.user))
        }
        let other = service(takesPasswords: true, issuers: ["https://other.example"])
        #expect(try await refusal { try await other.remove(made[2], by: context) } == .lastWayIn)
        #expect(try await other.list(of: context.user).passkeys.map(\.id) == [made[2]], "a refusal changes nothing")
        let configured = service(takesPasswords: false, issuers: ["https://id.example"])
        try await configured.remove(made[2], by: context)
        #expect(try await configured.list(of: context.user).passkeys.isEmpty)
    }

    @Test("a suspended person's passkey is told why, and opens nothing")
    func suspended() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            var grace = team.authenticator
            try await team.server.administer(team.grace, AccountChange(isSuspended: true), by: team.ada)
            #expect(try await team.signIn(&grace).refusal?.code == .accountSuspended)
            try await team.server.administer(team.grace, AccountChange(isSuspended: false), by: team.ada)
            #expect(try await team.signIn(&grace).status == 200)
        }
    }

    @Test("adding, removing and signing in are in the log of the person's security")
    func told() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            var grace = team.authenticator
            let session = try SignedIn.decode(try await team.signIn(&grace).body)
            let id = try #require(try await team.passkeys(of: session).first).id
            _ = try await team.remove(id, by: session)
            let entries = try await team.security(of: session)
            #expect(entries.map(\.act) == [.removePasskey, .signIn, .addPasskey])
            #expect(entries.map(\.note) == ["Laptop", "test, 127.0.0.1, passkey Laptop", "Laptop"])
        }
    }

    @Test("where browsers have no passkeys, the server says so and does not offer them")
    func unavailable() async throws {
        for (address, isThere) in [
            ("https://nexus.example", true), ("https://192.0.2.7", false), ("http://nexus.example", false),
            (nil, false),
        ] as [(String?, Bool)] {
            try await RunningServer.serve(configure: { settings in
                settings.transport.publicAddress = address.flatMap { PublicAddress($0) }
            }) { server in
                let host = address.map { String($0.trimmingPrefix { $0 != "/" }.dropFirst(2)) } ?? "nexus.example"
                let info = try await server.ask("GET", "/v1/server", headers: [("Host", host)])
                #expect(try ServerInfo.decode(info.body).hasPasskeys == isThere)
                let challenge = try await server.ask(
                    "POST", "/v1/sessions/passkey/challenge", "{}", headers: [("Host", host)])
                #expect(challenge.refusal?.code == (isThere ? nil : .passkeysUnavailable))
                if address == nil {
                    let local = [("Host", "localhost:8480")]
                    let answer = try await server.ask("POST", "/v1/sessions/passkey/challenge", "{}", headers: local)
                    #expect(try PasskeyChallenge.decode(answer.body).host == "localhost")
                }
            }
        }
    }
}
