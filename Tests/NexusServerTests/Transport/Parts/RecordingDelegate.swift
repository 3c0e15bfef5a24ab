import HTTPTypes
import NIOCore
import NexusServer
import Synchronization

/// Accepts according to the test, and records events.
final class RecordingDelegate: LiveDelegate {
    struct Record: Sendable {
        var opened: [LiveConnection] = []
        var received: [[UInt8]] = []
        var closed: [UInt64] = []
    }

    private let record = Mutex(Record())
    private let answersMessages: Bool
    private let decide: @Sendable (HTTPRequest) async -> LiveDecision

    /// - Parameter answersMessages: whether each message is sent back.
    init(
        answersMessages: Bool = false,
        decide: @escaping @Sendable (HTTPRequest) async -> LiveDecision = { _ in .accept("somebody") }
    ) {
        self.answersMessages = answersMessages
        self.decide = decide
    }

    var current: Record { record.withLock { $0 } }

    func authorize(
        _ head: HTTPRequest, remoteAddress: SocketAddress?, on eventLoop: any EventLoop
    ) -> EventLoopFuture<LiveDecision> {
        eventLoop.makeFutureWithTask { await self.decide(head) }
    }

    func opened(_ connection: LiveConnection) { record.withLock { $0.opened.append(connection) } }

    func received(_ message: ByteBuffer, from connection: LiveConnection) {
        let bytes = Array(buffer: message)
        record.withLock { $0.received.append(bytes) }
        if answersMessages { connection.send(SharedFrame(text: bytes)) }
    }

    func closed(_ connection: LiveConnection) { record.withLock { $0.closed.append(connection.id) } }
}
