import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Two-step sign-in")
struct SecondFactorTests {
    /// A server where Ada administers, and Grace has turned a second factor on.
    private func team<T: Sendable>(
        limited: Bool = false, log: LogLines? = nil,
        _ body: @Sendable (RunningServer, SignedIn, SignedIn, Enrolled) async throws -> T
    ) async throws -> T {
        try await RunningServer.serve(
            configure: {
                $0.rateLimits.isOn = limited
                $0.rateLimits.trustsProxy = true
            }, logger: log?.logger
        ) { server in
            let ada = try await server.signUp("Ada")
            let grace = try await server.signUp("Grace")
            let enrolled = try await server.enrol(grace)
            // The code that confirmed is spent.
            server.clock.advance(by: 60_000)
            return try await body(server, ada, grace, enrolled)
        }
    }

    @Test("the right password alone is asked for a code; with one of the app it signs in")
    func signsIn() async throws {
        try await team { (server, _, _, grace) async throws in
            #expect(try await server.enter("Grace").refusal?.code == .codeRequired)
            #expect(try await server.enter("Grace", code: "").refusal?.code == .codeRequired)
            let wrong = grace.wrongCode(at: server.clock.now)
            #expect(try await server.enter("Grace", code: wrong).refusal?.code == .wrongCode)
            let code = grace.code(at: server.clock.now)
            let spaced = "\(code.prefix(3)) \(code.suffix(3))"
            #expect(try await server.enter("Grace", code: spaced).status == 200)
            #expect(try await server.enter("Ada").status == 200, "others need none")
            let guess = try await server.enter("Grace", password: "a wrong guess", code: code)
            #expect(guess.refusal?.code == .wrongCredentials)
        }
    }

    @Test("a code works once, also the one that confirmed, and an earlier one no longer does")
    func replay() async throws {
        try await RunningServer.serve { server in
            let grace = try await server.enrol(try await server.signUp("Grace"))
            let first = grace.code(at: server.clock.now)
            #expect(try await server.enter("Grace", code: first).refusal?.code == .wrongCode)
            server.clock.advance(by: 60_000)
            let earlier = grace.code(at: server.clock.now.advanced(by: -30_000))
            let code = grace.code(at: server.clock.now)
            #expect(try await server.enter("Grace", code: code).status == 200)
            #expect(try await server.enter("Grace", code: code).refusal?.code == .wrongCode)
            #expect(try await server.enter("Grace", code: earlier).refusal?.code == .wrongCode)
        }
    }

