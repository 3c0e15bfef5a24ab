import Crypto
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Waits for a connection's first request, for a limited time, and decides by it: the live socket, or HTTP.
///
/// NIO's own upgrade handlers lose the head of a request whose upgrade is refused; here the router gets it and answers
/// with the reason.
final class FirstRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private enum State {
        case waiting
        /// The parts that the decoder has read.
        case deciding([HTTPServerRequestPart])
        /// Later parts belong to the next handlers.
        case decided
    }

    private let server: LiveServerChannel
    private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
    private var state = State.waiting
    private var deadline: Scheduled<Void>?

    /// - Parameter decoder: that of the requests, before this handler.
    init(_ server: LiveServerChannel, decoder: ByteToMessageHandler<HTTPRequestDecoder>) {
        self.server = server
        self.decoder = decoder
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = context.loopBound
        deadline = context.eventLoop.scheduleTask(in: server.configuration.headTimeout) {
            bound.value.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { decided() }

    private func decided() {
        state = .decided
        deadline?.cancel()
        deadline = nil
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
            server.authorize(request, context.channel).assumeIsolated().whenComplete { result in
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
            server.isForThisHost(head), let request = try? HTTPRequest(head, secure: false, splitCookie: false),
            server.isForLive(request)
        else { return nil }
        return (request, key)
    }

    private func decided(_ decision: LiveDecision?, _ key: String, _ context: ChannelHandlerContext) {
        guard case .deciding(let parts) = state, context.channel.isActive else { return }
        if case .accept(let accepted) = decision {
            becomeLive(context, accepted, key)
        } else {
            becomeHTTP(context, passing: parts)
        }
    }

    private func becomeHTTP(
        _ context: ChannelHandlerContext, passing parts: [HTTPServerRequestPart], _ error: HTTPParserError? = nil
    ) {
        decided()
        do { try server.becomeHTTP(context.channel) } catch { return context.close(promise: nil) }
        for part in parts { context.fireChannelRead(wrapInboundOut(part)) }
        if let error { context.fireErrorCaught(error) }
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    private func becomeLive(_ context: ChannelHandlerContext, _ accepted: any Sendable, _ key: String) {
        decided()
        let answer = ByteBuffer(
            string: "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
                + "sec-websocket-accept: \(Self.answer(to: key))\r\n\r\n")
        // The next handlers write only after it.
        context.write(NIOAny(answer), promise: nil)
        do { try server.becomeLive(context.channel, accepted) } catch { return context.close(promise: nil) }
        context.flush()
        // Only now: on removal it passes on what it has read past the request, through this handler.
        let bound = context.loopBound
        context.pipeline.syncOperations.removeHandler(decoder).assumeIsolated().whenComplete { _ in
            bound.value.pipeline.syncOperations.removeHandler(context: bound.value, promise: nil)
        }
    }

    /// RFC 6455 §4.2.2, point 5.4.
    static func answer(to key: String) -> String {
        let magic = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        return Data(Insecure.SHA1.hash(data: Array(magic.utf8))).base64EncodedString()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .decided = state { return context.fireUserInboundEventTriggered(event) }
        switch event {
        case is ChannelShouldQuiesceEvent, ChannelEvent.inputClosed: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch (state, error) {
        case (.waiting, let error as HTTPParserError): becomeHTTP(context, passing: [], error)
        case (.deciding(let parts), let error as HTTPParserError): becomeHTTP(context, passing: parts, error)
        case (.waiting, is ByteToMessageDecoderError.PayloadTooLargeError),
            (.deciding, is ByteToMessageDecoderError.PayloadTooLargeError):
            context.close(promise: nil)
        default: context.fireErrorCaught(error)
        }
    }
}
