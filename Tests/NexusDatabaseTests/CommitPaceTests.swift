import Testing

@testable import NexusDatabase

@Suite("The pace of commits")
struct CommitPaceTests {
    private let start = ContinuousClock.now

    @Test("the first commit and those under low load are not delayed")
    func quiet() {
        var pace = CommitPace(interval: .milliseconds(1))
        pace.begin(500, at: start)
        #expect(pace.pause(at: start) == nil)
        pace.begin(20, at: start + .milliseconds(100))
        #expect(pace.pause(at: start + .milliseconds(100)) == nil)
    }

    @Test("a short burst is not yet load")
    func few() {
        var pace = CommitPace(interval: .milliseconds(1))
        pace.begin(1, at: start)
        pace.begin(7, at: start + .microseconds(100))
        #expect(pace.pause(at: start + .microseconds(100)) == nil)
    }

    @Test("under load the next commit begins an interval after the last")
    func busy() {
        var pace = CommitPace(interval: .milliseconds(1))
        pace.begin(1, at: start)
        pace.begin(20, at: start + .milliseconds(1))
        #expect(pace.pause(at: start + .microseconds(1_300)) == .microseconds(700))
        #expect(pace.pause(at: start + .milliseconds(3)) == nil)
        pace.begin(3, at: start + .milliseconds(4))
        #expect(pace.pause(at: start + .milliseconds(4)) == nil)
    }

    @Test("an interval of zero never waits")
    func off() {
        var pace = CommitPace(interval: .zero)
        pace.begin(1, at: start)
        pace.begin(1_000, at: start + .microseconds(10))
        #expect(pace.pause(at: start + .microseconds(10)) == nil)
    }
}