    @Test("of sign-ins with one code at the same time one succeeds")
    func race() async throws {
        try await team { (server, _, _, grace) async throws in
            let code = grace.code(at: server.clock.now)
            let statuses = try await withThrowingTaskGroup { tasks in
                for _ in 0..<4 { tasks.addTask { try await server.enter("Grace", code: code).status } }
                return try await tasks.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 401, 401, 401])
        }
    }

    @Test("ten recovery codes each work once, in either case, with or without hyphens; the audit log has their use")
    func recovery() async throws {
        try await team { (server, ada, grace, enrolled) async throws in
            #expect(Set(enrolled.recoveryCodes).count == 10)
            for (number, code) in enrolled.recoveryCodes.enumerated() {
                let typed = number % 2 == 0 ? code : code.lowercased().replacing("-", with: "")
                #expect(try await server.enter("Grace", code: typed).status == 200)
                #expect(try await server.enter("Grace", code: code).refusal?.code == .wrongCode)
            }
            let notes = try await server.acts(for: ada).filter { $0.act == .useRecoveryCode }.map(\.note)
            #expect(notes.first == "left: 0")
            #expect(notes.count == 10)
            let state = try await server.secondFactor(of: grace)
            #expect(state.recoveryCodes == 0)
            #expect(state.since != nil)
        }
    }

    @Test("new recovery codes need a fresh proof, and replace the earlier ones")
    func renewedCodes() async throws {
        try await team { (server, ada, grace, enrolled) async throws in
            let path = "/v1/second-factor/recovery-codes"
            #expect(try await server.ask("POST", path, "{}", token: ada.accessToken).refusal?.code == .invalidRequest)
            let renewed = try RecoveryCodes.decode(
                try await server.ask("POST", path, "{}", token: grace.accessToken).body)
            #expect(Set(renewed.codes).count == SecondFactorService.recoveryCodes)
            // Five bits a letter: the 112 that ASVS 6.5.2 asks of codes that are stored without a salt.
            #expect(renewed.codes.allSatisfy { $0.count { $0 != "-" } * 5 >= 112 })
            #expect(try await server.enter("Grace", code: enrolled.recoveryCodes[0]).refusal?.code == .wrongCode)
            #expect(try await server.enter("Grace", code: renewed.codes[0]).status == 200)
            #expect(try await server.secondFactor(of: grace).recoveryCodes == 9)
            #expect(try await server.acts(for: ada).contains { $0.act == .renewRecoveryCodes })
            server.clock.advance(by: FreshProof.life)
            let stale = try await server.ask("POST", path, "{}", token: grace.accessToken)
            #expect(stale.refusal?.code == .proofRequired)
        }
    }

    @Test("recovery codes of 80 bits, which earlier versions gave out, stay good")
    func earlierCodes() async throws {
        let accounts = try TestAccounts()
        let ada = try await accounts.signUp().profile.user.id
        try await accounts.database.write { transaction in
            let factor = SecondFactorRepository.Factor(secret: [1], lastStep: 0, confirmedAt: .zero)
            try SecondFactorRepository.put(factor, of: ada, transaction)
            try SecondFactorRepository.putRecoveryCodes(
                [SecondFactor.recoveryHash("ABCDEFGHIJKLMNOP")], of: ada, transaction)
            try SecondFactor.require("abcd-efgh-ijkl-mnop", of: ada, at: .zero, transaction)
            #expect(throws: Refusal.self) {
                try SecondFactor.require("abcd-efgh-ijkl-mnop", of: ada, at: .zero, transaction)
            }
        }
    }

    @Test("it is on once a first code confirms the key, and begins only with the password")
    func enrolment() async throws {
        try await RunningServer.serve { server in
            let grace = try await server.signUp("Grace")
            #expect(try await server.begin(grace, password: "a wrong guess").refusal?.code == .wrongCredentials)
            #expect(try await server.confirm(grace, "000000").refusal?.code == .invalidRequest)
            let abandoned = try Enrolled(try await server.begin(grace))
            #expect(try await server.enter("Grace").status == 200, "not on yet")
            let key = try Enrolled(try await server.begin(grace))
            let stale = abandoned.code(at: server.clock.now)
            #expect(try await server.confirm(grace, stale).refusal?.code == .wrongCode)
            #expect(try await server.confirm(grace, key.code(at: server.clock.now)).status == 200)
            #expect(try await server.begin(grace).refusal?.code == .invalidRequest)
            #expect(try await server.confirm(grace, "000000").refusal?.code == .invalidRequest)
            #expect(try await server.enter("Grace").refusal?.code == .codeRequired)
        }
    }

    @Test("turning it off needs the password and a code; it succeeds where it is off")
    func removal() async throws {
        try await team { (server, ada, grace, enrolled) async throws in
            let code = enrolled.code(at: server.clock.now)
            let guess = StepUp(password: "a wrong guess", code: code)
            #expect(try await server.remove(grace, guess).refusal?.code == .wrongCredentials)
            let bare = StepUp(password: "correct horse")
            #expect(try await server.remove(grace, bare).refusal?.code == .codeRequired)
            #expect(try await server.remove(grace, StepUp(password: "correct horse", code: code)).status == 200)
            #expect(try await server.remove(grace, bare).status == 200)
            #expect(try await server.enter("Grace").status == 200)
            #expect(try await server.acts(for: ada).map(\.act) == [.removeSecondFactor, .addSecondFactor])
        }
    }

    @Test(
        "a reset link needs a code as well, and keeps working without one; an administrator can make one that turns it off"
    )
    func reset() async throws {
        try await team { (server, ada, grace, enrolled) async throws in
            let link = try await server.resetLink(for: grace, by: ada)
            #expect(try await server.reset(link.token, to: "battery staple").refusal?.code == .codeRequired)
            let code = enrolled.code(at: server.clock.now)
            #expect(try await server.reset(link.token, to: "battery staple", code: code).status == 200)
            #expect(try await server.enter("Grace", password: "battery staple").refusal?.code == .codeRequired)

            let lost = try await server.resetLink(for: grace, by: ada, removingSecondFactor: true)
            #expect(try await server.reset(lost.token, to: "horse battery").status == 200)
            #expect(try await server.enter("Grace", password: "horse battery").status == 200)
        }
    }

    @Test("wrong codes count as failed sign-ins, and being asked for one does not make their delay shorter")
    func limited() async throws {
        try await team(limited: true) { (server, _, _, grace) async throws in
            for _ in 0..<SignInLimits.freeFailures {
                #expect(try await server.enter("Grace").refusal?.code == .codeRequired)
                let wrong = grace.wrongCode(at: server.clock.now)
                #expect(try await server.enter("Grace", code: wrong).refusal?.code == .wrongCode)
                // The limit of successes a minute is not what is tested here.
                server.clock.advance(by: 12_000)
            }
            let wrong = grace.wrongCode(at: server.clock.now)
            #expect(try await server.enter("Grace", code: wrong).refusal?.code == .wrongCode, "the delay has passed")
            #expect(try await server.enter("Grace", code: wrong).refusal?.code == .rateLimited)
        }
    }

    @Test("of one account 10 wrong codes an hour are accepted, wherever they come from")
    func guessing() async throws {
        let clock = TestClock()
        let limit = CodeLimit(RateLimitSettings(), now: { clock.now })
        let user = UserID(high: 1, low: 1)
        func attempt(_ user: UserID, _ error: Refusal?, isGuess: Bool = true) async throws -> ErrorCode? {
            try await refusal { try await limit.attempt(isGuess: isGuess, of: user) { if let error { throw error } } }
        }
        for _ in 0..<10 { #expect(try await attempt(user, .wrongCode) == .wrongCode) }
        #expect(try await attempt(user, .wrongCode) == .rateLimited)
        #expect(try await attempt(user, nil) == .rateLimited)
        #expect(try await attempt(user, nil, isGuess: false) == nil, "a recovery code is not held up")
        #expect(try await attempt(UserID(high: 1, low: 2), nil) == nil, "other accounts are not held up")
        clock.advance(by: 6 * 60_000)
        #expect(try await attempt(user, nil) == nil)
    }

    @Test("guesses at the same time cannot exceed the limit, and right codes do not use it")
    func concurrentGuesses() async throws {
        let clock = TestClock()
        let limit = CodeLimit(RateLimitSettings(), now: { clock.now })
        let user = UserID(high: 1, low: 1)
        for _ in 0..<20 { try await limit.attempt(isGuess: true, of: user) {} }
        let admitted = try await withThrowingTaskGroup { tasks in
            for _ in 0..<40 {
                tasks.addTask {
                    try await refusal {
                        try await limit.attempt(isGuess: true, of: user) {
                            await Task.yield()
                            throw Refusal.wrongCode
                        }
                    }
                }
            }
            return try await tasks.reduce(0) { $0 + ($1 == .wrongCode ? 1 : 0) }
        }
        #expect(admitted == 10)
    }

    @Test("a person whose app codes are used up by a holder of the password gets in with a recovery code")
    func neverLockedOut() async throws {
        try await team(limited: true) { (server, _, _, grace) async throws in
            for number in 0..<10 {
                let wrong = grace.wrongCode(at: server.clock.now)
                let answer = try await server.enter("Grace", code: wrong, from: "203.0.113.\(number)")
                #expect(answer.refusal?.code == .wrongCode)
            }
            let code = grace.code(at: server.clock.now)
            #expect(try await server.enter("Grace", code: code).refusal?.code == .rateLimited)
            #expect(try await server.enter("Grace", code: grace.recoveryCodes[0]).status == 200)
        }
    }

    @Test("no log has the key or a recovery code, and the directory does not say who has a second factor")
    func secrets() async throws {
        let log = LogLines()
        let secrets = try await team(log: log) { (server, _, grace, enrolled) async throws in
            let code = enrolled.code(at: server.clock.now)
            _ = try await server.enter("Grace", code: code)
            let people = try await server.ask("GET", "/v1/people", token: grace.accessToken).body
            #expect(!people.contains("secondFactor"))
            return enrolled.recoveryCodes + [enrolled.key]
        }
        for secret in secrets { #expect(!log.all.contains { $0.contains(secret) }) }
    }
}
