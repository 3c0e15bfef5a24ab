import NIOCore
import NIOHTTP1
import NIOPosix
import NexusCore
import Synchronization

@testable import NexusIntelligence

/// A language model's endpoint on a free local port with scripted responses: real HTTP, real sockets.
final class StandInEndpoint: Sendable {
    /// The response to one request; the last one answers all further ones.
    enum Line: Sendable {
        /// Events of these data, as a stream that ends as it should.
        case events([String])
        /// Bytes of an event stream, in these pieces; then the connection closes, abruptly if `isCut`.
        case bytes([String], isCut: Bool = false)
        case answer(status: Int, headers: [(String, String)] = [], body: String = "{}")
        /// Silence after these events, for the rest of the test.
        case silence(after: [String] = [])
    }

    struct Request: Sendable {
        var path: String
        var headers: HTTPHeaders
        var body: JSONValue?
    }

    private struct State {
        var lines: [Line]
        var requests: [Request] = []
        var closed = 0
    }

    private let state: Mutex<State>
    private let changed: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation
    private let channel: Mutex<(any Channel)?> = Mutex(nil)

    init(_ lines: [Line]) async throws {
        state = Mutex(State(lines: lines))
        (changed, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let bound = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Answering(endpoint: self))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        channel.withLock { $0 = bound }
    }

    func close() async { try? await channel.withLock { $0 }?.close() }

    var url: String { "http://127.0.0.1:\(channel.withLock { $0 }?.localAddress?.port ?? 0)/v1" }
    var requests: [Request] { state.withLock { $0.requests } }
    /// Connections that the client has closed.
    var closedConnections: Int { state.withLock { $0.closed } }

    /// Waits until a condition holds.
    func wait(until condition: (StandInEndpoint) -> Bool) async {
        if condition(self) { return }
        for await _ in changed where condition(self) { return }
    }

    fileprivate func take(_ request: Request) -> Line? {
        defer { change.yield() }
        return state.withLock { state in
            state.requests.append(request)
            return state.lines.count > 1 ? state.lines.removeFirst() : state.lines.first
        }
    }

    fileprivate func connectionClosed() {
        state.withLock { $0.closed += 1 }
        change.yield()
    }

    /// The data of events with a text.
    static func saying(_ pieces: String..., ending: String = "stop") -> [String] { saying(pieces, ending: ending) }

    static func saying(_ pieces: [String], ending: String = "stop") -> [String] {
        pieces.map { piece in
            let value = JSONValue.object([
                .init("choices", .array([.object([.init("delta", .object([.init("content", .string(piece))]))])]))
            ])
            return String(decoding: value.json, as: UTF8.self)
        } + [
            #"{"choices":[{"delta":{},"finish_reason":"\#(ending)"}]}"#,
            #"{"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":3}}"#, "[DONE]",
        ]
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let endpoint: StandInEndpoint
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(endpoint: StandInEndpoint) { self.endpoint = endpoint }

        func channelInactive(context: ChannelHandlerContext) { endpoint.connectionClosed() }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                body = []
            case .body(let buffer): body += Array(buffer.readableBytesView)
            case .end:
                guard let head else { return }
                let request = Request(path: head.uri, headers: head.headers, body: try? JSONValue.decode(body))
                answer(endpoint.take(request), context)
            }
        }

        private func answer(_ line: Line?, _ context: ChannelHandlerContext) {
            switch line {
            case .events(let data):
                stream(data.map { "data: \($0)\n\n" }, context)
                end(context)
            case .bytes(let pieces, let isCut):
                stream(pieces, context)
                if isCut { context.close(promise: nil) } else { end(context) }
            case .silence(let data): if !data.isEmpty { stream(data.map { "data: \($0)\n\n" }, context) }
            case .answer(let status, let headers, let text):
                write(status, [("content-type", "application/json")] + headers, context)
                write(text, context)
                end(context)
            case nil: context.close(promise: nil)
            }
        }

        private func stream(_ pieces: [String], _ context: ChannelHandlerContext) {
            write(200, [("content-type", "text/event-stream; charset=utf-8")], context)
            for piece in pieces { write(piece, context) }
        }

        private func write(_ status: Int, _ headers: [(String, String)], _ context: ChannelHandlerContext) {
            let head = HTTPResponseHead(
                version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: HTTPHeaders(headers))
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }

        private func write(_ text: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        }

        private func end(_ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
