import Crypto
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The kind of a connection.
enum LiveOutcome<HTTP: Sendable>: Sendable {
    case live
    case http(HTTP)
}

/// Waits for a connection's first request and decides by it: the live socket, or HTTP.
///
/// NIO's own upgrade handlers lose the head of a request whose upgrade is refused; here the router gets it and answers
/// with the reason.
final class FirstRequestHandler<HTTP: Sendable>: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// Changes the pipeline after the decision. Called on the event loop.
    struct Ways {
        /// Decides on the live socket; returns its context, or `nil` to refuse.
        var accept: (HTTPRequest, any Channel) -> EventLoopFuture<(any Sendable)?>
        /// Whether a request is for the live socket at all.
        var isForLive: (HTTPRequest) -> Bool
        /// Whether a request's `Host` is served.
        var isForThisHost: (HTTPRequestHead) -> Bool
        var becomeHTTP: (any Channel) throws -> HTTP
        /// Called once the answer to the upgrade is written, before it is flushed.
        var becomeLive: (any Channel, any Sendable) throws -> Void
    }

    private enum State {
        case waiting
        /// The parts that the decoder has read.
        case deciding([HTTPServerRequestPart])
        /// Later parts belong to the next handlers.
        case decided
    }

    private let ways: Ways
    private let outcome: EventLoopPromise<LiveOutcome<HTTP>>
    private var state = State.waiting

    init(_ ways: Ways, outcome: EventLoopPromise<LiveOutcome<HTTP>>) {
        self.ways = ways
        self.outcome = outcome
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .decided:
            context.fireChannelRead(data)
        case .deciding(var parts):
            parts.append(unwrapInboundIn(data))
            state = .deciding(parts)
        case .waiting:
            let part = unwrapInboundIn(data)
            guard case .head(let head) = part, let (request, key) = wish(of: head) else {
                return becomeHTTP(context, passing: [part])
            }
            state = .deciding([part])
            let bound = context.loopBound
            ways.accept(request, context.channel).assumeIsolated().whenComplete { result in
                self.decided(try? result.get(), key, bound.value)
            }
        }
    }

    /// The request and its key if it is a valid upgrade (RFC 6455 §4.2.1).
    private func wish(of head: HTTPRequestHead) -> (HTTPRequest, key: String)? {
        func says(_ name: String, _ word: String) -> Bool {
            head.headers[canonicalForm: name].contains { $0.lowercased() == word }
        }
        let keys = head.headers["sec-websocket-key"]
        guard head.method == .GET, head.version.major == 1, head.version.minor >= 1, says("connection", "upgrade"),
            says("upgrade", "websocket"), head.headers["sec-websocket-version"] == ["13"],
            keys.count == 1, let key = keys.first, key.utf8.count == 24,
            ways.isForThisHost(head), let request = try? HTTPRequest(head, secure: false, splitCookie: false),
            ways.isForLive(request)
        else { return nil }
        return (request, key)
    }

    private func decided(_ accepted: (any Sendable)?, _ key: String, _ context: ChannelHandlerContext) {
        guard case .deciding(let parts) = state, context.channel.isActive else { return }
        if let accepted {
            becomeLive(context, accepted, key)
        } else {
            becomeHTTP(context, passing: parts)
        }
    }

    private func becomeHTTP(_ context: ChannelHandlerContext, passing parts: [HTTPServerRequestPart]) {
        state = .decided
        do {
            outcome.succeed(.http(try ways.becomeHTTP(context.channel)))
        } catch {
            return fail(error, context)
        }
        for part in parts { context.fireChannelRead(wrapInboundOut(part)) }
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    private func becomeLive(_ context: ChannelHandlerContext, _ accepted: any Sendable, _ key: String) {
        state = .decided
        let headers: HTTPHeaders = [
            "upgrade": "websocket", "connection": "upgrade", "sec-websocket-accept": Self.answer(to: key),
        ]
        let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let operations = context.pipeline.syncOperations
        do {
            let decoder = try operations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let encoder = try operations.handler(type: HTTPResponseEncoder.self)
            operations.removeHandler(encoder, promise: nil)
            try ways.becomeLive(context.channel, accepted)
            // Only now: on removal it passes on what it has read past the request, through this handler.
            let bound = context.loopBound
            operations.removeHandler(decoder).assumeIsolated().whenComplete { _ in
                bound.value.pipeline.syncOperations.removeHandler(context: bound.value, promise: nil)
            }
        } catch {
            return fail(error, context)
        }
        context.flush()
        outcome.succeed(.live)
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        outcome.fail(error)
        context.close(promise: nil)
    }

    /// RFC 6455 §4.2.2, point 5.4.
    static func answer(to key: String) -> String {
        let magic = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        return Data(Insecure.SHA1.hash(data: Array(magic.utf8))).base64EncodedString()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .decided = state { return context.fireUserInboundEventTriggered(event) }
        // The connection has closed.
        if case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        if case .decided = state { return }
        state = .decided
        outcome.fail(ChannelError.eof)
    }
}
