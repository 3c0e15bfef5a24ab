import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2

extension LiveServerChannel {
    /// The name of HTTP/2 in the handshake of TLS (RFC 9113 §3.2).
    static let http2 = "h2"

    /// Adds what a connection over HTTP/2 needs. Called on the event loop.
    func becomeHTTP2(_ channel: any Channel) throws {
        let lifetime = HTTP2Lifetime(configuration, connections: connections)
        let address = ClientAddress.key(channel.remoteAddress?.ipAddress ?? "")
        let operations = channel.pipeline.syncOperations
        try operations.addHandler(
            NIOHTTP2Handler(
                mode: .server, eventLoop: channel.eventLoop,
                connectionConfiguration: configuration.http2.connection(
                    maximumHeadBytes: configuration.maximumHeadBytes),
                streamConfiguration: configuration.http2.stream,
                streamDelegate: StreamNotices(lifetime: NIOLoopBound(lifetime, eventLoop: channel.eventLoop)),
                inboundStreamInitializer: { stream in
                    stream.eventLoop.makeCompletedFuture { try self.open(stream, of: address) }
                }))
        try operations.addHandler(lifetime)
    }

    private func open(_ stream: any Channel, of address: String) throws {
        let operations = stream.pipeline.syncOperations
        try operations.addHandler(HTTP2FramePayloadToHTTPServerCodec())
        try operations.addHandler(StreamGuard(configuration, streams: streams, address: address))
        onHTTP(try HTTPConnections.Value(wrappingChannelSynchronously: stream))
    }
}
