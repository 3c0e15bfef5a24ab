import NexusCore
import Synchronization
import Testing

@testable import NexusServer

@Suite("Token buckets")
struct TokenBucketsTests {
    private final class Clock: Sendable {
        private let milliseconds = Mutex<Int64>(1_000_000)
        func now() -> Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }
        func advance(_ time: Int64) { milliseconds.withLock { $0 += time } }
    }

    private let clock = Clock()

    private func buckets(burst: Double, perMinute: Double, keyLimit: Int = 1_000) -> TokenBuckets<String> {
        TokenBuckets(.init(burst: burst, perMinute: perMinute), keyLimit: keyLimit) { [clock] in clock.now() }
    }

    @Test("a bucket gives its burst, then says how long to wait")
    func burst() {
        let buckets = buckets(burst: 3, perMinute: 60)
        for _ in 0..<3 { #expect(buckets.take("ada") == nil) }
        #expect(buckets.take("ada") == 1_000)
        #expect(buckets.take("grace") == nil)
    }

    @Test("it refills with time, up to its burst")
    func refill() {
        let buckets = buckets(burst: 2, perMinute: 60)
        _ = (buckets.take("ada"), buckets.take("ada"))
        clock.advance(500)
        #expect(buckets.take("ada") == 500)
        clock.advance(500)
        #expect(buckets.take("ada") == nil)
        clock.advance(60_000)
        #expect(buckets.take("ada") == nil)
        #expect(buckets.take("ada") == nil)
        #expect(buckets.take("ada") != nil)
    }

    @Test("several tokens are taken together or not at all")
    func several() {
        let buckets = buckets(burst: 5, perMinute: 60)
        #expect(buckets.take("ada", 4) == nil)
        #expect(buckets.take("ada", 3) == 2_000)
        #expect(buckets.take("ada") == nil, "the refused ones took none")
        clock.advance(3_000)
        #expect(buckets.take("ada", 3) == nil)
    }

    @Test("waiting the stated time is enough")
    func waiting() {
        let buckets = buckets(burst: 1, perMinute: 7)
        #expect(buckets.take("ada") == nil)
        for _ in 0..<5 {
            guard let wait = buckets.take("ada") else {
                Issue.record("a token was given too soon")
                return
            }
            clock.advance(wait)
            #expect(buckets.take("ada") == nil)
        }
    }

    @Test("a charge may leave a debt, and waiting takes no token")
    func debt() {
        let buckets = TokenBuckets<String>(.init(burst: 2, perMinute: 60, debt: 3)) { [clock] in clock.now() }
        #expect(buckets.wait("ada") == nil)
        for _ in 0..<2 {
            #expect(buckets.wait("ada") == nil)
            buckets.charge("ada")
        }
        #expect(buckets.wait("ada") == 1_000)
        for _ in 0..<9 { buckets.charge("ada") }
        #expect(buckets.wait("ada") == 4_000)
        clock.advance(4_000)
        #expect(buckets.wait("ada") == nil)
        #expect(buckets.take("ada") == nil)
        #expect(buckets.take("ada") == 1_000)
    }

    @Test("a clock that goes back adds and removes nothing")
    func clockGoesBack() {
        let buckets = buckets(burst: 2, perMinute: 60)
        _ = (buckets.take("ada"), buckets.take("ada"))
        clock.advance(-10_000)
        #expect(buckets.take("ada") != nil)
        clock.advance(11_000)
        #expect(buckets.take("ada") == nil)
    }

    @Test("the number of keys is bounded, and the emptiest stay longest")
    func bounded() {
        let buckets = buckets(burst: 2, perMinute: 1, keyLimit: 100)
        for number in 0..<10_000 {
            _ = buckets.take("key \(number)")
            clock.advance(1)
        }
        #expect(buckets.count <= 101)
        _ = (buckets.take("last"), buckets.take("last"))
        #expect(buckets.take("last") != nil)
    }
}
