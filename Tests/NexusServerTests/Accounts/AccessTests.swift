import NexusCore
import Testing

@testable import NexusServer

@Suite("Access tokens and sessions")
struct AccessTests {
    let accounts: TestAccounts
    let ada: SignedIn

    init() async throws {
        accounts = try TestAccounts()
        ada = try await accounts.signUp()
    }

    private func access(_ token: String) async throws -> ErrorCode? {
        try await refusal { _ = try await accounts.service.authorize(token) }
    }

    @Test("an access token is valid for its lifetime, and not a millisecond longer")
    func expiry() async throws {
        accounts.clock.advance(by: ada.expiresIn - 1)
        #expect(try await access(ada.accessToken) == nil)
        accounts.clock.advance(by: 1)
        #expect(try await access(ada.accessToken) == .tokenExpired)
        let renewed = try await accounts.refresh(ada.refreshToken)
        #expect(try await access(renewed.accessToken) == nil)
        #expect(try await access(ada.accessToken) == .notSignedIn)
    }

    @Test("unknown tokens and refresh tokens give no access")
    func foreign() async throws {
        for token in ["", "x", ada.refreshToken, ada.accessToken + "A", String(ada.accessToken.dropLast())] {
            #expect(try await access(token) == .notSignedIn)
        }
    }

    @Test("the list has the caller's sessions, most recently used first, and marks the current one")
    func list() async throws {
        try await accounts.signUp("Eve")
        accounts.clock.advance(by: 1_000)
        let laptop = try await accounts.signIn(device: "laptop")
        accounts.clock.advance(by: 1_000)
        let phone = try await accounts.refresh(ada.refreshToken)
        let sessions = try await accounts.sessions(laptop)
        #expect(sessions.map(\.id) == [ada.session, laptop.session])
        #expect(sessions.map(\.device) == ["phone", "laptop"])
        #expect(sessions.map(\.isCurrent) == [false, true])
        #expect(sessions.map { $0.lastUsedAt.since($0.createdAt) } == [2_000, 0])
        #expect(try await accounts.sessions(phone).map(\.isCurrent) == [true, false])
    }

    @Test("ending a session revokes its tokens and its socket at once, and no others")
    func ended() async throws {
        let laptop = try await accounts.signIn()
        let context = try await accounts.service.authorize(laptop.accessToken)
        try await accounts.service.end(ada.session, of: context)
        #expect(accounts.endedSessions == [ada.session])
        #expect(try await access(ada.accessToken) == .notSignedIn)
        #expect(try await refusal { _ = try await accounts.refresh(ada.refreshToken) } == .sessionEnded)
        #expect(try await accounts.sessions(laptop).map(\.id) == [laptop.session])
        #expect(try await refusal { try await accounts.service.end(ada.session, of: context) } == .notFound)
        #expect(accounts.endedSessions.count == 1)
    }

    @Test("no user ends another's session")
    func othersSession() async throws {
        let eve = try await accounts.service.authorize(accounts.signUp("Eve").accessToken)
        #expect(try await refusal { try await accounts.service.end(ada.session, of: eve) } == .notFound)
        #expect(try await access(ada.accessToken) == nil)
        #expect(accounts.endedSessions.isEmpty)
    }
}
