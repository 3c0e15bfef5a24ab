import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// The server's channel: HTTP/1.1 through Hummingbird, and the upgrade of one path to a WebSocket.
///
/// An upgraded channel keeps only NIO's frame decoder and `LiveChannelHandler`, without HTTP, task and timer, so that
/// an idle user costs little.
struct LiveServerChannel: ServerChildChannel, HTTPChannelHandler {
    typealias HTTPChannel = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let outcome: EventLoopFuture<LiveOutcome<HTTPChannel>>
    }

    /// The maximum bytes buffered by the HTTP decoder: more than it needs for a request within the limits.
    private static let decoderBytes = 256 << 10

    let responder: Responder
    let configuration: TransportConfiguration
    let delegate: any LiveDelegate
    let registries: LiveRegistries
    let connections: ConnectionTable
    /// For connections over TLS; nil for plain ones.
    let certificates: TLSCertificates?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let options = channel.syncOptions
            try options?.setOption(.tcpOption(.tcp_nodelay), value: 1)
            try options?.setOption(
                .writeBufferWaterMark,
                value: ChannelOptions.Types.WriteBufferWaterMark(
                    low: configuration.pendingBytesLimit / 16, high: configuration.pendingBytesLimit))
            try options?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1_024, maximum: 65_536))

            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderListSize = configuration.maximumHeadBytes
            limits.maxHeaderFieldSize = configuration.maximumHeadBytes
            let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits)
            let outcome = channel.eventLoop.makePromise(of: LiveOutcome<HTTPChannel>.self)
            let operations = channel.pipeline.syncOperations
            if let certificates {
                try TLSGreeting.add(
                    to: channel, context: certificates.context, limit: configuration.handshakeTimeout)
            }
            try operations.addHandler(HTTPResponseEncoder())
            try operations.addHandler(
                ByteToMessageHandler(decoder, maximumBufferSize: LiveServerChannel.decoderBytes))
            try operations.addHandler(FirstRequestHandler(ways(logger), outcome: outcome))
            try operations.addHandler(RequestGuard(configuration, connections: connections))
            return Value(channel: channel, outcome: outcome.futureResult)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            if case .http(let channel) = try await value.outcome.get() {
                await handleHTTP(asyncChannel: channel, logger: logger)
            }
        } catch {
            // The other side left, or spoke something else, before its first request was complete.
            logger.debug("connection ended before its first request", metadata: ["error": "\(type(of: error))"])
            value.channel.close(promise: nil)
        }
    }

    private func ways(_ logger: Logger) -> FirstRequestHandler<HTTPChannel>.Ways {
        .init(
            accept: { [delegate, connections] request, channel in
                connections.begins(channel)
                return delegate.authorize(request, remoteAddress: channel.remoteAddress, on: channel.eventLoop).map {
                    guard case .accept(let value) = $0 else { return nil }
                    return value
                }
            },
            isForLive: { [configuration] in configuration.isLivePath($0.path) && configuration.allowsOrigin(of: $0) },
            isForThisHost: { [configuration] in
                HostRule.refusal(of: $0, publicAddress: configuration.publicAddress) == nil
            },
            becomeHTTP: { [configuration] channel in
                let operations = channel.pipeline.syncOperations
                try operations.addHandler(HTTP1ToHTTPServerCodec(secure: configuration.isSecure))
                try operations.addHandler(
                    HTTPConnectionStateHandler(idleTimeout: configuration.idleTimeout, logger: logger))
                return try HTTPChannel(
                    wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
            },
            becomeLive: becomeLive)
    }

    private func becomeLive(_ channel: any Channel, _ accepted: any Sendable) throws {
        connections.becomesLive(channel)
        let operations = channel.pipeline.syncOperations
        operations.removeHandler(try operations.handler(type: RequestGuard.self), promise: nil)
        try operations.addHandler(
            ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: configuration.maximumMessageBytes)))
        try operations.addHandler(
            LiveChannelHandler(
                accepted: accepted, delegate: delegate, registry: registries.registry(of: channel.eventLoop),
                maximumMessageBytes: configuration.maximumMessageBytes,
                pendingBytesLimit: configuration.pendingBytesLimit, lagged: configuration.laggedFrame))
    }
}
