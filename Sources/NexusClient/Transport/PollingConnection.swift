import NexusCore

/// A live socket over HTTP requests: one poll is held by the server while frames are awaited, and frames of this side go in
/// requests of their own, one at a time. Both repeat a request whose answer was lost, by the numbers of the frames.
final class PollingConnection: LiveSocket {
    private let requests: PollingRequests
    private let socket: SocketID
    private let clock: any ClientClock
    private let inbox = FrameInbox()
    private let outbox = Locked(Outbox())
    /// Yields when the reader begins to wait.
    private let asked = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Yields when there are frames to send.
    private let queued = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    private struct Outbox {
        var frames: [[UInt8]] = []
        /// The number of the first of them.
        var first = 1
        var isClosed = false
        var work: [Task<Void, Never>] = []
    }

    init(requests: PollingRequests, socket: SocketID, clock: any ClientClock) {
        self.requests = requests
        self.socket = socket
        self.clock = clock
    }

    /// Begins to poll.
    ///
    /// - Parameter goesBack: called again until it returns true or nil; true closes this socket, so that another kind is opened.
    func start(goesBack: @escaping @Sendable () async -> Bool? = { nil }) {
        let poller = Task { [weak self, asked] in
            var received = Received()
            for await _ in asked.stream {
                guard let self, await self.poll(&received) else { return }
            }
        }
        let sender = Task { [weak self, queued] in
            var retry = PollingRetry()
            for await _ in queued.stream {
                guard let self, await self.sendQueued(&retry) else { return }
            }
        }
        let scout = Task { [weak self] in
            while let isDone = await goesBack(), !Task.isCancelled {
                if isDone { return self?.close() ?? () }
            }
        }
        outbox.withLock { $0.work = [poller, sender, scout] }
    }

    deinit { finish() }

    func receive() async -> [ServerFrame]? {
        await inbox.take { asked.continuation.yield() }
    }

    func send(_ frame: ClientFrame) {
        outbox.withLock { if !$0.isClosed { $0.frames.append(frame.json) } }
        queued.continuation.yield()
    }

    func close() {
        guard finish() else { return }
        // The server would notice only after a minute without a request.
        Task { [requests, socket] in await requests.close(socket) }
    }

    /// Ends all work; returns whether it had not ended.
    @discardableResult private func finish() -> Bool {
        let work = outbox.withLock { outbox -> [Task<Void, Never>]? in
            guard !outbox.isClosed else { return nil }
            outbox.isClosed = true
            outbox.frames = []
            return outbox.work
        }
        guard let work else { return false }
        for task in work { task.cancel() }
        asked.continuation.finish()
        queued.continuation.finish()
        inbox.close()
        return true
    }

    // MARK: Polls

    private struct Received {
        /// The number of the last frame that came.
        var number = 0
        var retry = PollingRetry()
    }

    /// Polls until frames have come; returns false if the socket is lost.
    private func poll(_ received: inout Received) async -> Bool {
        while !Task.isCancelled {
            let start = clock.now()
            do throws(ClientError) {
                let lines = try await requests.poll(socket, after: received.number, wait: received.retry.hold)
                received.retry.succeeded()
                received.number += lines.count
                // Unknown frames are ignored: the cursor detects missing changes.
                let frames = lines.compactMap { try? ServerFrame.decode(Array($0), limits: .answers) }
                guard frames.isEmpty else {
                    inbox.put(frames)
                    return true
                }
            } catch {
                guard await rest(received.retry.failed(error, after: clock.now().since(start))) else { return false }
            }
        }
        return false
    }

    // MARK: Frames of this side

    /// Sends what is queued; returns false if the socket is lost.
    private func sendQueued(_ retry: inout PollingRetry) async -> Bool {
        while !Task.isCancelled {
            let (frames, first) = outbox.withLock { ($0.frames.prefix(PollingConnection.batch($0.frames)), $0.first) }
            guard !frames.isEmpty else { return true }
            let start = clock.now()
            do throws(ClientError) {
                try await requests.send(frames, first: first, on: socket)
                retry.succeeded()
                outbox.withLock { outbox in
                    guard !outbox.isClosed else { return }
                    outbox.frames.removeFirst(frames.count)
                    outbox.first += frames.count
                }
            } catch {
                guard await rest(retry.failed(error, after: clock.now().since(start))) else { return false }
            }
        }
        return false
    }

    /// The number of frames, from the first, that one request takes.
    static func batch(_ frames: [[UInt8]]) -> Int {
        var count = 0
        var bytes = 0
        for frame in frames.prefix(Limits.polledFrames) {
            bytes += frame.count + 1
            if count > 0, bytes > Limits.polledBytes { break }
            count += 1
        }
        return count
    }

    /// Waits before a request is repeated; false, and the socket is closed, if it is not.
    private func rest(_ verdict: PollingRetry.Verdict) async -> Bool {
        if case .again(let delay) = verdict, !Task.isCancelled {
            try? await clock.sleep(milliseconds: delay)
            return !Task.isCancelled
        }
        close()
        return false
    }
}
