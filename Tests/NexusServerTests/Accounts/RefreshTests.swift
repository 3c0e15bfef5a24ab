import Foundation
import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Refreshing a session")
struct RefreshTests {
    let accounts: TestAccounts
    let ada: SignedIn

    init() async throws {
        accounts = try TestAccounts()
        ada = try await accounts.signUp()
    }

    private func isRefused(_ token: String, attempt: String? = nil) async throws -> Bool {
        try await refusal { _ = try await accounts.refresh(token, attempt: attempt) } == .sessionEnded
    }

    private func isSignedIn(_ signedIn: SignedIn) async throws -> Bool {
        try await refusal { _ = try await accounts.service.authorize(signedIn.accessToken) } == nil
    }

    @Test("each refresh gives new tokens of the same session, and invalidates the old ones")
    func rotation() async throws {
        let second = try await accounts.refresh(ada.refreshToken)
        let third = try await accounts.refresh(second.refreshToken, attempt: "a")
        let all = [ada, second, third]
        #expect(Set(all.flatMap { [$0.accessToken, $0.refreshToken] }).count == 6)
        #expect(all.allSatisfy { $0.session == ada.session && $0.profile == ada.profile })
        #expect(try await isSignedIn(third))
        for old in [ada, second] { #expect(try await !isSignedIn(old)) }
        #expect(accounts.endedSessions.isEmpty)
    }

    @Test("a token used twice ends its session, in either order")
    func twice() async throws {
        let renewed = try await accounts.refresh(ada.refreshToken, attempt: "mine")
        #expect(try await isRefused(ada.refreshToken, attempt: "thief"))
        #expect(accounts.endedSessions == [ada.session])
        #expect(try await !isSignedIn(renewed))
        #expect(try await isRefused(renewed.refreshToken, attempt: "mine"))
    }

    @Test("without an attempt every second use ends the session")
    func twiceWithoutAttempt() async throws {
        _ = try await accounts.refresh(ada.refreshToken)
        #expect(try await isRefused(ada.refreshToken))
        #expect(accounts.endedSessions == [ada.session])
    }

    @Test("a token that was spent long ago still ends its session")
    func spentLongAgo() async throws {
        var latest = ada
        for number in 0..<5 { latest = try await accounts.refresh(latest.refreshToken, attempt: "\(number)") }
        #expect(try await isRefused(ada.refreshToken, attempt: "0"))
        #expect(accounts.endedSessions == [ada.session])
        #expect(try await !isSignedIn(latest))
    }

    @Test("the same attempt after a lost response gets the same tokens, at any time")
    func repeated() async throws {
        let first = try await accounts.refresh(ada.refreshToken, attempt: "once")
        accounts.clock.advance(by: 86_400_000)
        let again = try await accounts.refresh(ada.refreshToken, attempt: "once")
        #expect(again == first)
        #expect(try await isSignedIn(again))
        #expect(accounts.endedSessions.isEmpty)
        #expect(try await accounts.refresh(again.refreshToken, attempt: "next").session == ada.session)
    }

    @Test("an empty attempt is an attempt like any other")
    func emptyAttempt() async throws {
        let first = try await accounts.refresh(ada.refreshToken, attempt: "")
        #expect(try await accounts.refresh(ada.refreshToken, attempt: "") == first)
        #expect(try await isRefused(ada.refreshToken))
    }

    @Test("a session without a refresh for 90 days has ended")
    func expired() async throws {
        accounts.clock.advance(by: SessionTokens.refreshLife - 1)
        let renewed = try await accounts.refresh(ada.refreshToken)
        accounts.clock.advance(by: SessionTokens.refreshLife)
        #expect(try await isRefused(renewed.refreshToken))
    }

    @Test(
        "a session ends 180 days after its sign-in however often it is refreshed, to the millisecond, and its access with it"
    )
    func lifetime() async throws {
        #expect(SessionTokens.sessionLife == 180 * 86_400_000)
        var latest = ada
        for _ in 0..<2 {
            accounts.clock.advance(by: SessionTokens.sessionLife / 3)
            latest = try await accounts.refresh(latest.refreshToken)
        }
        accounts.clock.advance(by: SessionTokens.sessionLife / 3 - 1)
        latest = try await accounts.refresh(latest.refreshToken)
        #expect(try await isSignedIn(latest))
        accounts.clock.advance(by: 1)
        #expect(try await !isSignedIn(latest))
        #expect(try await isRefused(latest.refreshToken))
        #expect(accounts.endedSessions == [ada.session])
    }

    @Test("a session of an earlier version ends 180 days after its sign-in, too")
    func lifetimeOfEarlierSessions() async throws {
        let position = try #require(Schema.migrations.firstIndex { $0.name == Schema.sessionLives.name })
        let folder = FileManager.default.temporaryDirectory.appending(path: "nexus-lives-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = DatabaseConfiguration.Storage.file(folder.appending(path: "nexus.sqlite").path)
        let day: Int64 = 86_400_000
        func open<T: Sendable>(
            _ migrations: [Migration], _ body: @escaping @Sendable (Transaction) throws -> T
        ) async throws -> T {
            let database = try SQLDatabase(
                DatabaseConfiguration(storage: storage, execution: .inline), migrations: migrations)
            let value = try await database.write(body)
            try await database.close()
            return value
        }
        try await open(Array(Schema.migrations[..<position])) { transaction in
            let user = User(id: TestMedia.identifier(), name: "Ada", email: "ada@example.org")
            _ = try AccountRepository.insert(user, passwordHash: "hash", at: .zero, transaction)
            for (number, end) in [(1, 179 * day), (2, 181 * day)] {
                let secrets = SessionRepository.Secrets(
                    accessHash: [UInt8(number)], accessExpiresAt: Timestamp(milliseconds: end),
                    refreshHash: [UInt8(number)], refreshExpiresAt: Timestamp(milliseconds: end))
                try SessionRepository.insert(
                    TestMedia.identifier(), user: user.id, device: "\(number)", origin: .unknown, secrets: secrets,
                    at: .zero, transaction)
            }
        }
        let ends = try await open(Schema.migrations) { transaction in
            try transaction.all("SELECT refresh_expires_at, access_expires_at FROM sessions ORDER BY device") {
                [try $0.next(Int64.self), try $0.next(Int64.self)]
            }
        }
        #expect(ends == [[179 * day, 179 * day], [180 * day, 180 * day]])
    }

    @Test("a foreign token is refused and ends nothing")
    func forged() async throws {
        let other = try TestAccounts()
        let stranger = try await other.signUp()
        let secret = [UInt8](repeating: 7, count: 32)
        var flipped = Array(ada.refreshToken)
        flipped[40] = flipped[40] == "A" ? "B" : "A"
        let forgeries = [
            "", "x", "====", ada.accessToken, stranger.refreshToken, String(flipped),
            Token.refresh(of: ada.session, from: Token.randomBytes(), secret: secret),
            String(ada.refreshToken.dropLast(2)), ada.refreshToken + "AAAA",
        ]
        let before = accounts.database.statistics
        for token in forgeries { #expect(try await isRefused(token)) }
        let after = accounts.database.statistics
        #expect(after.transactions + after.failedTransactions == before.transactions + before.failedTransactions)
        #expect(accounts.endedSessions.isEmpty)
        #expect(try await isSignedIn(ada))
        #expect(try await accounts.refresh(ada.refreshToken).session == ada.session)
    }

    @Test("two concurrent users of one token both lose the session; one device asking twice does not")
    func race() async throws {
        for (attempts, survives) in [(["a", "b"], false), (["a", "a"], true)] {
            let accounts = try TestAccounts(execution: .threads)
            let ada = try await accounts.signUp()
            let answers = await withTaskGroup { group in
                for attempt in attempts {
                    group.addTask { try? await accounts.refresh(ada.refreshToken, attempt: attempt) }
                }
                return await group.reduce(into: [SignedIn?]()) { $0.append($1) }
            }
            let renewed = answers.compactMap { $0 }
            #expect(renewed.count == (survives ? 2 : 1))
            #expect(Set(renewed.map(\.accessToken)).count == 1)
            #expect(accounts.endedSessions == (survives ? [] : [ada.session]))
            let code = try await refusal { _ = try await accounts.service.authorize(renewed[0].accessToken) }
            #expect(code == (survives ? nil : .notSignedIn))
            try await accounts.database.close()
        }
    }
}
