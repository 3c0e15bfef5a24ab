import NIOPosix
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
    #endif

    @Test("rest for several times as long as they worked, only while others use the writer")
    func pace() {
        let pace = CatchUpPace()
        #expect(pace.rest(after: .milliseconds(2), transactions: 100) == .milliseconds(16))
        #expect(pace.rest(after: .milliseconds(2), transactions: 102) == nil)
    }
}
