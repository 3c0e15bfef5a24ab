import NIOCore

/// The inbound end of a WebSocket: puts messages together from frames and keeps to the protocol (RFC 6455 §5 and §7).
final class LiveChannelHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let accepted: any Sendable
    private let delegate: any LiveDelegate
    private let registry: LiveRegistry
    private let maximumMessageBytes: Int
    private let pendingBytesLimit: Int
    private let lagged: SharedFrame?
    private var connection: LiveConnection?
    private var writer: LiveWriter?
    private var fragments: ByteBuffer?
    private var reader: FrameReader
    /// Whether what came was no frame: the rest means nothing.
    private var isBroken = false

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
        reader = FrameReader(maximumBytes: maximumMessageBytes)
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
        guard !isBroken else { return context.close(promise: nil) }
        reader.append(unwrapInboundIn(data))
        while let connection, let writer {
            do throws(FrameReader.Problem) {
                guard let frame = try reader.next() else { return }
                if writer.closingSince == nil { received(frame, connection, writer) }
            } catch {
                return fail(error, writer, context)
            }
        }
    }

    private func fail(_ problem: FrameReader.Problem, _ writer: LiveWriter, _ context: ChannelHandlerContext) {
        isBroken = true
        guard writer.closingSince == nil else { return context.close(promise: nil) }
        switch problem {
        case .tooLong: writer.close(code: 1009, reason: "a message has at most \(maximumMessageBytes) bytes")
        case .malformed: writer.close(code: 1002, reason: "that is not a WebSocket frame")
        }
    }

    private func received(_ frame: FrameReader.Frame, _ connection: LiveConnection, _ writer: LiveWriter) {
        connection.hears()
        guard frame.isMasked else { return writer.close(code: 1002, reason: "frames of a client are masked") }
        guard !frame.isExtended else { return writer.close(code: 1002, reason: "no extension was agreed on") }
        switch frame.opcode {
        case 0x1, 0x2:
            guard fragments == nil else { return writer.close(code: 1002, reason: "a message is not complete yet") }
            take(frame.payload, isLast: frame.isLast, connection, writer)
        case 0x0:
            guard fragments != nil else { return writer.close(code: 1002, reason: "there is nothing to continue") }
            take(frame.payload, isLast: frame.isLast, connection, writer)
        case 0x9:
            writer.control(.pong(Array(buffer: frame.payload)))
        case 0xA:
            break
        case 0x8:
            answerClose(frame.payload, writer)
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

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

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
