import NexusCore
import Testing

@Suite("Gaps")
struct GapsTests {
    @Test("behave as the set of covered positions, after any insertions and removals", arguments: 0..<60)
    func againstASet(seed: UInt64) {
        var random = DeviceRandom(seed: seed)
        var gaps = Gaps()
        var model: Set<Seq> = []
        for _ in 0..<60 {
            let lower = Seq(random.next() % 60)
            let range = lower...(lower + Seq(random.next() % 12))
            if random.next() % 2 == 0 {
                gaps.insert(range)
                model.formUnion(range)
            } else {
                gaps.remove(range)
                model.subtract(range)
            }
            #expect(gaps.ranges.reduce(into: Set()) { $0.formUnion($1) } == model)
            #expect(gaps.isEmpty == model.isEmpty)
            // Ascending, disjoint, and never two adjacent ranges.
            #expect(zip(gaps.ranges, gaps.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
        }
        var below: Seq?
        for seq in Seq(-1)...80 {
            #expect((gaps.gap(at: seq)?.contains(seq) == true) == model.contains(seq))
            // Scrolling up from a position, the first gap contains the greatest missing position below it.
            #expect(gaps.gap(before: seq) == below.flatMap { gaps.gap(at: $0) })
            if model.contains(seq) { below = seq }
        }
    }

    @Test("touching or overlapping ranges become one")
    func joined() {
        #expect(Gaps([4...6, 1...3, 10...12, 11...20]).ranges == [1...6, 10...20])
    }
}
