import NIOCore
import NIOPosix

/// Reads how a server begins its answer to bytes: enough to see what became of a request that is no ordinary one.
final class AnswerHead: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let promise: EventLoopPromise<String>
    private var received = ByteBuffer()

    private init(_ promise: EventLoopPromise<String>) { self.promise = promise }

    /// The first line of the answer.
    static func read(from port: Int, to request: String) async throws -> String {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let promise = loop.makePromise(of: String.self)
        let channel = try await ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AnswerHead(promise))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: request))
        let line = try await promise.futureResult.get()
        try? await channel.close()
        return line
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(unwrapInboundIn(data))
        let text = String(buffer: received)
        if let end = text.firstRange(of: "\r\n") { promise.succeed(String(text[..<end.lowerBound])) }
    }

    func channelInactive(context: ChannelHandlerContext) { promise.fail(ChannelError.eof) }
}
