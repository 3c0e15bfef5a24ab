import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NexusCore

/// Waits on a port of this device for the browser that comes back from a sign-in provider (RFC 8252 §7.3).
public final class LoopbackListener: Sendable {
    private let channel: any Channel
    private let answers: Answers

    /// Listens on 127.0.0.1 at a free port.
    ///
    /// - Throws: ``ClientError/offline(_:)`` if the system gives none.
    public init() async throws(ClientError) {
        let answers = Answers()
        self.answers = answers
        do {
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                        try channel.pipeline.syncOperations.addHandler(Handler(answers))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
        } catch {
            throw .offline("no port of this device is free")
        }
    }

    public var port: Int { channel.localAddress?.port ?? 0 }

    /// The answer with a state; others are ignored.
    ///
    /// - Returns: nil if its task was cancelled.
    public func answer(state: String) async -> ProviderAnswer? {
        for await answer in answers.stream where answer.state == state { return answer }
        return nil
    }

    /// Stops listening.
    public func close() async {
        answers.continuation.finish()
        try? await channel.close()
    }

    private struct Answers: Sendable {
        let stream: AsyncStream<ProviderAnswer>
        let continuation: AsyncStream<ProviderAnswer>.Continuation

        /// Answers that wait; a surplus is made up by another program.
        init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16)) }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let answers: Answers
        private var target: String?

        init(_ answers: Answers) { self.answers = answers }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): target = head.method == .GET ? head.uri : nil
            case .body: break
            case .end:
                let answer = target.flatMap(Handler.answer)
                reply(isKnown: answer != nil, context)
                if let answer { answers.continuation.yield(answer) }
            }
        }

        private static func answer(_ target: String) -> ProviderAnswer? {
            guard let parts = URLComponents(string: target), parts.path == "/", let items = parts.queryItems else {
                return nil
            }
            func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
            guard let state = value("state") else { return nil }
            return ProviderAnswer(state: state, code: value("code"), error: value("error"), issuer: value("iss"))
        }

        private func reply(isKnown: Bool, _ context: ChannelHandlerContext) {
            let text = isKnown ? "Go back to where you began to sign in. You can close this page.\n" : "Not found.\n"
            let headers: HTTPHeaders = [
                "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(text.utf8.count)",
                "Connection": "close", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
                "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'",
            ]
            let head = HTTPResponseHead(version: .http1_1, status: isKnown ? .ok : .notFound, headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
        }
    }
}
