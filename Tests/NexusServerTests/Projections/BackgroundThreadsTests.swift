import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import NexusServer

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Threads for background work")
struct BackgroundThreadsTests {
    #if os(Linux)
        @Test("run when no other thread needs the processor")
        func idle() async throws {
            let pool = NIOThreadPool(numberOfThreads: 1)
            pool.start()
            // SCHED_IDLE of sched(7).
            #expect(try await BackgroundThreads(pool).run { sched_getscheduler(0) } == 5)
            #expect(sched_getscheduler(0) != 5, "others keep their priority")
            try await pool.shutdownGracefully()
        }

        @Test("have a share of the processors however many other threads want them", .timeLimit(.minutes(1)))
        func share() async throws {
            let (pool, busy) = (NIOThreadPool(numberOfThreads: 1), NIOThreadPool(numberOfThreads: 2 * System.coreCount))
            pool.start()
            busy.start()
            let flag = Flag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 * System.coreCount {
                    group.addTask { try await busy.runIfActive { while !flag.isRaised.load(ordering: .relaxed) {} } }
                }
                let sum = try await BackgroundThreads(pool).run { (1...100).reduce(0, +) }
                flag.isRaised.store(true, ordering: .relaxed)
                #expect(sum == 5_050)
                try await group.waitForAll()
            }
            try await busy.shutdownGracefully()
            try await pool.shutdownGracefully()
        }

        @Test("that decode pictures have a low priority, and keep it")
        func pictures() async throws {
            let pool = NIOThreadPool(numberOfThreads: 1)
            pool.start()
            #expect(try await MediaThreads(pool, givesWay: true).run { getpriority(0, 0) } == 19)
            #expect(getpriority(0, 0) < 19, "others keep theirs")
            try await pool.shutdownGracefully()
        }
    #endif

    @Test("rest for several times as long as they worked, only while others use the writer")
    func pace() {
        let pace = CatchUpPace()
        #expect(pace.rest(after: .milliseconds(2), transactions: 100) == .milliseconds(16))
        #expect(pace.rest(after: .milliseconds(2), transactions: 102) == nil)
    }
}

/// What threads watch.
private final class Flag: Sendable {
    let isRaised = Atomic(false)
}
