import NexusCore
import Testing

@testable import NexusClient

@Suite("The choice between a WebSocket and requests")
struct LiveWayTests {
    private var random = SystemRandomNumberGenerator()

    @Test(
        "begins with a WebSocket, uses requests after a failure, and tries again after a pause that grows to its limit")
    mutating func pauses() throws {
        var way = LiveWay()
        var now = Timestamp(milliseconds: 1_000)
        #expect(way.choice(at: now) == .webSocket)
        var longest: Int64 = 0
        for failure in 1...12 {
            way.blocked(at: now, using: &random)
            #expect(way.choice(at: now) == .requests)
            let pause = try #require(way.retryAt).since(now)
            let whole = min(LiveWay.firstPause << Int64(failure - 1), LiveWay.lastPause)
            #expect((whole / 2...whole).contains(pause))
            longest = max(longest, pause)
            now = now.advanced(by: pause)
            #expect(way.choice(at: now) == .webSocket)
        }
        #expect(longest <= LiveWay.lastPause)
    }

    @Test("goes back to short pauses only after a WebSocket that lasted")
    mutating func lasted() throws {
        var way = LiveWay()
        let now = Timestamp(milliseconds: 0)
        for _ in 1...4 { way.blocked(at: now, using: &random) }
        way.opened()
        #expect(way.choice(at: now) == .webSocket)
        way.ended(after: LiveWay.shortLife, at: now, using: &random)
        way.blocked(at: now, using: &random)
        #expect(try #require(way.retryAt).since(now) <= LiveWay.firstPause)
    }

    @Test("counts WebSockets that are cut off soon, in a row")
    mutating func cut() {
        var way = LiveWay()
        let now = Timestamp(milliseconds: 0)
        for life in [0, LiveWay.shortLife - 1, LiveWay.shortLife, 1, 1] {
            way.opened()
            way.ended(after: life, at: now, using: &random)
            #expect(way.choice(at: now) == .webSocket)
        }
        way.ended(after: 1, at: now, using: &random)
        #expect(way.choice(at: now) == .requests)
        way.requestsFailed()
        #expect(way.choice(at: now) == .webSocket)
        way.blocked(at: now, using: &random)
        #expect(way.choice(at: now) == .requests)
        way.networkReturned()
        #expect(way.choice(at: now) == .webSocket)
    }
}

@Suite("Repeated requests of a polled socket")
struct PollingRetryTests {
    private static let offline = ClientError.offline("test")

    @Test("are given up after a few failures in a row")
    func failures() {
        var retry = PollingRetry()
        for _ in 1...2 {
            for number in 0..<PollingRetry.failureLimit {
                #expect(retry.failed(Self.offline, after: 0) == .again(after: PollingRetry.firstDelay << Int64(number)))
            }
            retry.succeeded()
        }
        for _ in 0..<PollingRetry.failureLimit { _ = retry.failed(Self.offline, after: 0) }
        #expect(retry.failed(Self.offline, after: 0) == .over)
    }

    @Test("ask for shorter holds while a proxy cuts long ones off")
    func holds() {
        var retry = PollingRetry()
        var holds: [Int64] = []
        while case .again = retry.failed(.invalidAnswer("HTTP status 504"), after: 20_000), holds.count < 20 {
            holds.append(retry.hold)
        }
        #expect(Array(holds.prefix(3)) == [12_500, 6_250, PollingRetry.shortestHold])
        #expect(holds.count == 3 + PollingRetry.failureLimit)
    }

    @Test("wait for a limit of the server, and end with a refusal")
    func refusals() {
        var retry = PollingRetry()
        for _ in 1...10 {
            #expect(
                retry.failed(.refused(Refusal(.rateLimited, "", retryAfter: 700)), after: 0) == .again(after: 700))
        }
        let longest = PollingRetry.longestWait
        #expect(
            retry.failed(.refused(Refusal(.rateLimited, "", retryAfter: longest)), after: 0) == .again(after: longest))
        #expect(retry.failed(.refused(Refusal(.rateLimited, "", retryAfter: longest + 1)), after: 0) == .over)
        for code in [ErrorCode.notFound, .sessionEnded, .tokenExpired, .invalidRequest] {
            #expect(retry.failed(.refused(Refusal(code, "")), after: 0) == .over)
        }
    }

    @Test("carry as many frames as a request may have, and always one")
    func batches() {
        let large = [UInt8](repeating: 32, count: Limits.polledBytes / 2)
        #expect(PollingConnection.batch([]) == 0)
        #expect(PollingConnection.batch([large, large, large]) == 1)
        #expect(PollingConnection.batch([Array(large.dropLast()), Array(large.dropLast()), []]) == 2)
        #expect(PollingConnection.batch([large + large + large]) == 1)
        #expect(PollingConnection.batch(Array(repeating: [1], count: 1_000)) == Limits.polledFrames)
    }
}
