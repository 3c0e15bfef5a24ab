import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusClient

@Suite("Access tokens")
struct AccessTokenTests {
    /// A server with scripted responses that records requests.
    final class ScriptedHTTP: HTTPTransport {
        enum Answer: Sendable {
            case reply(HTTPReply)
            case lost(String)
        }

        private let state = Mutex((requests: [HTTPRequest](), answers: [Answer]()))

        init(_ answers: Answer...) { state.withLock { $0.answers = answers } }

        var requests: [HTTPRequest] { state.withLock { $0.requests } }

        func send(_ request: HTTPRequest, to server: ServerAddress) async throws(ClientError) -> HTTPReply {
            let answer = state.withLock { state in
                state.requests.append(request)
                return state.answers.isEmpty ? nil : state.answers.removeFirst()
            }
            switch answer {
            case .reply(let reply): return reply
            case .lost(let why): throw .offline(why)
            case nil: throw .offline("the test has no more answers")
            }
        }
    }

    /// Credentials that live in memory.
    final class HeldCredentials: CredentialStore {
        private let held: Mutex<Credentials?>

        init(_ credentials: Credentials?) { held = Mutex(credentials) }

        func load() -> Credentials? { held.withLock { $0 } }
        func save(_ credentials: Credentials) { held.withLock { $0 = credentials } }
        func remove() { held.withLock { $0 = nil } }
    }

    let clock = ManualClock()

    static func signedIn(_ number: Int) -> SignedIn {
        SignedIn(
            session: SessionID(high: 1, low: 1), profile: Samples.profile, accessToken: "access \(number)",
            expiresIn: 900_000, refreshToken: "refresh \(number)")
    }

    static func renewed(_ number: Int) -> ScriptedHTTP.Answer {
        .reply(HTTPReply(status: 200, body: signedIn(number).json))
    }

    static func refused(_ code: ErrorCode) -> ScriptedHTTP.Answer {
        .reply(HTTPReply(status: code.status, body: ErrorBody(Refusal(code, "No.")).json))
    }

    func held() throws -> HeldCredentials {
        HeldCredentials(
            Credentials(
                server: try ServerAddress("http://127.0.0.1:8480"), signedIn: Self.signedIn(1), at: clock.now()))
    }

    func tokens(_ http: ScriptedHTTP, _ held: HeldCredentials) throws -> AccessTokens {
        AccessTokens(
            api: ServerAPI(server: try ServerAddress("http://127.0.0.1:8480"), http: http), store: held, lockPath: nil,
            clock: clock)
    }

    @Test("a valid token is used")
    func fresh() async throws {
        let http = ScriptedHTTP()
        #expect(try await tokens(http, held()).current() == "access 1")
        #expect(http.requests.isEmpty)
    }

    @Test("an expired token is refreshed once, for any number of callers")
    func expired() async throws {
        let http = ScriptedHTTP(Self.renewed(2))
        let held = try held()
        let tokens = try tokens(http, held)
        clock.advance(by: 900_000)
        async let one = tokens.current()
        async let two = tokens.current()
        async let three = tokens.current()
        #expect(try await [one, two, three] == ["access 2", "access 2", "access 2"])
        #expect(http.requests.count == 1)
        #expect(held.load()?.refreshToken == "refresh 2")
        #expect(held.load()?.refreshAttempt == nil)
    }

    @Test("a refresh whose response was lost is repeated as the same attempt")
    func lostAnswer() async throws {
        let http = ScriptedHTTP(.lost("gone"), Self.renewed(2))
        let held = try held()
        clock.advance(by: 900_000)
        await #expect(throws: ClientError.offline("gone")) { try await self.tokens(http, held).current() }
        #expect(try await tokens(http, held).current() == "access 2", "also after a restart")
        let attempts = try http.requests.map { try RefreshRequest.decode($0.body ?? []) }
        #expect(attempts.count == 2)
        #expect(attempts[0] == attempts[1])
        #expect(attempts[0].attempt?.isEmpty == false)
    }

    @Test("a refresh that is answered after the sign-out brings no tokens back")
    func signedOutMeanwhile() async throws {
        let held = try held()
        let tokens = AccessTokens(
            api: ServerAPI(server: try ServerAddress("http://127.0.0.1:8480"), http: LeavingHTTP(held: held)),
            store: held, lockPath: nil, clock: clock)
        clock.advance(by: 900_000)
        await #expect(throws: ClientError.signedOut) { try await tokens.current() }
        #expect(held.load() == nil)
    }

