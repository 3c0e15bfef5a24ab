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
/// An upgraded channel keeps NIO's frame decoder and `LiveChannelHandler`, nothing of HTTP, no task and no timer, so that an idle
/// person costs little.
struct LiveServerChannel: ServerChildChannel, HTTPChannelHandler {
    typealias HTTPChannel = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    enum Outcome: Sendable {
        case live
        case http(HTTPChannel)
    }

    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let outcome: EventLoopFuture<Outcome>
    }

    let responder: Responder
    let configuration: TransportConfiguration
    let delegate: any LiveDelegate
    let registries: LiveRegistries

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
            try channel.pipeline.syncOperations.addHandler(
                HeadDeadline(configuration.headTimeout), name: HeadDeadline.name)
            var pipeline = NIOUpgradableHTTPServerPipelineConfiguration<Outcome>(
                upgradeConfiguration: upgrade(of: channel, logger: logger))
            pipeline.enablePipelining = false
            pipeline.enableErrorHandling = false
            pipeline.decoderConfiguration.maxHeaderListSize = configuration.maximumHeadBytes
            pipeline.decoderConfiguration.maxHeaderFieldSize = configuration.maximumHeadBytes
            let outcome = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: pipeline)
            return Value(channel: channel, outcome: outcome)
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

    private func upgrade(
        of channel: any Channel, logger: Logger
    ) -> NIOTypedHTTPServerUpgradeConfiguration<Outcome> {
        let acceptance = NIOLoopBoundBox<(any Sendable)?>(nil, eventLoop: channel.eventLoop)
        let upgrader = NIOTypedWebSocketServerUpgrader<Outcome>(
            maxFrameSize: configuration.maximumMessageBytes, enableAutomaticErrorHandling: false,
            shouldUpgrade: { channel, head in decide(head, channel, acceptance) },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    let handler = LiveChannelHandler(
                        accepted: acceptance.value ?? (), delegate: delegate,
                        registry: registries.registry(of: channel.eventLoop),
                        maximumMessageBytes: configuration.maximumMessageBytes, lagged: configuration.laggedFrame)
                    try channel.pipeline.syncOperations.addHandler(handler)
                    HeadDeadline.remove(from: channel)
                    return .live
                }
            })
        return NIOTypedHTTPServerUpgradeConfiguration(upgraders: [upgrader]) { channel in
            channel.eventLoop.makeCompletedFuture {
                HeadDeadline.remove(from: channel)
                let operations = channel.pipeline.syncOperations
                try operations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
                try operations.addHandler(
                    HTTPConnectionStateHandler(idleTimeout: configuration.idleTimeout, logger: logger))
                return .http(
                    try HTTPChannel(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                )
            }
        }
    }

    /// `nil` leaves the request to the router.
    private func decide(
        _ head: HTTPRequestHead, _ channel: any Channel, _ acceptance: NIOLoopBoundBox<(any Sendable)?>
    ) -> EventLoopFuture<HTTPHeaders?> {
        guard let request = try? HTTPRequest(head, secure: false, splitCookie: false),
            configuration.isLivePath(request.path), configuration.allowsOrigin(of: request)
        else { return channel.eventLoop.makeSucceededFuture(nil) }
        let remote = channel.remoteAddress
        return channel.eventLoop.makeFutureWithTask { await delegate.authorize(request, remoteAddress: remote) }
            .map { decision in
                guard case .accept(let value) = decision else { return nil }
                acceptance.value = value
                return HTTPHeaders()
            }
    }
}

/// Closes a connection whose first request is not there in time, so that slow senders do not pile up.
final class HeadDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    static let name = "nexus.head-deadline"

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?

    init(_ limit: TimeAmount) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    static func remove(from channel: any Channel) {
        let operations = channel.pipeline.syncOperations
        guard let context = try? operations.context(name: HeadDeadline.name) else { return }
        operations.removeHandler(context: context, promise: nil)
    }
}
