import NIOCore
import Synchronization

/// A handle of an open live connection, over a WebSocket or over polls, for any thread; its outlet belongs to its event loop.
public final class LiveConnection: Sendable {
    /// Differs from that of every other connection of this process.
    public let id: UInt64
    /// The context from `LiveDelegate.authorize`.
    public let context: any Sendable
    public let eventLoop: any EventLoop
    let writer: NIOLoopBound<any LiveOutlet>
    private let heard: Atomic<UInt64>

    private static let nextID = Atomic<UInt64>(1)

    init(context: any Sendable, writer: any LiveOutlet, eventLoop: any EventLoop) {
        id = LiveConnection.nextID.wrappingAdd(1, ordering: .relaxed).oldValue
        self.context = context
        self.eventLoop = eventLoop
        self.writer = NIOLoopBound<any LiveOutlet>(writer, eventLoop: eventLoop)
        heard = Atomic(NIODeadline.now().uptimeNanoseconds)
    }

    /// The time of the last frame from the client.
    public var lastHeard: NIODeadline { .uptimeNanoseconds(heard.load(ordering: .relaxed)) }

    func hears() { heard.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed) }

    /// Sends a frame. Beyond the limit of waiting bytes it is dropped, and the client is told so once it reads again.
    public func send(_ frame: SharedFrame) {
        onLoop { writer in
            writer.stage(frame)
            writer.flush()
        }
    }

    /// Closes with a reason (RFC 6455 §7.4); earlier frames still go out.
    public func close(code: UInt16, reason: String) {
        onLoop { $0.close(code: code, reason: reason) }
    }

    /// Stops taking messages from the socket, so that the other side has to wait.
    public func pauseReading() { onLoop { $0.setReading(false) } }

    public func resumeReading() { onLoop { $0.setReading(true) } }

    private func onLoop(_ body: @escaping @Sendable (any LiveOutlet) -> Void) {
        if eventLoop.inEventLoop {
            body(writer.value)
        } else {
            eventLoop.execute { body(self.writer.value) }
        }
    }
}
