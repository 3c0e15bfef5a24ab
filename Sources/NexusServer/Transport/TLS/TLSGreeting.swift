import NIOCore
import NIOSSL
import NIOTLS
import NexusCore

/// The first handler of a connection over TLS until its handshake is done: ends one that takes too long, and answers a client that
/// speaks plain HTTP in words it can show.
///
/// Confined to the connection's event loop.
final class TLSGreeting: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The time for the client to read the answer and close.
    private static let farewell = TimeAmount.seconds(2)
    /// The type of a TLS record that carries a handshake (RFC 8446 §5.1).
    private static let handshakeRecord: UInt8 = 22

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?
    private var hasBegun = false
    private var isEnding = false

    private init(limit: TimeAmount) { self.limit = limit }

    /// Puts TLS at the head of a new connection. Called on its event loop.
    /// - Parameters:
    ///   - limit: the maximum time of the handshake.
    ///   - begin: adds what the connection needs after it, by the protocol that both sides chose (RFC 7301), if any.
    static func add(
        to channel: any Channel, context: NIOSSLContext, limit: TimeAmount,
        then begin: @escaping (_ channel: any Channel, _ chosen: String?) throws -> Void
    ) throws {
        let greeting = TLSGreeting(limit: limit)
        let operations = channel.pipeline.syncOperations
        try operations.addHandler(greeting)
        try operations.addHandler(NIOSSLServerHandler(context: context))
        try operations.addHandler(HandshakeEnd(greeting, begin))
    }

    func handlerAdded(context: ChannelHandlerContext) { setDeadline(limit, context) }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        if !hasBegun, let first = unwrapInboundIn(data).readableBytesView.first {
            hasBegun = true
            guard first == TLSGreeting.handshakeRecord else { return refuse(first, context) }
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isEnding, case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Writes past the handlers of TLS, since this one is before them.
    private func refuse(_ first: UInt8, _ context: ChannelHandlerContext) {
        isEnding = true
        // A method of HTTP; another protocol could not read the answer.
        guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return context.close(promise: nil) }
        let body = ErrorBody(Refusal(.invalidRequest, "This port takes TLS alone: use https in place of http.")).json
        var answer = context.channel.allocator.buffer(capacity: 512)
        answer.writeString(
            "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n"
                + "Connection: close\r\n\r\n")
        answer.writeBytes(body)
        setDeadline(TLSGreeting.farewell, context)
        let bound = context.loopBound
        // Only this direction: closing both with bytes unread would reset the connection before the answer is read.
        context.writeAndFlush(wrapOutboundOut(answer)).assumeIsolated().whenComplete { _ in
            bound.value.close(mode: .output, promise: nil)
        }
    }

    private func setDeadline(_ limit: TimeAmount, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let bound = context.loopBound
        deadline = context.eventLoop.scheduleTask(in: limit) { bound.value.close(promise: nil) }
    }
}

/// Removes the greeting, and itself, once the handshake is done, and lets the connection begin.
private final class HandshakeEnd: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let greeting: TLSGreeting
    private let begin: (any Channel, String?) throws -> Void

    init(_ greeting: TLSGreeting, _ begin: @escaping (any Channel, String?) throws -> Void) {
        self.greeting = greeting
        self.begin = begin
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case TLSUserEvent.handshakeCompleted(let chosen): end(context, chosen)
        case is ChannelShouldQuiesceEvent, ChannelEvent.inputClosed: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func end(_ context: ChannelHandlerContext, _ chosen: String?) {
        do { try begin(context.channel, chosen) } catch { return context.close(promise: nil) }
        let operations = context.pipeline.syncOperations
        operations.removeHandler(greeting, promise: nil)
        operations.removeHandler(context: context, promise: nil)
    }
}
