import NIOPosix
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Signing in")
struct SignInTests {
    let accounts: TestAccounts

    init() throws { accounts = try TestAccounts() }

    @Test("opens another session beside those there are, whatever the spelling of the address")
    func opened() async throws {
        let first = try await accounts.signUp()
        accounts.clock.advance(by: 1_000)
        let second = try await accounts.signIn(" ADA@example.org", device: "laptop")
        #expect(second.profile == first.profile)
        #expect(second.session != first.session)
        #expect(try await accounts.sessions(second).map(\.device) == ["laptop", "phone"])
        #expect(try await accounts.service.authorize(first.accessToken).session == first.session)
    }

    @Test("a wrong password, an unknown address and what is no address get the same answer")
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

    @Test("an unknown address costs a derivation, as a known one does")
    func sameCost() async throws {
        // Nobody derives anything here: whoever asks for a derivation fails in that way, whoever does not is answered.
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

    @Test("an account without a password cannot be signed in to")
    func noPassword() async throws {
        let user = User(id: UserID(high: 1, low: 1), name: "Ada", email: "ada@example.org")
        let now = accounts.clock.now
        try await accounts.database.write { transaction in
            _ = try AccountRepository.insert(user, passwordHash: "", at: now, transaction)
        }
        #expect(try await refusal { try await accounts.signIn(password: "") } == .wrongCredentials)
    }

    @Test("more who sign in at once than can wait are told to come again")
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

    @Test("a device's name is cut to what the list of sessions shows")
    func device() async throws {
        let signedIn = try await accounts.signUp(device: String(repeating: "e\u{301}", count: 80))
        let device = try await accounts.sessions(signedIn).first?.device
        #expect(device?.unicodeScalars.count == AccountService.deviceCharacters)
    }

    @Test("one session more than somebody may have ends the one that was used least recently")
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

    @Test("sessions that nobody refreshed in time are cleared away, and their sockets closed")
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
