import NexusCore
import Testing

@testable import NexusServer

@Suite("Sign-in limits")
struct SignInLimitsTests {
    private let clock = TestClock()
    private let limits: SignInLimits

    init() { limits = SignInLimits(RateLimitSettings()) { [clock] in clock.now } }

    private static let wrong = Refusal(.wrongCredentials, "wrong")

    /// The refusal of an attempt by the limits; `nil` if it was admitted, with the given outcome.
    private func attempt(
        _ address: String, _ account: String = "ada@example.org", failing failure: Refusal? = wrong
    ) async throws -> Refusal? {
        do {
            try await limits.attempt(from: address, email: account) { if let failure { throw failure } }
            return nil
        } catch let refusal as Refusal {
            return refusal.code == .rateLimited ? refusal : nil
        }
    }

    private func wait(_ address: String, _ account: String = "ada@example.org") async throws -> Int64? {
        try await attempt(address, account)?.retryAfter
    }

    @Test("people behind one address sign in freely, since a success does not count")
    func office() async throws {
        for number in 0..<500 {
            #expect(try await attempt("office", "\(number)@example.org", failing: nil) == nil)
        }
        #expect(try await wait("office", "new@example.org") == nil)
    }

    @Test("one address fails 30 times at once and then 10 times a minute, over all accounts")
    func address() async throws {
        for number in 0..<30 { #expect(try await wait("a", "\(number)@example.org") == nil) }
        #expect(try await wait("a", "30@example.org") == 6_000)
        #expect(try await wait("a", "no address") == 6_000)
        #expect(try await wait("b", "30@example.org") == nil, "another address is not touched by it")
        clock.advance(by: 5_999)
        #expect(try await wait("a", "30@example.org") != nil)
        clock.advance(by: 1)
        #expect(try await wait("a", "30@example.org") == nil)
        #expect(try await wait("a", "31@example.org") == 6_000)
    }

    @Test("five failures per address and account are free, each one more doubles the delay, up to 15 minutes")
    func pair() async throws {
        for _ in 0..<5 { #expect(try await wait("a") == nil) }
        var delay: Int64 = 2_000
        for _ in 0..<12 {
            #expect(try await wait("a") == delay)
            clock.advance(by: delay - 1)
            #expect(try await wait("a") == 1)
            clock.advance(by: 1)
            #expect(try await wait("a", " ADA@example.org ") == nil, "however it is spelled")
            delay = min(delay * 2, 900_000)
        }
        #expect(delay == 900_000)
        #expect(try await wait("a", "grace@example.org") == nil, "another account is not touched by it")
    }

    @Test("a success resets the failures of its address at its account")
    func success() async throws {
        for _ in 0..<4 { #expect(try await wait("a") == nil) }
        #expect(try await attempt("a", failing: nil) == nil)
        for _ in 0..<5 { #expect(try await wait("a") == nil) }
        #expect(try await wait("a") == 2_000)
    }

    @Test("failures are forgotten after an hour without another")
    func memory() async throws {
        for _ in 0..<6 {
            #expect(try await wait("a") == nil)
            clock.advance(by: 2_000)
        }
        clock.advance(by: 3_600_000 - 2_001)
        #expect(try await wait("a") == nil)
        #expect(try await wait("a") == 8_000, "a millisecond before the hour they all count")
        clock.advance(by: 3_600_000)
        for _ in 0..<5 { #expect(try await wait("a") == nil) }
        #expect(try await wait("a") == 2_000)
    }

    @Test("after failures from a thousand addresses the owner signs in at once, from known and new addresses")
    func owner() async throws {
        #expect(try await attempt("home", failing: nil) == nil)
        for number in 0..<1_000 { #expect(try await wait("attacker \(number)") == nil) }
        #expect(try await wait("home") == nil, "also after a slip of their own")
        #expect(try await attempt("home", failing: nil) == nil)
        #expect(try await attempt("hotel", failing: nil) == nil)
    }

    @Test("after 50 failures in an hour an address that never signed in to the account waits after its first")
    func guarded() async throws {
        #expect(try await attempt("home", failing: nil) == nil)
        for number in 0..<49 { #expect(try await wait("attacker \(number)") == nil) }
        #expect(try await wait("attacker 0") == nil, "not before the 50th")
        #expect(try await wait("attacker 0") == 4_000, "the second failure of an address waits twice as long")
        #expect(try await wait("attacker 50") == nil)
        #expect(try await wait("attacker 50") == 2_000)
        for _ in 0..<5 { #expect(try await wait("home") == nil, "an address that signed in to it keeps its five") }
        #expect(try await wait("home") == 2_000)
        #expect(try await wait("attacker 50", "grace@example.org") == nil, "another account is not touched by it")
    }

    @Test("an address that has signed in to an account waits a minute at most")
    func known() async throws {
        #expect(try await attempt("home", failing: nil) == nil)
        for _ in 0..<20 {
            if let delay = try await wait("home") {
                #expect(delay <= 60_000)
                clock.advance(by: delay)
                #expect(try await wait("home") == nil)
            }
        }
        #expect(try await wait("home") == 60_000)
    }

    @Test("concurrent attempts are serialized past the free ones")
    func together() async throws {
        var refused: Refusal?
        func nested(_ depth: Int) async throws {
            try await limits.attempt(from: "a", email: "ada@example.org") {
                if depth < 5 { try await nested(depth + 1) }
                refused = try await attempt("a")
                throw Self.wrong
            }
        }
        await #expect(throws: Self.wrong) { try await nested(1) }
        #expect(refused?.retryAfter == 1_000)
        #expect(try await wait("a") == 2_000)
    }

    @Test(
        "the server's own errors are no failures, and the right password of a suspended account is none")
    func neither() async throws {
        for _ in 0..<40 {
            #expect(try await attempt("a", failing: Refusal(.overloaded, "full")) == nil)
            #expect(try await attempt("b", failing: Refusal(.accountSuspended, "suspended")) == nil)
            clock.advance(by: 6_000)
        }
    }

    @Test("ten successes per address and account in a minute, since each costs a derivation")
    func repeated() async throws {
        for _ in 0..<10 { #expect(try await attempt("a", failing: nil) == nil) }
        #expect(try await attempt("a", failing: nil)?.retryAfter == 6_000)
        #expect(try await attempt("b", failing: nil) == nil)
        clock.advance(by: 6_000)
        #expect(try await attempt("a", failing: nil) == nil)
    }

    @Test("the number of pairs is bounded")
    func bounded() async throws {
        let limits = SignInLimits(RateLimitSettings(), keyLimit: 100) { [clock] in clock.now }
        for number in 0..<2_000 {
            await #expect(throws: Refusal.self) {
                try await limits.attempt(from: "\(number)", email: "ada@example.org") { throw Self.wrong }
            }
            clock.advance(by: 1)
        }
        #expect(limits.count <= 101)
    }

    @Test("the wait is stated in words")
    func words() async throws {
        for _ in 0..<5 { _ = try await attempt("a") }
        #expect(try await attempt("a")?.message == "Too many failed sign-ins. Try again in 2 seconds.")
        clock.advance(by: 1_500)
        #expect(try await attempt("a")?.message == "Too many failed sign-ins. Try again in a second.")
    }
}
