import Testing

@testable import NexusServer

@Suite("The rate of announcements")
struct TellingAllowanceTests {
    @Test("is a few at once, then one per interval")
    func allowance() {
        var allowance = TellingAllowance(at: 0)
        #expect((0..<10).count { _ in allowance.take(at: 0) } == Int(TellingAllowance.atOnce))
        let times = [TellingAllowance.interval - 1, TellingAllowance.interval, TellingAllowance.interval]
        #expect(times.map { allowance.take(at: $0) } == [false, true, false])
    }

    @Test("recovers after a pause, up to the burst")
    func refilled() {
        var allowance = TellingAllowance(at: 0)
        while allowance.take(at: 0) {}
        #expect((0..<10).count { _ in allowance.take(at: 1_000_000) } == Int(TellingAllowance.atOnce))
    }
}
