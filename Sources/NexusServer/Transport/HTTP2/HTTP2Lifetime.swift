import NIOCore
import NIOHTTP2

/// The life of one connection over HTTP/2: closes one that has no request for a time, ends one in order when the server stops, and
/// closes one that breaks the protocol.
///
/// Confined to the connection's event loop.
final class HTTP2Lifetime: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private enum Phase {
        case serving
        /// The client is told to open no more streams (RFC 9113 §6.8). Those that it opens before it knows are refused, and may be sent again.
        case leaving(HTTP2PingData)
        /// It knows, and nothing but its open streams keeps the connection.
        case draining
        case ended
    }

    /// The time for the client to confirm that it knows.
    private static let farewell = TimeAmount.seconds(2)

    private let configuration: TransportConfiguration
    private let connections: ConnectionTable
    private var phase = Phase.serving
    private var open: Set<HTTP2StreamID> = []
    private var last = HTTP2StreamID.rootStream
    private var context: ChannelHandlerContext?
    private var deadline: Scheduled<Void>?

    init(_ configuration: TransportConfiguration, connections: ConnectionTable) {
        self.configuration = configuration
        self.connections = connections
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        setDeadline(configuration.headTimeout, context) { $0.leave() }
    }

    func handlerRemoved(context: ChannelHandlerContext) { forget() }

    func channelInactive(context: ChannelHandlerContext) {
        forget()
        context.fireChannelInactive()
    }

    private func forget() {
        phase = .ended
        deadline?.cancel()
        context = nil
    }

    private func setDeadline(
        _ limit: TimeAmount, _ context: ChannelHandlerContext, _ body: @escaping @Sendable (HTTP2Lifetime) -> Void
    ) {
        deadline?.cancel()
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: limit) { body(bound.value) }
    }

    // MARK: Streams

    func opened(_ stream: HTTP2StreamID) {
        guard let context else { return }
        last = max(last, stream)
        open.insert(stream)
        guard open.count == 1, case .serving = phase else { return }
        deadline?.cancel()
        connections.begins(context.channel)
    }

    func closed(_ stream: HTTP2StreamID) {
        guard open.remove(stream) != nil, open.isEmpty, let context else { return }
        switch phase {
        case .serving:
            connections.rests(context.channel)
            setDeadline(TimeAmount(configuration.idleTimeout), context) { $0.leave() }
            guard connections.isFull else { return }
            // The response is flushed only after this.
            context.eventLoop.execute { [connections] in
                for channel in connections.makeRoom() { channel.close(promise: nil) }
            }
        case .draining:
            let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
            context.eventLoop.execute { bound.value.end() }
        case .leaving, .ended:
            break
        }
    }

    // MARK: The end

    /// Begins to end the connection in order.
    private func leave() {
        guard case .serving = phase, let context else { return }
        let ping = HTTP2PingData(withInteger: .random(in: .min ... .max))
        phase = .leaving(ping)
        setDeadline(HTTP2Lifetime.farewell, context) { $0.drain() }
        context.write(wrapOutboundOut(goAway(.maxID)), promise: nil)
        context.writeAndFlush(
            wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: .ping(ping, ack: false))), promise: nil)
    }

    private func drain() {
        guard case .leaving = phase, let context else { return }
        deadline?.cancel()
        phase = .draining
        guard !open.isEmpty else { return end() }
        context.writeAndFlush(wrapOutboundOut(goAway(last)), promise: nil)
    }

    /// Closes once the client could read everything.
    private func end() {
        guard case .draining = phase, let context else { return }
        phase = .ended
        setDeadline(configuration.bodyTimeout, context) { $0.context?.close(promise: nil) }
        let bound = context.loopBound
        context.writeAndFlush(wrapOutboundOut(goAway(last))).assumeIsolated().whenComplete { _ in
            bound.value.close(promise: nil)
        }
    }

    private func goAway(_ last: HTTP2StreamID) -> HTTP2Frame {
        HTTP2Frame(
            streamID: .rootStream, payload: .goAway(lastStreamID: last, errorCode: .noError, opaqueData: nil))
    }

    /// Lets the client know which of its requests were not taken, which it may send again on another connection.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if case .ended = phase {
        } else {
            phase = .ended
            context.writeAndFlush(wrapOutboundOut(goAway(last)), promise: nil)
        }
        context.close(mode: mode, promise: promise)
    }

    // MARK: Events

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .leaving(let ping) = phase, case .ping(let answer, ack: true) = unwrapInboundIn(data).payload,
            answer == ping
        else { return }
        drain()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            leave()
        case ChannelEvent.inputClosed:
            phase = .ended
            context.close(promise: nil)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// An error of one stream has reset it. For any other NIO has sent GOAWAY, but would go on reading.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !error.isOfOneStream else { return }
        phase = .ended
        context.close(promise: nil)
    }
}

/// Tells a connection's lifetime of its streams. Called on the connection's event loop.
struct StreamNotices: NIOHTTP2StreamDelegate {
    let lifetime: NIOLoopBound<HTTP2Lifetime>

    func streamCreated(_ id: HTTP2StreamID, channel: any Channel) { lifetime.value.opened(id) }

    func streamClosed(_ id: HTTP2StreamID, channel: any Channel) { lifetime.value.closed(id) }
}
