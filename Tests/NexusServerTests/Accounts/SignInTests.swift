import NIOPosix
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Signing in")
struct SignInTests {
    let accounts: TestAccounts

    init() throws { accounts = try TestAccounts() }

    @Test("opens another session beside existing ones, with any capitalization of the address")
    func opened() async throws {
        let first = try await accounts.signUp()
        accounts.clock.advance(by: 1_000)
        let second = try await accounts.signIn(" ADA@example.org", device: "laptop")
        #expect(second.profile == first.profile)
        #expect(second.session != first.session)
        #expect(try await accounts.sessions(second).map(\.device) == ["laptop", "phone"])
        #expect(try await accounts.service.authorize(first.accessToken).session == first.session)
    }

    @Test("a wrong password, an unknown address and an invalid one get the same answer")
    func wrong() async throws {
        try await accounts.signUp()
        let tries = [
            ("ada@example.org", "correct hors"), ("ada@example.org", "Correct horse"), ("ada@example.org", ""),
            ("eve@example.org", "correct horse"), ("nobody", "correct horse"),
            ("ada@example.org", "correct horse" + String(repeating: " ", count: 1_024)),
        ]
        var answers: [Refusal] = []
        for (email, password) in tries {
            let answer = await #expect(throws: Refusal.self) { try await accounts.signIn(email, password: password) }
            answers.append(try #require(answer))
        }
        #expect(Set(answers.map(\.message)).count == 1)
        #expect(answers.allSatisfy { $0.code == .wrongCredentials && $0.retryAfter == nil })
    }

    @Test("an unknown address costs a derivation like a known one")
    func sameCost() async throws {
        // No derivation works here: requests that need one fail in that way, others are answered.
        let accounts = try TestAccounts(threads: NIOThreadPool(numberOfThreads: 1))
        let user = User(id: UserID(high: 1, low: 1), name: "Ada", email: "ada@example.org")
        let now = accounts.clock.now
        try await accounts.database.write { transaction in
            _ = try AccountRepository.insert(user, passwordHash: "scrypt", at: now, transaction)
        }
        for email in ["ada@example.org", "eve@example.org", "nobody"] {
            await #expect(throws: CancellationError.self) { try await accounts.signIn(email) }
        }
    }

    @Test("an account without a password accepts no sign-in")
    func noPassword() async throws {
        let user = User(id: UserID(high: 1, low: 1), name: "Ada", email: "ada@example.org")
        let now = accounts.clock.now
        try await accounts.database.write { transaction in
            _ = try AccountRepository.insert(user, passwordHash: "", at: now, transaction)
        }
        #expect(try await refusal { try await accounts.signIn(password: "") } == .wrongCredentials)
    }

    @Test("too many concurrent sign-ins are told to retry")
    func overload() async throws {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        let accounts = try TestAccounts(threads: threads)
        let codes = try await withThrowingTaskGroup { group in
            for number in 0..<400 {
                group.addTask { try await refusal { try await accounts.signIn("\(number)@example.org") } }
            }
            return try await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
        }
        #expect(codes.allSatisfy { $0 == .wrongCredentials || $0 == .overloaded })
        #expect(codes.contains(.wrongCredentials))
        #expect(try await refusal { try await accounts.signIn() } == .wrongCredentials)
        try await threads.shutdownGracefully()
    }

    @Test("a password matches in every composition of its letters")
    func composed() async throws {
        try await accounts.signUp("Ada", password: "cafe\u{301} au lait")
        try await accounts.signUp("Bob", password: "café au lait")
        for name in ["ada", "bob"] {
            for password in ["cafe\u{301} au lait", "caf\u{E9} au lait"] {
                try await accounts.signIn("\(name)@example.org", password: password)
            }
        }
        // Keyboards compose Hangul into syllables or leave letters.
        try await accounts.signUp("Cem", password: "한국어 비밀번호")
        try await accounts.signIn("cem@example.org", password: "\u{1112}\u{1161}\u{11AB}국어 비밀번호")
    }

    @Test("a password hashed uncomposed still matches, and is hashed composed from then on")
    func asTyped() async throws {
        let typed = "cafe\u{301} au lait"
        let hash = try await PasswordHasher(cost: .least, threads: .singleton).hash(typed)
        try await insert(hash)
        #expect(
            try await refusal { try await accounts.signIn(password: "caf\u{E9} au lait") } == .wrongCredentials,
            "the old hash knows one form alone")
        try await accounts.signIn(password: typed)
        try await eventually("the hash is of the composed form") { try await stored() != hash }
        try await accounts.signIn(password: "caf\u{E9} au lait")
        try await accounts.signIn(password: typed)
    }

