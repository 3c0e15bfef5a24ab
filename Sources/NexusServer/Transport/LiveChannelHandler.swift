import NIOCore
import NIOWebSocket

/// The inbound end of a WebSocket: puts messages together from frames and keeps to the protocol (RFC 6455 §5 and §7).
final class LiveChannelHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let accepted: any Sendable
    private let delegate: any LiveDelegate
    private let registry: LiveRegistry
    private let maximumMessageBytes: Int
    private let pendingBytesLimit: Int
    private let lagged: SharedFrame?
    private var connection: LiveConnection?
    private var writer: LiveWriter?
    private var fragments: ByteBuffer?

    init(
        accepted: any Sendable, delegate: any LiveDelegate, registry: LiveRegistry, maximumMessageBytes: Int,
        pendingBytesLimit: Int, lagged: SharedFrame?
    ) {
        self.accepted = accepted
        self.delegate = delegate
        self.registry = registry
        self.maximumMessageBytes = maximumMessageBytes
        self.pendingBytesLimit = pendingBytesLimit
        self.lagged = lagged
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let writer = LiveWriter(context: context, pendingBytesLimit: pendingBytesLimit, lagged: lagged)
        let connection = LiveConnection(context: accepted, writer: writer, eventLoop: context.eventLoop)
        self.writer = writer
        self.connection = connection
        registry.add(connection)
        delegate.opened(connection)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard let connection, let writer, writer.closingSince == nil else { return }
        connection.hears()
        guard frame.maskKey != nil else { return writer.close(code: 1002, reason: "frames of a client are masked") }
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return writer.close(code: 1002, reason: "no extension was agreed on")
        }
        switch frame.opcode {
        case .text, .binary:
            guard fragments == nil else { return writer.close(code: 1002, reason: "a message is not complete yet") }
            take(frame.unmasked, isLast: frame.fin, connection, writer)
        case .continuation:
            guard fragments != nil else { return writer.close(code: 1002, reason: "there is nothing to continue") }
            take(frame.unmasked, isLast: frame.fin, connection, writer)
        case .ping:
            writer.control(.pong(Array(buffer: frame.unmasked)))
        case .pong:
            break
        case .connectionClose:
            answerClose(frame.unmasked, writer)
        default:
            writer.close(code: 1002, reason: "unknown kind of frame")
        }
    }

    /// Puts a message together, and hands it over once it is whole.
    private func take(_ data: ByteBuffer, isLast: Bool, _ connection: LiveConnection, _ writer: LiveWriter) {
        var message = data
        if let begun = fragments.take() {
            message = begun
            message.writeImmutableBuffer(data)
        }
        guard message.readableBytes <= maximumMessageBytes else {
            return writer.close(code: 1009, reason: "a message has at most \(maximumMessageBytes) bytes")
        }
        if isLast {
            registry.takesMessage()
            delegate.received(message, from: connection)
        } else {
            fragments = message
        }
    }

    /// Gives a close frame's status back, if it is one that may be sent (RFC 6455 §7.4).
    private func answerClose(_ payload: ByteBuffer, _ writer: LiveWriter) {
        guard payload.readableBytes > 0 else { return writer.close(code: 1000, reason: "") }
        switch payload.getInteger(at: payload.readerIndex, as: UInt16.self) {
        case .some(let code) where (1000...1003).contains(code) || (1007...1014).contains(code):
            writer.close(code: code, reason: "")
        case .some(let code) where (3000...4999).contains(code):
            writer.close(code: code, reason: "")
        default:
            writer.close(code: 1002, reason: "that status may not be sent")
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { writer?.drained() }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            writer?.close(code: 1001, reason: "the server is going away")
        case ChannelEvent.inputClosed:
            context.close(promise: nil)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let writer, writer.closingSince == nil else { return context.close(promise: nil) }
        switch error as? NIOWebSocketError {
        case .invalidFrameLength: writer.close(code: 1009, reason: "a message has at most \(maximumMessageBytes) bytes")
        case .some: writer.close(code: 1002, reason: "that is not a WebSocket frame")
        case nil: context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { finish() }

    private func finish() {
        guard let connection else { return }
        self.connection = nil
        writer?.invalidate()
        fragments = nil
        registry.remove(connection)
        delegate.closed(connection)
    }
}
