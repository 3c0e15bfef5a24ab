import HTTPTypes
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2
import NexusCore

/// Enforces the limits of one request over HTTP/2, as `RequestGuard` does for the requests of a connection over HTTP/1.1. Each has a
/// stream of its own.
final class StreamGuard: ChannelDuplexHandler, RemovableChannelHandler, DropWatcher {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time for the client to read a response that did not wait for the whole request.
    private static let farewell = TimeAmount.seconds(2)

    private let configuration: TransportConfiguration
    private let streams: StreamTable
    private let address: String
    /// Whether the request counts for its address.
    private var isCounted = false
    private var isPassed = false
    private var isReceiving = false
    private var receivedBytes = 0
    /// Whether the rest of the request is not passed on.
    private var isEnding = false
    private var isAnswered = false
    private var deadline: Scheduled<Void>?
    private var isDropped = false
    private var onDrop: (@Sendable () -> Void)?

    /// - Parameter address: the client's, as limits count it.
    init(_ configuration: TransportConfiguration, streams: StreamTable, address: String) {
        self.configuration = configuration
        self.streams = streams
        self.address = address
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            isReceiving = true
            isCounted = streams.enter(address)
            // A client may send such a request again (RFC 9113 §8.7).
            guard isCounted else { return reset(.refusedStream, context) }
            if let refusal = admit(&head) { return refuse(refusal, context) }
            isPassed = true
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let bytes):
            guard !isEnding else { return }
            receivedBytes += bytes.readableBytes
            context.fireChannelRead(data)
            // The route has its own limit, not above this one, and answers by it.
            if receivedBytes > configuration.maximumBodyBytes { isEnding = true }
        case .end:
            isReceiving = false
            guard !isEnding else { return }
            // Trailers are ignored.
            context.fireChannelRead(wrapInboundOut(.end(nil)))
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        keepTime(context)
        context.fireChannelReadComplete()
    }

    /// Gives a head the form of one over HTTP/1.1.
    /// - Returns: why it is refused; nil if it is not.
    private func admit(_ head: inout HTTPRequest) -> Refusal? {
        guard head.method != .connect, head.path?.isEmpty == false else {
            return Refusal(.invalidRequest, "A request over HTTP/2 has a path, and opens no tunnel.")
        }
        guard head.bytes <= configuration.maximumHeadBytes else {
            return Refusal(.tooLarge, "A request's head may have at most \(configuration.maximumHeadBytes) bytes.")
        }
        if let refusal = HostRule.refusal(of: head, publicAddress: configuration.publicAddress) { return refusal }
        if let length = head.headerFields[.contentLength].flatMap({ Int($0) }), length > configuration.maximumBodyBytes
        {
            return Refusal(.tooLarge, "A request's body has at most \(configuration.maximumBodyBytes) bytes.")
        }
        head.scheme = "https"
        head.authority = head.hosts.first
        return nil
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isAnswered else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        if case .end = unwrapOutboundIn(data) { isAnswered = true }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard isAnswered, !isDropped else { return }
        if isEnding { sayFarewell(context) } else { keepTime(context) }
    }

    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        isEnding = true
        isAnswered = true
        let body = ByteBuffer(bytes: ErrorBody(refusal).json)
        var response = HTTPResponse(
            status: HTTPResponse.Status(code: refusal.code.status),
            headerFields: [.contentType: "application/json", .contentLength: "\(body.readableBytes)"])
        response.headerFields[.strictTransportSecurity] = configuration.strictTransport(
            for: configuration.publicAddress?.authority)
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        if !isDropped { sayFarewell(context) }
    }

    /// Ends the stream although the client may still send (RFC 9113 §8.1).
    private func sayFarewell(_ context: ChannelHandlerContext) {
        setDeadline(StreamGuard.farewell, context) { $0.reset(.noError, $1) }
    }

    private func reset(_ code: NIOHTTP2.HTTP2ErrorCode, _ context: ChannelHandlerContext) {
        isEnding = true
        isAnswered = true
        context.triggerUserOutboundEvent(NIOHTTP2FramePayloadToHTTPEvent.reset(code: code), promise: nil)
    }

    // MARK: Time

    /// Limits the time in which the server waits for the client: for the rest of a body, or for it to read.
    private func keepTime(_ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        let isWaiting = isReceiving || isAnswered || !context.channel.isWritable
        if isWaiting, deadline == nil {
            setDeadline(configuration.bodyTimeout, context) { $0.reset(.cancel, $1) }
        } else if !isWaiting {
            deadline?.cancel()
            deadline = nil
        }
    }

    private func setDeadline(
        _ limit: TimeAmount, _ context: ChannelHandlerContext,
        _ body: @escaping @Sendable (StreamGuard, ChannelHandlerContext) -> Void
    ) {
        deadline?.cancel()
        let bound = NIOLoopBound((guardian: self, context: context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: limit) { body(bound.value.guardian, bound.value.context) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        keepTime(context)
        context.fireChannelWritabilityChanged()
    }

    // MARK: The end

    func whenDropped(_ body: (@Sendable () -> Void)?) {
        if isDropped { body?() } else { onDrop = body }
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        breakOff(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { finish() }

    private func finish() {
        deadline?.cancel()
        isDropped = true
        onDrop?()
        onDrop = nil
        guard isCounted else { return }
        isCounted = false
        streams.leave(address)
    }

    /// The route must not take the received part of a body for the whole.
    private func breakOff(_ context: ChannelHandlerContext) {
        guard isPassed, isReceiving else { return }
        isReceiving = false
        context.fireErrorCaught(Refusal(.invalidRequest, "The request has not ended."))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isPassed {
            breakOff(context)
        } else if !isEnding {
            reset(.protocolError, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The stream ends with its answer in any case.
        guard !(event is ChannelShouldQuiesceEvent) else { return }
        context.fireUserInboundEventTriggered(event)
    }
}

extension HTTPRequest {
    /// The size of a head without the separators that HTTP/1.1 has.
    fileprivate var bytes: Int {
        let line = method.rawValue.utf8.count + (path?.utf8.count ?? 0) + (authority?.utf8.count ?? 0)
        return headerFields.reduce(line) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
    }
}
