import NexusCore
import Testing

@Suite("Times")
struct TimestampTests {
    @Test("adding and measuring saturate where they would overflow")
    func saturation() {
        let first = Timestamp(milliseconds: .min)
        let last = Timestamp(milliseconds: .max)
        #expect(last.advanced(by: 1) == last)
        #expect(first.advanced(by: -1) == first)
        #expect(last.since(first) == .max)
        #expect(first.since(last) == .min)
        #expect(noon.advanced(by: 5).since(noon) == 5)
        #expect(noon.since(noon.advanced(by: 5)) == -5)
    }
}
