import Synchronization
import Testing

@testable import NexusIntelligence

@Suite("A value made on demand")
struct OnDemandTests {
    private final class Count: Sendable {
        let made = Atomic(0)
    }

    @Test("is made when it is first asked for, and once however many ask", .timeLimit(.minutes(1)))
    func once() async {
        let count = Count()
        let value = OnDemand<Int?> {
            count.made.add(1, ordering: .relaxed)
            return nil
        }
        #expect(count.made.load(ordering: .relaxed) == 0)
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 { group.addTask { value.value } }
            for await found in group { #expect(found == nil) }
        }
        #expect(count.made.load(ordering: .relaxed) == 1, "a value that is nil is one as well")
    }
}
