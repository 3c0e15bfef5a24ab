import NIOPosix
import NexusCore
import NexusDatabase
import NexusTestSupport
import Synchronization

@testable import NexusServer

/// The real account service on a database in memory; the test sets the time and sees which sessions are ended.
final class TestAccounts: Sendable {
    let clock = TestClock()
    let database: SQLDatabase
    let service: AccountService
    private let ended: EndedList

    /// - Parameters:
    ///   - execution: threads, for concurrent tests.
    ///   - threads: derive keys.
    ///   - joining: who may sign up.
    init(
        execution: DatabaseConfiguration.Execution = .inline, threads: NIOThreadPool = .singleton,
        joining: JoinRule = JoinRule(isForcedOpen: true)
    ) throws {
        let ended = EndedList()
        self.ended = ended
        database = try SQLDatabase(
            DatabaseConfiguration(storage: TestDatabase.storage(), execution: execution), migrations: Schema.migrations)
        service = AccountService(
            database: database, hasher: PasswordHasher(cost: .least, threads: threads),
            joining: joining,
            codes: CodeLimit(RateLimitSettings(), now: { [clock] in clock.now }), now: { [clock] in clock.now },
            sessionEnded: { ended.append($0) }, sessionRefreshed: { _, _ in }, accountChanged: { _, _ in })
    }

    /// The ended sessions, in order.
    var endedSessions: [SessionID] { ended.all }

    @discardableResult
    func signUp(
        _ name: String = "Ada", email: String? = nil, password: String = "correct horse", device: String = "phone"
    ) async throws -> SignedIn {
        let email = email ?? "\(name.lowercased())@example.org"
        return try await service.signUp(SignUpRequest(email: email, password: password, name: name, device: device))
    }

    @discardableResult
    func signIn(
        _ email: String = "ada@example.org", password: String = "correct horse", device: String = "laptop"
    ) async throws -> SignedIn {
        try await service.signIn(SignInRequest(email: email, password: password, device: device))
    }

    func refresh(_ token: String, attempt: String? = nil) async throws -> SignedIn {
        try await service.refresh(RefreshRequest(refreshToken: token, attempt: attempt))
    }

    /// All sessions of a token's user.
    func sessions(_ signedIn: SignedIn) async throws -> [SessionInfo] {
        try await service.sessions(of: service.authorize(signedIn.accessToken)).sessions
    }
}

private final class EndedList: Sendable {
    private let sessions = Mutex<[SessionID]>([])

    var all: [SessionID] { sessions.withLock { $0 } }

    func append(_ session: SessionID) { sessions.withLock { $0.append(session) } }
}

/// The code with which `body` is refused; `nil` when it is not.
func refusal(_ body: () async throws -> Void) async throws -> ErrorCode? {
    do {
        try await body()
        return nil
    } catch let refusal as Refusal {
        return refusal.code
    }
}
