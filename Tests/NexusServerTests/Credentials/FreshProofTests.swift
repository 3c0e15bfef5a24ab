import NexusCore
import Testing

@testable import NexusServer

@Suite("Fresh proofs of identity")
struct FreshProofTests {
    /// A server where Ada administers and Grace is a member; both have just signed up.
    private func team(
        limited: Bool = false, _ body: @Sendable (RunningServer, SignedIn, SignedIn) async throws -> Void
    ) async throws {
        try await RunningServer.serve(configure: { $0.rateLimits.isOn = limited }) { server in
            let ada = try await server.signUp("Ada")
            let grace = try await server.signUp("Grace")
            try await body(server, ada, grace)
        }
    }

    @Test("acts that change who gets in need a proof of the last ten minutes; reading and other acts do not")
    func acts() async throws {
        try await team { (server, ada, grace) async throws in
            let person = "\(grace.profile.user.id)"
            let guarded = [
                ("/v1/admin/accounts", #"{"name":"Eve","email":"eve@example.org"}"#),
                ("/v1/admin/accounts/\(person)", #"{"suspended":false}"#),
                ("/v1/admin/accounts/\(person)/reset", "{}"),
                ("/v1/admin/policy", #"{"team":"Engines"}"#),
                ("/v1/invitations", #"{"person":"\#(person)"}"#),
            ]
            server.clock.advance(by: FreshProof.life)
            for (path, body) in guarded {
                let answer = try await server.ask("POST", path, body, token: ada.accessToken)
                #expect(answer.refusal?.code == .proofRequired, "\(path)")
                #expect(answer.status == 403, "\(path)")
            }
            for path in ["/v1/admin/audit", "/v1/admin/accounts", "/v1/admin/reports", "/v1/sessions/proof"] {
                #expect(try await server.ask("GET", path, token: ada.accessToken).status == 200, "\(path)")
            }
            #expect(try await server.ask("POST", "/v1/invitations", "{}", token: ada.accessToken).status == 200)
            #expect(try await server.prove(ada, ProofRequest(password: "correct horse")).status == 200)
            for (path, body) in guarded {
                let code = try await server.ask("POST", path, body, token: ada.accessToken).refusal?.code
                #expect(code != .proofRequired, "\(path)")
            }
        }
    }

    @Test("a sign-in and a proof each last ten minutes, to the millisecond, for their session alone")
    func life() async throws {
        try await team { (server, ada, _) async throws in
            server.clock.advance(by: FreshProof.life - 1)
            #expect(try await server.rename(by: ada) == nil)
            server.clock.advance(by: 1)
            #expect(try await server.rename(by: ada) == .proofRequired)
            #expect(try await server.prove(ada, ProofRequest(password: "correct horse")).status == 200)
            let second = try SignedIn.decode(try await server.enter("Ada").body)
            #expect(try await server.proof(of: ada).until == server.clock.now.advanced(by: FreshProof.life))
            let refresh = String(decoding: RefreshRequest(refreshToken: ada.refreshToken).json, as: UTF8.self)
            let renewed = try SignedIn.decode(try await server.ask("POST", "/v1/sessions/refresh", refresh).body)
            server.clock.advance(by: FreshProof.life - 1)
            #expect(try await server.rename(by: renewed) == nil, "a refresh keeps the proof")
            server.clock.advance(by: 1)
            #expect(try await server.rename(by: renewed) == .proofRequired, "and does not prolong it")
            #expect(try await server.prove(renewed, ProofRequest(password: "correct horse")).status == 200)
            #expect(try await server.rename(by: second) == .proofRequired, "of another session")
        }
    }

    @Test("a proof needs the password, and a code where a second factor is on, which is spent")
    func second() async throws {
        try await team { (server, ada, grace) async throws in
            let enrolled = try await server.enrol(ada)
            #expect(try await server.proof(of: grace).needsCode == false)
            let state = try await server.proof(of: ada)
            #expect(state.hasPassword && state.needsCode)
            server.clock.advance(by: FreshProof.life)
            let code = enrolled.code(at: server.clock.now)
            for (request, expected) in [
                (ProofRequest(), ErrorCode.invalidRequest), (ProofRequest(code: code), .invalidRequest),
                (ProofRequest(password: "a wrong guess", code: code), .wrongCredentials),
                (ProofRequest(password: "correct horse"), .codeRequired),
                (
                    ProofRequest(password: "correct horse", code: enrolled.wrongCode(at: server.clock.now)),
                    .wrongCode
                ),
            ] {
                #expect(try await server.prove(ada, request).refusal?.code == expected)
                #expect(try await server.rename(by: ada) == .proofRequired)
            }
            let right = ProofRequest(password: "correct horse", code: code)
            #expect(try await server.prove(ada, right).status == 200)
            #expect(try await server.rename(by: ada) == nil)
            #expect(try await server.prove(ada, right).refusal?.code == .wrongCode, "the code is spent")
        }
    }

    @Test("a stolen session guesses the password no faster than a stranger does, and an ended one proves nothing")
    func guesses() async throws {
        try await team(limited: true) { (server, ada, _) async throws in
            for _ in 0..<SignInLimits.freeFailures {
                let wrong = try await server.prove(ada, ProofRequest(password: "a wrong guess"))
                #expect(wrong.refusal?.code == .wrongCredentials)
            }
            let next = try await server.prove(ada, ProofRequest(password: "correct horse"))
            #expect(next.refusal?.code == .rateLimited)
            server.clock.advance(by: SignInLimits.longestDelay)
        }
        try await team { (server, ada, _) async throws in
            _ = try await server.ask("DELETE", "/v1/sessions/current", token: ada.accessToken)
            let ended = try await server.prove(ada, ProofRequest(password: "correct horse"))
            #expect(ended.refusal?.code == .notSignedIn)
        }
    }
}

extension RunningServer {
    func prove(_ person: SignedIn, _ request: ProofRequest) async throws -> Answer {
        try await ask(
            "POST", "/v1/sessions/proof", String(decoding: request.json, as: UTF8.self), token: person.accessToken)
    }

    func proof(of person: SignedIn) async throws -> ProofState {
        try ProofState.decode(try await ask("GET", "/v1/sessions/proof", token: person.accessToken).body)
    }

    /// Does what needs a fresh proof.
    ///
    /// - Returns: the code with which it is refused; nil if it is not.
    func rename(by administrator: SignedIn) async throws -> ErrorCode? {
        let change = String(decoding: PolicyChange(team: "Engines").json, as: UTF8.self)
        return try await ask("POST", "/v1/admin/policy", change, token: administrator.accessToken).refusal?.code
    }
}
