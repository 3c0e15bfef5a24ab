import NIOCore
import NIOEmbedded
import NexusCore
import Synchronization
import Testing

@testable import NexusServer

@Suite("The queues of a polled socket")
struct PolledQueueTests {
    private let loop = EmbeddedEventLoop()

    private func frame(_ size: Int) -> SharedFrame {
        SharedFrame(text: Array(repeating: UInt8(ascii: "x"), count: size))
    }

    private func outlet(limit: Int) -> PolledOutlet {
        PolledOutlet(eventLoop: loop, pendingBytesLimit: limit, lagged: frame(1))
    }

    private func answer(_ outlet: PolledOutlet, after number: Int) throws -> PollAnswer? {
        try outlet.poll(after: number, wait: .seconds(0)).map { future in
            loop.advanceTime(by: .seconds(1))
            return try future.wait()
        }
    }

    // MARK: From the server

    @Test("frames of every length cross as their payloads", arguments: [0, 1, 125, 126, 65_535, 65_536, 200_000])
    func payloads(_ size: Int) throws {
        var whole = frame(size).buffer
        whole.writeImmutableBuffer(SharedFrame.close(code: 1000, reason: "").buffer)
        whole.writeImmutableBuffer(frame(3).buffer)
        #expect(SharedFrame.payloads(of: whole).map(\.readableBytes) == [size, 3])
        for length in 0..<min(whole.readableBytes, 300) {
            let cut = try #require(whole.getSlice(at: 0, length: length))
            #expect(SharedFrame.payloads(of: cut).count <= 1, "what is cut off is left out")
        }
    }

    @Test("the limit of waiting bytes lags the socket, which then waits for what is kept to be acknowledged")
    func lags() throws {
        let outlet = outlet(limit: 100)
        for _ in 1...10 { outlet.stage(frame(9)) }
        #expect(outlet.laggingSince == nil, "100 bytes with their line breaks are at the limit")
        outlet.stage(frame(9))
        #expect(outlet.laggingSince == nil, "the frame that passes the limit is kept")
        outlet.stage(frame(9))
        #expect(outlet.laggingSince != nil)
        outlet.stage(frame(9))
        guard case .frames(let kept) = try answer(outlet, after: 0) else { throw Missing() }
        #expect(kept.readableBytes == 110)
        #expect(try answer(outlet, after: 5) == .frames(ByteBuffer(string: String(repeating: "xxxxxxxxx\n", count: 6))))
        #expect(outlet.laggingSince != nil)
        #expect(try answer(outlet, after: 11) == .frames(ByteBuffer(string: "x\n")), "told to catch up")
        #expect(outlet.laggingSince == nil)
        #expect(try answer(outlet, after: 10) == nil, "acknowledged frames are gone")
        #expect(try answer(outlet, after: 13) == nil, "no frame has that number yet")
    }

    @Test("a held poll ends with a frame, its time, a later poll, or the socket")
    func held() throws {
        let outlet = outlet(limit: 100)
        let answers = Mutex<[PollAnswer]>([])
        func poll(after number: Int) throws {
            try #require(outlet.poll(after: number, wait: .seconds(25))).whenSuccess { answer in
                answers.withLock { $0.append(answer) }
            }
        }
        func newest() -> PollAnswer? { answers.withLock { $0.last } }
        let empty = PollAnswer.frames(ByteBuffer())
        try poll(after: 0)
        loop.advanceTime(by: .seconds(24))
        #expect(newest() == nil)
        loop.advanceTime(by: .seconds(1))
        #expect(newest() == empty)
        try poll(after: 0)
        try poll(after: 0)
        #expect(answers.withLock { $0.count } == 2)
        outlet.stage(frame(2))
        #expect(answers.withLock { $0.count } == 2, "frames of one pass go together")
        outlet.flush()
        #expect(newest() == .frames(ByteBuffer(string: "xx\n")))
        try poll(after: 1)
        let closings = Mutex(0)
        outlet.onClose = { closings.withLock { $0 += 1 } }
        outlet.close(code: 4_001, reason: "")
        outlet.close(code: 4_002, reason: "")
        #expect(newest() == .closed(4_001))
        #expect(closings.withLock { $0 } == 1)
        loop.advanceTime(by: .seconds(60))
        #expect(answers.withLock { $0.count } == 4)
    }

    // MARK: From the client

    @Test("frames wait in order while reading is stopped, up to the limit of bytes, and are handed over once")
    func waits() throws {
        let isReading = Mutex(false)
        let delivered = Mutex<[Int]>([])
        let inlet = PolledInlet(
            frameLimit: Limits.frameBytes, isReading: { isReading.withLock { $0 } },
            deliver: { frame in delivered.withLock { $0.append(frame.readableBytes) } })
        var done: [EventLoopFuture<Void>] = []
        func take(_ sizes: [Int], first: Int) throws {
            let promise = loop.makePromise(of: Void.self)
            done.append(promise.futureResult)
            do {
                try inlet.take(sizes.map { ByteBuffer(repeating: 32, count: $0) }, first: first, promise)
            } catch {
                promise.fail(error)
                throw error
            }
        }
        let full = Limits.polledWaitingBytes / Limits.frameBytes
        try take(Array(repeating: Limits.frameBytes, count: full - 1), first: 1)
        try take([Limits.frameBytes - 1, 1], first: full)
        let refusal = #expect(throws: Refusal.self) { try take([1], first: full + 2) }
        #expect(refusal?.code == .overloaded)
        // A repeated request takes no room.
        try take([Limits.frameBytes - 1, 1], first: full)
        #expect(delivered.withLock { $0.isEmpty })
        isReading.withLock { $0 = true }
        inlet.drain()
        #expect(delivered.withLock { $0.count } == full + 1)
        #expect(delivered.withLock { $0.suffix(2) } == [Limits.frameBytes - 1, 1])
        for future in [done[0], done[1], done[3]] { try future.wait() }
        try take([1], first: full + 2)
        #expect(delivered.withLock { $0.count } == full + 2)
    }

    @Test("a socket that closes refuses what waits, and takes no more")
    func closes() throws {
        let inlet = PolledInlet(frameLimit: 10, isReading: { false }, deliver: { _ in })
        let promise = loop.makePromise(of: Void.self)
        try inlet.take([ByteBuffer(string: "x")], first: 1, promise)
        inlet.close()
        #expect(throws: Refusal.self) { try promise.futureResult.wait() }
        let late = loop.makePromise(of: Void.self)
        #expect(throws: Refusal.self) { try inlet.take([], first: 2, late) }
        late.succeed()
    }
}
