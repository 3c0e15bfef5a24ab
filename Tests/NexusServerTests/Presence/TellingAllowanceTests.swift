import Testing

@testable import NexusServer

@Suite("How often one is told of")
struct TellingAllowanceTests {
    @Test("a few times at once, then once an interval")
    func allowance() {
        var allowance = TellingAllowance(at: 0)
        #expect((0..<10).count { _ in allowance.take(at: 0) } == Int(TellingAllowance.atOnce))
        let times = [TellingAllowance.interval - 1, TellingAllowance.interval, TellingAllowance.interval]
        #expect(times.map { allowance.take(at: $0) } == [false, true, false])
    }

    @Test("a pause allows all of them again, and no more")
    func refilled() {
        var allowance = TellingAllowance(at: 0)
        while allowance.take(at: 0) {}
        #expect((0..<10).count { _ in allowance.take(at: 1_000_000) } == Int(TellingAllowance.atOnce))
    }
}