    /// Signs the user out before it answers.
    private struct LeavingHTTP: HTTPTransport {
        let held: HeldCredentials

        func send(_ request: HTTPRequest, to server: ServerAddress) async throws(ClientError) -> HTTPReply {
            held.remove()
            return HTTPReply(status: 200, body: AccessTokenTests.signedIn(2).json)
        }
    }

    @Test("a rejected request is repeated once with a fresh token")
    func turnedDown() async throws {
        let http = ScriptedHTTP(
            Self.refused(.tokenExpired), Self.renewed(2), .reply(HTTPReply(status: 200, body: Samples.profile.json)))
        let api = AuthorizedAPI(
            api: ServerAPI(server: try ServerAddress("http://127.0.0.1:8480"), http: http),
            tokens: try tokens(http, held()))
        #expect(try await api.call(Endpoints.profile, Nothing()) == Samples.profile)
        #expect(http.requests.map(\.accessToken) == ["access 1", nil, "access 2"])
    }

    @Test("a rate-limited read waits as long as the server says, and retries")
    func waiting() async throws {
        let refused = ErrorBody(Refusal(.rateLimited, "too soon", retryAfter: 500))
        let reply = ScriptedHTTP.Answer.reply(HTTPReply(status: 429, body: refused.json))
        let http = ScriptedHTTP(reply, reply, .reply(HTTPReply(status: 200, body: Samples.profile.json)))
        let api = AuthorizedAPI(
            api: ServerAPI(server: try ServerAddress("http://127.0.0.1:8480"), http: http),
            tokens: try tokens(http, held()), clock: clock)
        async let profile = api.call(Endpoints.profile, Nothing())
        for asked in 1...2 {
            try await eventually("it waits") { http.requests.count == asked && self.clock.sleepers(within: 500) == 1 }
            clock.advance(by: 500)
        }
        #expect(try await profile == Samples.profile)
    }

    @Test("a rate-limited read with a long wait, and a write, fail at once")
    func notWaiting() async throws {
        let long = ErrorBody(Refusal(.rateLimited, "too soon", retryAfter: 30_001))
        let short = ErrorBody(Refusal(.rateLimited, "too soon", retryAfter: 1))
        let http = ScriptedHTTP(
            .reply(HTTPReply(status: 429, body: long.json)), .reply(HTTPReply(status: 429, body: short.json)))
        let api = AuthorizedAPI(
            api: ServerAPI(server: try ServerAddress("http://127.0.0.1:8480"), http: http),
            tokens: try tokens(http, held()), clock: clock)
        await #expect(throws: ClientError.refused(long.refusal)) { try await api.call(Endpoints.profile, Nothing()) }
        let search = SearchRequest(query: "x")
        await #expect(throws: ClientError.refused(short.refusal)) { try await api.call(Endpoints.search, search) }
    }

    @Test("an ended session is reported")
    func ended() async throws {
        let http = ScriptedHTTP(Self.refused(.tokenExpired), Self.refused(.sessionEnded))
        let api = AuthorizedAPI(
            api: ServerAPI(server: try ServerAddress("http://127.0.0.1:8480"), http: http),
            tokens: try tokens(http, held()))
        let error = await #expect(throws: ClientError.self) { try await api.call(Endpoints.profile, Nothing()) }
        #expect(error?.code == "session_ended")
    }

    @Test("a missing sign-in is reported")
    func signedOut() async throws {
        let tokens = try tokens(ScriptedHTTP(), HeldCredentials(nil))
        await #expect(throws: ClientError.signedOut) { try await tokens.current() }
    }

    @Test("a response that is not JSON is not a refusal")
    func foreignAnswer() async throws {
        let gateway = ScriptedHTTP(.reply(HTTPReply(status: 502, body: Array("<html>".utf8))))
        let api = ServerAPI(server: try ServerAddress("http://127.0.0.1:8480"), http: gateway)
        let error = await #expect(throws: ClientError.self) { try await api.call(Endpoints.profile, Nothing()) }
        #expect(error?.code == "offline")
        let stranger = ScriptedHTTP(.reply(HTTPReply(status: 200, body: Array("hello".utf8))))
        let other = ServerAPI(server: try ServerAddress("http://127.0.0.1:8480"), http: stranger)
        let problem = await #expect(throws: ClientError.self) { try await other.call(Endpoints.profile, Nothing()) }
        #expect(problem?.code == "invalid_answer")
    }
}
