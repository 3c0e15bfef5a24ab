import NexusCore
import Testing

@testable import NexusServer

@Suite("Rate limits")
struct RateLimitTests {
    private let start = Timestamp(milliseconds: 1_000_000)

    private func refusal(_ body: () throws(Refusal) -> Void) -> Refusal? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("ten accounts an hour are opened from one address, regardless of others")
    func signUps() {
        let limits = AccountLimits(RateLimitSettings()) { [start] in start }
        for _ in 0..<10 { #expect(refusal { () throws(Refusal) in try limits.signUp(from: "a") } == nil) }
        let refused = refusal { () throws(Refusal) in try limits.signUp(from: "a") }
        #expect(refused?.code == .rateLimited)
        #expect(refused?.retryAfter == 360_000)
        #expect(refusal { () throws(Refusal) in try limits.signUp(from: "b") } == nil)
    }

    @Test("a first synchronisation of 900 conversations is read at once, and more has to wait")
    func reads() {
        let limit = UserLimit.reads(RateLimitSettings()) { [start] in start }
        let ada = UserID(high: 1, low: 1)
        for _ in 0..<1_000 { #expect(refusal { () throws(Refusal) in try limit.take(ada) } == nil) }
        let refused = refusal { () throws(Refusal) in try limit.take(ada) }
        #expect(refused?.code == .rateLimited)
        #expect(refused?.retryAfter == 50)
        #expect(refusal { () throws(Refusal) in try limit.take(UserID(high: 9, low: 9)) } == nil)
    }

    @Test("people are looked up 30 times at once, then twice a second")
    func people() {
        let limit = UserLimit.people(RateLimitSettings()) { [start] in start }
        let ada = UserID(high: 1, low: 1)
        for _ in 0..<30 { #expect(refusal { () throws(Refusal) in try limit.take(ada) } == nil) }
        let refused = refusal { () throws(Refusal) in try limit.take(ada) }
        #expect(refused?.code == .rateLimited)
        #expect(refused?.retryAfter == 500)
        #expect(refusal { () throws(Refusal) in try limit.take(UserID(high: 9, low: 9)) } == nil)
    }

    @Test("a user who posts too fast is told how long to wait; others are not affected")
    func operations() {
        var settings = RateLimitSettings()
        settings.operationsAtOnce = 5
        let limit = UserLimit.operations(settings) { [start] in start }
        let ada = UserID(high: 1, low: 1)
        for _ in 0..<5 { #expect(refusal { () throws(Refusal) in try limit.take(ada) } == nil) }
        let refused = refusal { () throws(Refusal) in try limit.take(ada) }
        #expect(refused?.code == .rateLimited)
        #expect(refused?.code.isTransient == true)
        #expect(refused?.retryAfter == 50)
        #expect(refusal { () throws(Refusal) in try limit.take(UserID(high: 9, low: 9)) } == nil)
    }

    @Test("nothing is limited with the limits off")
    func off() {
        var settings = RateLimitSettings()
        settings.isOn = false
        let limits = AccountLimits(settings) { [start] in start }
        for _ in 0..<100 { #expect(refusal { () throws(Refusal) in try limits.signUp(from: "a") } == nil) }
    }
}