    @Test("a cheaper hash is replaced at the next sign-in, and a wrong password keeps it")
    func costGrew() async throws {
        let weak = PasswordHasher.Cost(rounds: 1 << 2, blockSize: 8, parallelism: 1)
        let hash = try await PasswordHasher(cost: weak, threads: .singleton).hash("correct horse")
        try await insert(hash)
        #expect(try await refusal { try await accounts.signIn(password: "wrong horse") } == .wrongCredentials)
        #expect(try await stored() == hash)
        try await accounts.signIn()
        try await eventually("the hash costs what hashes cost now") { try await stored().hasPrefix("scrypt$16$8$1$") }
        let renewed = try await stored()
        try await accounts.signIn()
        #expect(try await refusal { try await accounts.signIn(password: "wrong horse") } == .wrongCredentials)
        #expect(try await stored() == renewed, "once is enough")
    }

    @Test("a more expensive hash is kept")
    func costShrank() async throws {
        let strong = PasswordHasher.Cost(rounds: 1 << 5, blockSize: 8, parallelism: 1)
        let hasher = PasswordHasher(cost: .least, threads: .singleton)
        let hash = try await PasswordHasher(cost: strong, threads: .singleton).hash("correct horse")
        #expect(
            try await hasher.check(["correct horse"], hash: hash)
                == PasswordHasher.Verdict(matches: true, isOutdated: false))
    }

    @Test(
        "a wrong password costs the same with a cheaper hash as without an account",
        arguments: [1 << 1, 1 << 4, 1 << 10, 1 << 14, 1 << 15])
    func padding(_ rounds: Int) {
        let cost = PasswordHasher.Cost()
        var stored = cost
        stored.rounds = rounds
        let padding = PasswordHasher.padding(of: stored, to: cost)
        #expect(stored.work + padding.map(\.work).reduce(0, +) == cost.work)
        #expect(PasswordHasher.padding(of: nil, to: cost).map(\.work) == [cost.work])
        #expect(PasswordHasher.padding(of: cost, to: stored).isEmpty)
    }

    private func insert(_ hash: String) async throws {
        let user = User(id: UserID(high: 1, low: 1), name: "Ada", email: "ada@example.org")
        let now = accounts.clock.now
        try await accounts.database.write { transaction in
            _ = try AccountRepository.insert(user, passwordHash: hash, at: now, transaction)
        }
    }

    private func stored() async throws -> String {
        let account = try await accounts.database.read {
            try AccountRepository.account(email: "ada@example.org", in: $0)
        }
        return account?.passwordHash ?? ""
    }

    @Test("a device's name is cut to the list's limit")
    func device() async throws {
        let signedIn = try await accounts.signUp(device: String(repeating: "x\u{301}", count: 80))
        let device = try await accounts.sessions(signedIn).first?.device
        #expect(device?.unicodeScalars.count == AccountService.deviceCharacters)
    }

    @Test("a device's name is composed and stripped of invisible characters")
    func seenDevice() async throws {
        let signedIn = try await accounts.signUp(device: "Zoe\u{308}\u{202E}'s\u{0} phone\u{200B} 👩\u{200D}💻")
        let device = try #require(try await accounts.sessions(signedIn).first?.device)
        #expect(Array(device.utf8) == Array("Zo\u{EB}'s phone 👩\u{200D}💻".utf8))
    }

    @Test("one session too many ends the least recently used one")
    func tooMany() async throws {
        let first = try await accounts.signUp()
        accounts.clock.advance(by: 1)
        let second = try await accounts.signIn()
        for _ in 2..<AccountService.sessionsPerPerson {
            accounts.clock.advance(by: 1)
            try await accounts.signIn()
        }
        #expect(accounts.endedSessions.isEmpty)
        let renewed = try await accounts.refresh(first.refreshToken)
        let last = try await accounts.signIn()
        #expect(accounts.endedSessions == [second.session])
        #expect(try await refusal { _ = try await accounts.service.authorize(second.accessToken) } == .notSignedIn)
        #expect(try await accounts.service.authorize(renewed.accessToken).session == first.session)
        #expect(try await accounts.sessions(last).count == AccountService.sessionsPerPerson)
    }

    @Test("expired sessions are deleted, and their sockets closed")
    func expired() async throws {
        let old = try await accounts.signUp("Eve")
        accounts.clock.advance(by: SessionTokens.refreshLife - 1)
        try await accounts.signUp("Ada")
        try await accounts.signIn()
        #expect(accounts.endedSessions.isEmpty)
        accounts.clock.advance(by: 1)
        try await accounts.signIn()
        #expect(accounts.endedSessions == [old.session])
    }
}
