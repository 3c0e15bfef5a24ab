import Foundation
import NIOCore
import NIOPosix
import NexusCore
import NexusDatabase
import NexusTestSupport
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

        @Test("have a share of the processors however many other threads want them", .timeLimit(.minutes(10)))
        func share() async throws {
            let (pool, busy) = (NIOThreadPool(numberOfThreads: 1), NIOThreadPool(numberOfThreads: 2 * System.coreCount))
            pool.start()
            busy.start()
            let flag = Flag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 * System.coreCount {
                    group.addTask { try await busy.runIfActive { while !flag.isRaised {} } }
                }
                let sum = try await BackgroundThreads(pool).run { (1...100).reduce(0, +) }
                flag.raise()
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

    @Test("find the writer busy with more than 200 live transactions a second, whatever background work adds")
    func pace() {
        let pace = CatchUpPace()
        var statistics = DatabaseStatistics()
        #expect(!pace.isBusy(statistics, at: .zero), "nothing was counted yet")
        statistics.transactions = 21
        #expect(pace.isBusy(statistics, at: .milliseconds(100)))
        statistics.transactions = 1_000
        #expect(pace.isBusy(statistics, at: .milliseconds(149)), "the verdict holds for 50 ms")
        statistics.backgroundTransactions = 980
        #expect(!pace.isBusy(statistics, at: .milliseconds(200)), "they were its own")
        statistics.transactions += 20
        #expect(!pace.isBusy(statistics, at: .milliseconds(300)), "200 a second are not busy")
    }

    @Test("rest after a computation 32 times as long as it took, only while live traffic keeps the writer busy")
    func rests() async throws {
        let database = try SQLDatabase(DatabaseConfiguration(storage: .memory), migrations: [])
        let rests = Mutex<[Duration]>([])
        let time = Mutex(Duration.zero)
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        let clock = FollowerClock(now: { time.withLock { $0 } }, sleep: { rest in rests.withLock { $0.append(rest) } })
        let work = CatchUp(
            projection: "test", database: database, clock: clock, now: { Timestamp(milliseconds: 0) },
            skipped: SkippedRowCount(), threads: BackgroundThreads(pool))
        #expect(try await work.compute { 1 } == 1)
        #expect(rests.withLock { $0 }.isEmpty)
        for _ in 0..<100 { try await database.write { _ in } }
        time.withLock { $0 = .milliseconds(100) }
        let used = try await work.compute {
            let start = ThreadTime.used
            while ThreadTime.used - start < .milliseconds(2) {}
            return ThreadTime.used - start
        }
        let rest = try #require(rests.withLock { $0 }.first)
        #expect(rest >= used * CatchUpPace.computingRest)
        try await database.close()
        try await pool.shutdownGracefully()
    }

    private struct Planted: Error {}

    @Test("give what a computation returns, and what it throws")
    func results() async throws {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        let threads = BackgroundThreads(pool)
        #expect(try await threads.compute { 6 * 7 } == 42)
        await #expect(throws: Planted.self) { try await threads.compute { throw Planted() } }
        try await pool.shutdownGracefully()
        await #expect(throws: CancellationError.self, "the threads are gone") { try await threads.compute { 1 } }
    }

    @Test(
        "who is told to stop does not wait for a computation that goes on, and none that waited begins",
        .timeLimit(.minutes(1)))
    func leaves() async throws {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        let threads = BackgroundThreads(pool)
        let (begun, ended, second) = (Flag(), Flag(), Flag())
        let mayEnd = DispatchSemaphore(value: 0)
        let first = Task {
            try await threads.compute {
                begun.raise()
                mayEnd.wait()
                ended.raise()
            }
        }
        try await eventually("the first computes") { begun.isRaised }
        let waiting = Task { try await threads.compute { second.raise() } }
        for task in [first, waiting] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(!ended.isRaised, "the thread is still at it")
        await threads.end(within: .zero)
        #expect(!ended.isRaised, "still")
        mayEnd.signal()
        try await eventually("it ends by itself") { ended.isRaised }
        #expect(!second.isRaised)
    }

    @Test("end with what they compute, if that is soon", .timeLimit(.minutes(1)))
    func ends() async throws {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        let threads = BackgroundThreads(pool)
        let (begun, ended) = (Flag(), Flag())
        let mayEnd = DispatchSemaphore(value: 0)
        let left = Task {
            try await threads.compute {
                begun.raise()
                mayEnd.wait()
                ended.raise()
            }
        }
        try await eventually("it computes") { begun.isRaised }
        left.cancel()
        async let end: Void = threads.end(within: .seconds(3_600))
        mayEnd.signal()
        await end
        #expect(ended.isRaised)
    }
}

/// What threads watch.
private final class Flag: Sendable {
    private let state = Atomic(false)

    var isRaised: Bool { state.load(ordering: .relaxed) }

    func raise() { state.store(true, ordering: .relaxed) }
}
