import NIOCore
import NIOHTTP1
import NexusCore

/// Enforces the limits of one HTTP connection: the time for a body, and the size of bodies. Answers invalid or too large requests with an
/// ordinary error, then closes.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler, DropWatcher {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The time for the client to read the last response and close.
    private static let farewell = TimeAmount.seconds(2)

    private let configuration: TransportConfiguration
    private let connections: ConnectionTable
    private var deadline: Scheduled<Void>?
    private var isReceiving = false
    private var receivedBytes = 0
    /// Requests passed on, and of their answers those that have begun and those that have ended.
    private var passed = 0
    private var begun = 0
    private var ended = 0
    /// Whether the decoder reads nothing after the present request.
    private var isLast = false
    /// Whether the connection closes after the pending responses; nothing more is read from it then.
    private var isEnding = false
    /// Whether all responses are sent, and the client has time to read them.
    private var isFarewell = false
    /// The response before it closes.
    private var lastWord: Refusal?
    /// Whether the client has closed the connection, or its half of it.
    private var isDropped = false
    /// Called once when that happens.
    private var onDrop: (@Sendable () -> Void)?
    /// Whether ``lastWord`` replaces the response to the present request.
    private var replacesAnswer = false

    init(_ configuration: TransportConfiguration, connections: ConnectionTable) {
        self.configuration = configuration
        self.connections = connections
    }

    /// Whether every pending response has ended.
    private var isAnswered: Bool { ended >= (replacesAnswer ? passed - 1 : passed) }

    // MARK: Time

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        dropped()
        context.fireChannelInactive()
    }

    private func setDeadline(_ limit: TimeAmount, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let bound = context.loopBound
        deadline = context.eventLoop.scheduleTask(in: limit) { bound.value.close(promise: nil) }
    }

    private func clearDeadline() {
        deadline?.cancel()
        deadline = nil
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            clearDeadline()
            if let refusal = HostRule.refusal(of: head, publicAddress: configuration.publicAddress) {
                return refuse(refusal, context)
            }
            if let length = head.headers.first(name: "content-length").flatMap(Int.init),
                length > configuration.maximumBodyBytes
            {
                return refuse(tooLarge, context)
            }
            connections.begins(context.channel)
            isReceiving = true
            receivedBytes = 0
            passed += 1
            isLast = head.endsParsing
            if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let bytes):
            receivedBytes += bytes.readableBytes
            context.fireChannelRead(data)
            // The route has its own limit, not above this one, and answers by it.
            if receivedBytes > configuration.maximumBodyBytes { end(context) }
        case .end:
            isReceiving = false
            clearDeadline()
            // Trailers are ignored.
            context.fireChannelRead(wrapInboundOut(.end(nil)))
            if ended == passed { connections.rests(context.channel) }
            if isLast { end(context) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A body that arrived together with its head needs no deadline.
        if isReceiving, !isEnding, deadline == nil { setDeadline(configuration.bodyTimeout, context) }
        context.fireChannelReadComplete()
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // The response has been sent in its place.
        if replacesAnswer, isAnswered {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200:
            begun += 1
            if isEnding || isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            ended += 1
            guard isEnding, isAnswered else { return writeEnd(data, promise, context) }
            let written = promise ?? context.eventLoop.makePromise()
            context.write(data, promise: written)
            finish(after: written.futureResult, context)
        default:
            context.write(data, promise: promise)
        }
    }

    /// Ends an answer after which the connection stays open, unless its place is wanted.
    private func writeEnd(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        guard !isReceiving, ended == passed else { return context.write(data, promise: promise) }
        connections.rests(context.channel)
        guard connections.isFull else { return context.write(data, promise: promise) }
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.whenComplete { [connections] _ in
            for channel in connections.makeRoom() { channel.close(promise: nil) }
        }
        context.write(data, promise: written)
    }

    private var tooLarge: Refusal {
        Refusal(.tooLarge, "A request's body has at most \(configuration.maximumBodyBytes) bytes.")
    }

    /// Answers with a refusal once earlier requests are answered, and closes. A request that was coming in has this for its one
    /// answer, unless that has begun.
    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        if isReceiving {
            replacesAnswer = begun < passed
            lastWord = replacesAnswer ? refusal : nil
        } else {
            lastWord = refusal
        }
        end(context)
        // The route must not take the received part of a body for the whole.
        if isReceiving { context.fireErrorCaught(refusal) }
    }

    private func end(_ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        isEnding = true
        if isAnswered {
            finish(after: context.eventLoop.makeSucceededVoidFuture(), context)
        } else {
            setDeadline(configuration.bodyTimeout, context)
        }
    }

    private func finish(after written: EventLoopFuture<Void>, _ context: ChannelHandlerContext) {
        isFarewell = true
        setDeadline(RequestGuard.farewell, context)
        var written = written
        if let lastWord {
            self.lastWord = nil
            written = write(lastWord, context)
        }
        context.flush()
        let bound = context.loopBound
        // Only this direction: closing both with bytes unread would reset the connection before the answer is read.
        written.assumeIsolated().whenComplete { _ in bound.value.close(mode: .output, promise: nil) }
    }

    /// A finished route closes its connection, but only after the client could read the response.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isFarewell else { return context.close(mode: mode, promise: promise) }
        context.channel.closeFuture.cascade(to: promise)
    }

    private func write(_ refusal: Refusal, _ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        let body = ByteBuffer(bytes: ErrorBody(refusal).json)
        var headers: HTTPHeaders = [
            "content-type": "application/json", "content-length": "\(body.readableBytes)", "connection": "close",
        ]
        if let strict = configuration.strictTransport(for: configuration.publicAddress?.authority) {
            headers.add(name: "strict-transport-security", value: strict)
        }
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: refusal.code.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        return context.write(wrapOutboundOut(.end(nil)))
    }

    // MARK: Events

    func whenDropped(_ body: (@Sendable () -> Void)?) {
        if isDropped { body?() } else { onDrop = body }
    }

    private func dropped() {
        isDropped = true
        onDrop?()
        onDrop = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? HTTPParserError {
        case .headerOverflow:
            refuse(
                Refusal(.tooLarge, "A request's head may have at most \(configuration.maximumHeadBytes) bytes."),
                context)
        case .some:
            refuse(Refusal(.invalidRequest, "That is not an HTTP/1.1 request."), context)
        case nil where error is ByteToMessageDecoderError.PayloadTooLargeError:
            context.close(promise: nil)
        case nil:
            context.fireErrorCaught(error)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { dropped() }
        switch event {
        case is ChannelShouldQuiesceEvent where passed == 0:
            context.close(promise: nil)
        case ChannelEvent.inputClosed where isEnding && isAnswered:
            context.close(promise: nil)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }
}

extension HTTPRequestHead {
    /// Whether NIO's decoder stops after this request because another protocol may follow (RFC 9110 §7.8 and §9.3.6).
    fileprivate var endsParsing: Bool {
        method == .CONNECT
            || headers.contains(name: "upgrade")
                && headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
    }
}
