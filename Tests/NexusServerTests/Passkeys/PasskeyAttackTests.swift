import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Attacks on passkeys", .timeLimit(.minutes(10)))
struct PasskeyAttackTests {
    @Test("a challenge works once, for five minutes, to the millisecond, and for its purpose and session alone")
    func challenges() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            var grace = team.authenticator
            let used = try await team.challenge()
            let assertion = grace.passkey(team.party, used)
            #expect(try await team.signIn(assertion).status == 200)
            #expect(try await team.signIn(assertion).refusal?.code == .passkeyInvalid, "the same answer")
            #expect(try await team.signIn(grace.passkey(team.party, used)).refusal?.code == .passkeyInvalid)

            let old = try await team.challenge()
            team.server.clock.advance(by: PasskeyChallenges.life - 1)
            let late = try await team.challenge()
            #expect(try await team.signIn(grace.passkey(team.party, old)).status == 200)
            team.server.clock.advance(by: PasskeyChallenges.life)
            #expect(try await team.signIn(grace.passkey(team.party, late)).refusal?.code == .passkeyInvalid)
            #expect(try await team.signIn(grace.passkey(team.party, [1, 2, 3])).refusal?.code == .passkeyInvalid)

            // Each of the three purposes refuses the challenges of the others.
            let session = try SignedIn.decode(try await team.signIn(&grace).body)
            let forProof = try await team.proofChallenge(session)
            #expect(try await team.signIn(grace.passkey(team.party, forProof)).refusal?.code == .passkeyInvalid)
            #expect(
                try await team.add(grace.create(team.party, forProof), by: session).refusal?.code == .passkeyInvalid)
            let forSignIn = try await team.challenge()
            #expect(
                try await team.prove(grace.passkey(team.party, forSignIn), session).refusal?.code == .passkeyInvalid)
            #expect(
                try await team.add(grace.create(team.party, forSignIn), by: session).refusal?.code == .passkeyInvalid)
            let forAdding = try await team.creation(session).challenge
            let added = try #require(Base64URL.bytes(of: forAdding))
            #expect(try await team.signIn(grace.passkey(team.party, added)).refusal?.code == .passkeyInvalid)
            #expect(try await team.prove(grace.passkey(team.party, added), session).refusal?.code == .passkeyInvalid)

            // Another session of the same person has another challenge.
            let other = try SignedIn.decode(try await team.signIn(&grace).body)
            let proof = try await team.proofChallenge(session)
            #expect(try await team.prove(grace.passkey(team.party, proof), other).refusal?.code == .passkeyInvalid)
            #expect(try await team.prove(grace.passkey(team.party, proof), session).status == 200)
        }
    }

    @Test("another person's passkey proves nothing and signs in to no other account")
    func others() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            var grace = team.authenticator
            let proof = try await team.proofChallenge(team.ada)
            #expect(try await team.prove(grace.passkey(team.party, proof), team.ada).refusal?.code == .passkeyInvalid)
            let challenge = try await team.challenge()
            var claimed = grace.passkey(team.party, challenge)
            claimed.user = Base64URL.text(of: team.ada.profile.user.id.handle)
            #expect(try await team.signIn(claimed).refusal?.code == .passkeyInvalid)
            var anonymous = grace.passkey(team.party, try await team.challenge())
            anonymous.user = nil
            #expect(try await team.signIn(anonymous).refusal?.code == .passkeyInvalid)
            var strange = grace.passkey(team.party, try await team.challenge())
            strange.id = Base64URL.text(of: [1, 2, 3])
            #expect(try await team.signIn(strange).refusal?.code == .passkeyInvalid)
            // Registering a credential that somebody has is refused, so that no one takes its sign-ins over.
            let creation = try await team.creation(team.ada)
            let taken = grace.create(team.party, try #require(Base64URL.bytes(of: creation.challenge)))
            #expect(try await team.add(taken, by: team.ada).refusal?.code == .passkeyInvalid)
            #expect(try await team.passkeys(of: team.ada).isEmpty)
            let id = try #require(try await team.passkeys(of: team.grace).first).id
            #expect(try await team.remove(id, by: team.ada).refusal?.code == .notFound)
            #expect(
                try await team.post("/v1/passkeys/\(id)", PasskeyName(name: "Mine"), by: team.ada).refusal?.code
                    == .notFound)
        }
    }

    @Test("what was signed on another page, for another host or without checking the user is refused")
    func attacks() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            let evil = try #require(RelyingParty(scheme: "https", authority: "evil.example"))
            for change in PasskeyAttackTests.attacks(evil) {
                var grace = team.authenticator
                var assertion = grace.assertion(team.party, try await team.challenge())
                change(&assertion)
                let answer = try await team.signIn(grace.passkey(signing: assertion, for: team.grace.profile.user.id))
                #expect(answer.refusal?.code == .passkeyInvalid)
                #expect(answer.status == 403)
                var proof = grace.assertion(team.party, try await team.proofChallenge(team.grace))
                change(&proof)
                let proved = try await team.prove(
                    grace.passkey(signing: proof, for: team.grace.profile.user.id), team.grace)
                #expect(proved.refusal?.code == .passkeyInvalid)
            }
            var other = TestAuthenticator()
            other.identifier = team.authenticator.identifier
            let forged = try await team.signIn(
                other.passkey(team.party, try await team.challenge(), of: team.grace.profile.user.id))
            #expect(forged.refusal?.code == .passkeyInvalid, "the signature of another key")
            // The failure is told at the next success.
            _ = try await team.server.enter("Grace")
            let acts = try await team.security(of: team.grace).map(\.act)
            #expect(acts.prefix(2) == [.signIn, .failSignIn])
        }
    }

    private static func attacks(_ evil: RelyingParty) -> [@Sendable (inout TestAuthenticator.Assertion) -> Void] {
        [
            { $0.origin = evil.origin }, { $0.origin = "http://nexus.example" }, { $0.partyHash = evil.hash },
            { $0.type = "webauthn.create" }, { $0.extra = #","crossOrigin":true"# },
            { $0.flags.remove(.userVerified) }, { $0.flags.remove(.userPresent) },
            { $0.flags.insert([.backupEligible, .backedUp]) },
        ]
    }

    @Test("a counter that goes back is refused and told; the passkey counts on from where it was")
    func counters() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            var grace = team.authenticator
            grace.counter = 4
            #expect(try await team.signIn(&grace).status == 200)
            var copy = grace
            #expect(try await team.signIn(&grace).status == 200)
            #expect(try await team.signIn(&copy).refusal?.code == .passkeyInvalid)
            let entries = try await team.security(of: team.grace)
            #expect(entries.first?.act == .refusePasskey)
            #expect(entries.first?.note == "Laptop")
            #expect(try await team.signIn(&grace).status == 200)
        }
    }

    @Test("a page of another origin signs no browser in with a passkey")
    func foreignOrigin() async throws {
        try await PasskeyTeam.serve { (team) async throws in
            var grace = team.authenticator
            let assertion = grace.passkey(team.party, try await team.challenge())
            let foreign = [("Nexus-Session", "cookie"), ("Origin", "https://evil.example")]
            #expect(try await team.signIn(assertion, headers: foreign).refusal?.code == .wrongOrigin)
            let own = [("Nexus-Session", "cookie"), ("Origin", "https://nexus.example")]
            let answer = try await team.signIn(assertion, headers: own)
            #expect(answer.status == 200)
            #expect(answer.headers["set-cookie"]?.contains("__Host-nexus-access=") == true)
            #expect(!answer.body.contains("accessToken"))
        }
    }

    @Test("challenges to one address are limited")
    func limited() async throws {
        try await PasskeyTeam.serve(configure: {
            $0.rateLimits.isOn = true
            $0.rateLimits.passkeyChallengesAtOnce = 2
        }) { (team) async throws in
            _ = try await team.challenge()
            _ = try await team.challenge()
            let third = try await team.post("/v1/sessions/passkey/challenge", Nothing())
            #expect(third.refusal?.code == .rateLimited)
        }
    }

    @Test("a session has one challenge for each purpose, each is spent once, and it outlives a restart")
    func once() async throws {
        let clock = TestClock()
        let database = try SQLDatabase(TestDatabase.inline(), migrations: Schema.migrations)
        let challenges = PasskeyChallenges(database: database, now: { clock.now })
        let session = SessionID(high: 1, low: 1)
        let proof = try await challenges.issue(.prove(session))
        let first = try await challenges.issue(.signIn)
        let second = try await challenges.issue(.signIn)
        let restarted = PasskeyChallenges(database: database, now: { clock.now })
        #expect(try await !restarted.spend(first, for: .prove(session)))
        for challenge in [first, second] {
            #expect(try await restarted.spend(challenge, for: .signIn))
            #expect(try await !restarted.spend(challenge, for: .signIn))
        }
        #expect(try await challenges.spend(proof, for: .prove(session)))
        let earlier = try await challenges.issue(.register(session))
        let later = try await challenges.issue(.register(session))
        #expect(try await !challenges.spend(earlier, for: .register(session)))
        #expect(try await challenges.spend(later, for: .register(session)))
        _ = try await challenges.issue(.prove(session))
        clock.advance(by: PasskeyChallenges.life)
        _ = try await challenges.issue(.signIn)
        let count = try await database.read { reader in
            try CeremonyRepository.count(.passkeyOfStranger, in: reader)
                + CeremonyRepository.count(.passkeyOfSession, in: reader)
        }
        #expect(count == 1, "expired ones are forgotten")
    }
}
