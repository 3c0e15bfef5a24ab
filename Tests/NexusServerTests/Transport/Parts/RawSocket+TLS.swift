import NIOCore
import NIOSSL
import NIOTLS

extension RawSocket {
    /// Connects over TLS as a client that trusts one authority; returns once the handshake is done.
    ///
    /// - Parameters:
    ///   - greatest: the newest version of TLS that the client speaks; it speaks all older ones.
    ///   - protocols: what the client offers to speak over it, best first.
    /// - Returns: the socket, and the certificate that the server showed.
    /// - Throws: what ended the handshake.
    static func connectSecurely(
        port: Int, trusting authority: String, greatest: TLSVersion = .tlsv13, protocols: [String] = ["http/1.1"]
    ) async throws -> (socket: RawSocket, certificate: [UInt8]) {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(authority)
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = greatest
        configuration.applicationProtocols = protocols
        let context = try NIOSSLContext(configuration: configuration)
        let (outcomes, outcome) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        let socket = try await connect(port: port) { channel in
            let operations = channel.pipeline.syncOperations
            try operations.addHandler(NIOSSLClientHandler(context: context, serverHostname: "localhost"))
            try operations.addHandler(Handshake(outcome))
        }
        for try await certificate in outcomes { return (socket, certificate) }
        throw ChannelError.eof
    }
}

/// Tells how a handshake ended.
private final class Handshake: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let outcome: AsyncThrowingStream<[UInt8], any Error>.Continuation

    init(_ outcome: AsyncThrowingStream<[UInt8], any Error>.Continuation) { self.outcome = outcome }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event {
            let handler = try? context.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
            outcome.yield((try? handler?.peerCertificate?.toDERBytes()) ?? [])
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        outcome.finish(throwing: error)
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        outcome.finish(throwing: ChannelError.eof)
        context.fireChannelInactive()
    }
}
