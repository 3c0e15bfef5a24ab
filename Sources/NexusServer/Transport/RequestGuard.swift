import NIOCore
import NIOHTTP1
import NexusCore

/// Keeps what one HTTP connection may cost within its limits: the time a first head and a body may take, and the size of bodies.
/// Answers what is no HTTP, or too large, in the way every refusal is answered, then closes.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long the other side may take to read the last answer and close.
    private static let farewell = TimeAmount.seconds(2)

    private let configuration: TransportConfiguration
    private var deadline: Scheduled<Void>?
    private var isReceiving = false
    private var receivedBytes = 0
    /// Requests passed on whose answer has not ended.
    private var unanswered = 0
    private var hasPassedOn = false
    /// Whether the decoder reads nothing after the request that is coming in.
    private var isLast = false
    /// Whether the connection closes after the answers that are due; nothing more is read from it then.
    private var isEnding = false
    /// What is answered before it closes.
    private var lastWord: Refusal?

    init(_ configuration: TransportConfiguration) { self.configuration = configuration }

    // MARK: Time

    func handlerAdded(context: ChannelHandlerContext) { setDeadline(configuration.headTimeout, context) }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    private func setDeadline(_ limit: TimeAmount, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
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
            if let length = head.headers.first(name: "content-length").flatMap(Int.init),
                length > configuration.maximumBodyBytes
            {
                return refuse(tooLarge, context)
            }
            isReceiving = true
            receivedBytes = 0
            unanswered += 1
            hasPassedOn = true
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
            context.fireChannelRead(data)
            if isLast { end(context) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A body that came together with its head needs no deadline.
        if isReceiving, !isEnding, deadline == nil { setDeadline(configuration.bodyTimeout, context) }
        context.fireChannelReadComplete()
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where (isEnding || isLast) && head.status.code >= 200:
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            unanswered -= 1
            guard isEnding, unanswered == 0 else { return context.write(data, promise: promise) }
            let written = promise ?? context.eventLoop.makePromise()
            context.write(data, promise: written)
            finish(after: written.futureResult, context)
        default:
            context.write(data, promise: promise)
        }
    }

    private var tooLarge: Refusal {
        Refusal(.tooLarge, "A request's body has at most \(configuration.maximumBodyBytes) bytes.")
    }

    /// Answers with a refusal once earlier requests are answered, and closes.
    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        lastWord = refusal
        end(context)
    }

    private func end(_ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        isEnding = true
        if unanswered == 0 {
            finish(after: context.eventLoop.makeSucceededVoidFuture(), context)
        } else {
            setDeadline(configuration.bodyTimeout, context)
        }
    }

    private func finish(after written: EventLoopFuture<Void>, _ context: ChannelHandlerContext) {
        setDeadline(RequestGuard.farewell, context)
        var written = written
        if let lastWord {
            self.lastWord = nil
            written = write(lastWord, context)
        }
        context.flush()
        let channel = context.channel
        // Only this direction: closing both with bytes unread would reset the connection before the answer is read.
        written.whenComplete { _ in channel.close(mode: .output, promise: nil) }
    }

    private func write(_ refusal: Refusal, _ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        let body = ByteBuffer(bytes: ErrorBody(refusal).json)
        let headers: HTTPHeaders = [
            "content-type": "application/json", "content-length": "\(body.readableBytes)", "connection": "close",
        ]
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: refusal.code.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        return context.write(wrapOutboundOut(.end(nil)))
    }

    // MARK: Events

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? HTTPParserError {
        case .headerOverflow:
            refuse(
                Refusal(.tooLarge, "A request's head has at most \(configuration.maximumHeadBytes) bytes."), context)
        case .some:
            refuse(Refusal(.invalidRequest, "That is not an HTTP/1.1 request."), context)
        case nil where error is ByteToMessageDecoderError.PayloadTooLargeError:
            context.close(promise: nil)
        case nil:
            context.fireErrorCaught(error)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent where !hasPassedOn:
            context.close(promise: nil)
        case ChannelEvent.inputClosed where isEnding && unanswered == 0:
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
