import NIOCore
import NIOWebSocket
import NexusCore

/// A live socket over a WebSocket (RFC 6455): one text message a frame.
struct WebSocketConnection: LiveSocket {
    let channel: any Channel
    let inbox: FrameInbox

    func send(_ frame: ClientFrame) {
        let data = channel.allocator.buffer(bytes: frame.json)
        // Clients mask their frames (§5.3).
        channel.writeAndFlush(
            WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: data), promise: nil)
    }

    func receive() async -> [ServerFrame]? {
        await inbox.take { channel.read() }
    }

    func close() { channel.close(promise: nil) }
}

/// Reads frames from a WebSocket into an inbox, answers pings and keeps to the closing handshake.
final class WebSocketReader: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let inbox: FrameInbox
    private var batch: [ServerFrame] = []

    init(inbox: FrameInbox) { self.inbox = inbox }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text, .binary:
            // Unknown frames are ignored: the cursor detects missing changes.
            let decoded = frame.unmaskedData.withUnsafeReadableBytes { bytes in
                try? ServerFrame.decode(bytes, limits: .answers)
            }
            if let decoded { batch.append(decoded) }
        case .ping:
            let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose:
            let answer = WebSocketFrame(
                fin: true, opcode: .connectionClose, maskKey: .random(), data: frame.unmaskedData)
            let box = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(answer)).whenComplete { _ in box.value.close(promise: nil) }
        default:
            break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if !batch.isEmpty {
            inbox.put(batch)
            batch = []
        } else if inbox.isAwaited {
            // A part of a frame, or a control frame: continue reading.
            context.read()
        }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.put(batch)
        batch = []
        inbox.close()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
