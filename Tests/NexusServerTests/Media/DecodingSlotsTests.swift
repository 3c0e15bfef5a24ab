import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

@Suite("Decoding slots", .timeLimit(.minutes(10)))
struct DecodingSlotsTests {
    private let ann = UserID(high: 1, low: 1)
    private let bob = UserID(high: 2, low: 2)
    private let cem = UserID(high: 3, low: 3)

    /// Work that runs until released.
    private final class Work: Sendable {
        let began: AsyncStream<Void>
        private let begin: AsyncStream<Void>.Continuation
        private let end: AsyncStream<Void>
        private let release: AsyncStream<Void>.Continuation

        init() {
            (began, begin) = AsyncStream.makeStream()
            (end, release) = AsyncStream.makeStream()
        }

        func run() async {
            begin.yield()
            for await _ in end { return }
        }

        func hasBegun() async { for await _ in began { return } }
        func letGo() { release.yield() }
    }

    private func start(_ work: Work, for user: UserID, _ slots: DecodingSlots) -> Task<Void, any Error> {
        Task { try await slots.holding(for: user) { await work.run() } }
    }

    @Test("one user's pictures are decoded one after another, in parallel with another user's")
    func onePerPerson() async throws {
        let slots = DecodingSlots(2, waitingLimit: 9, waitingLimitOfOne: 9)
        let (first, second, other) = (Work(), Work(), Work())
        let tasks = [start(first, for: ann, slots)]
        await first.hasBegun()
        let waiting = start(second, for: ann, slots)
        try await eventually("the second waits") { slots.waitingCount == 1 }
        let beside = start(other, for: bob, slots)
        await other.hasBegun()
        #expect(slots.waitingCount == 1, "though a thread was free for it")
        first.letGo()
        await second.hasBegun()
        for work in [second, other] { work.letGo() }
        for task in tasks + [waiting, beside] { try await task.value }
    }

    @Test("the queue is limited, also per user, and cancelling frees a place")
    func bounded() async throws {
        let slots = DecodingSlots(1, waitingLimit: 3, waitingLimitOfOne: 2)
        let work = Work()
        let running = start(work, for: ann, slots)
        await work.hasBegun()
        func wait(_ user: UserID, _ count: Int) async throws -> Task<Void, any Error> {
            let task = Task { try await slots.holding(for: user) {} }
            try await eventually("it waits") { slots.waitingCount == count }
            return task
        }
        func code(_ user: UserID) async throws -> ErrorCode? {
            try await refusal { try await slots.holding(for: user) {} }
        }
        let first = try await wait(ann, 1)
        let second = try await wait(ann, 2)
        #expect(try await code(ann) == .rateLimited)
        let third = try await wait(bob, 3)
        #expect(try await code(cem) == .overloaded)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        let fourth = try await wait(cem, 3)
        work.letGo()
        for task in [running, first, third, fourth] { try await task.value }
        #expect(slots.waitingCount == 0)
        #expect(try await code(ann) == nil)
    }
}
