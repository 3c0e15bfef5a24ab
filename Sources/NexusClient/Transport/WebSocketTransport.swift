import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket
import NexusCore

/// Opens live sockets as WebSockets (RFC 6455), over TLS if the server's address is https.
public struct WebSocketTransport: LiveTransport {
    private enum Upgrade {
        case open(WebSocketConnection)
        case refused(EventLoopFuture<HTTPReply>)
    }

    /// No connection came about.
    private struct Unreachable: Error {
        let cause: any Error
    }

    private let group: any EventLoopGroup
    private let timeout: TimeAmount
    private let zone: @Sendable () -> TimeZone

    /// - Parameters:
    ///   - group: the threads of the sockets; nil for those of the system's own kind.
    ///   - timeoutSeconds: for connecting, and then for upgrading.
    ///   - zone: the device's time zone, which defines "tomorrow" in messages written here.
    public init(
        group: (any EventLoopGroup)? = nil, timeoutSeconds: Int64 = 8,
        zone: @escaping @Sendable () -> TimeZone = { .current }
    ) {
        self.zone = zone
        self.group = group ?? ServerConnection.group
        timeout = .seconds(timeoutSeconds)
    }

    public func open(_ server: ServerAddress, accessToken: String) async throws(ClientError) -> any LiveSocket {
        do throws(WebSocketFailure) {
            return try await attempt(server, accessToken: accessToken)
        } catch {
            throw error.reason
        }
    }

    /// As ``open(_:accessToken:)``, and tells whether a proxy may be the cause of a failure.
    func attempt(
        _ server: ServerAddress, accessToken: String
    ) async throws(WebSocketFailure) -> any LiveSocket {
        let upgrade: Upgrade
        let attempt = ConnectionAttempt()
        do {
            upgrade = try await withTaskCancellationHandler {
                try await connect(server, accessToken: accessToken, attempt)
            } onCancel: {
                attempt.giveUp()
            }
        } catch let error as Unreachable {
            throw WebSocketFailure(reason: .offline(NetworkProblem.words(for: error.cause)), mayBeProxy: false)
        } catch {
            throw WebSocketFailure(reason: .offline(NetworkProblem.words(for: error)), mayBeProxy: true)
        }
        switch upgrade {
        case .open(let connection):
            return connection
        case .refused(let reply):
            let answer: HTTPReply
            do {
                answer = try await reply.get()
            } catch {
                throw WebSocketFailure(reason: .offline(NetworkProblem.words(for: error)), mayBeProxy: true)
            }
            throw WebSocketFailure(answer: ServerAPI.refusal(answer))
        }
    }

    private func connect(
        _ server: ServerAddress, accessToken: String, _ attempt: ConnectionAttempt
    ) async throws -> Upgrade {
        var headers = HTTPHeaders()
        headers.add(
            name: "Host", value: server.port == 80 || server.port == 443 ? server.host : "\(server.host):\(server.port)"
        )
        headers.add(name: "Authorization", value: "Bearer \(accessToken)")
        headers.add(name: "Content-Length", value: "0")
        let target = ServerAPI.target("\(Endpoints.livePath)", path: [:], query: [("zone", zone().identifier)])
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: headers)
        let timeout = timeout
        let result: EventLoopFuture<Upgrade>
        do {
            result = try await ServerConnection.open(server, group: group, timeout: timeout) { channel in
                channel.eventLoop.makeCompletedFuture {
                    attempt.begins(channel)
                    // A server that accepts the connection and stays silent must not block the client.
                    let alarm = channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
                    var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
                        upgradeConfiguration: Self.upgrade(head))
                    // The server's first frame often comes together with its response.
                    configuration.leftOverBytesStrategy = .forwardBytes
                    let negotiation = try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                        configuration: configuration)
                    negotiation.whenSuccess { result in
                        switch result {
                        case .open: alarm.cancel()
                        case .refused(let reply): reply.whenComplete { _ in alarm.cancel() }
                        }
                    }
                    return negotiation
                }
            }
        } catch {
            throw Unreachable(cause: error)
        }
        return try await result.get()
    }

    private static func upgrade(_ head: HTTPRequestHead) -> NIOTypedHTTPClientUpgradeConfiguration<Upgrade> {
        let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(
            maxFrameSize: AsyncHTTPTransport.answerLimit,
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    let inbox = FrameInbox()
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1_024,
                            maxAccumulatedFrameSize: AsyncHTTPTransport.answerLimit),
                        WebSocketReader(inbox: inbox),
                    ])
                    // From here on the network is read as fast as frames are taken.
                    try channel.syncOptions?.setOption(.autoRead, value: false)
                    return .open(WebSocketConnection(channel: channel, inbox: inbox))
                }
            })
        return NIOTypedHTTPClientUpgradeConfiguration(
            upgradeRequestHead: head, upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    let reply = channel.eventLoop.makePromise(of: HTTPReply.self)
                    try channel.pipeline.syncOperations.addHandler(ReplyCollector(reply: reply))
                    return .refused(reply.futureResult)
                }
            })
    }
}

/// A connection attempt, which callers can cancel. Once open it belongs to a socket.
private final class ConnectionAttempt: Sendable {
    private struct State {
        var channel: (any Channel)?
        var isGivenUp = false
    }

    private let state = Locked(State())

    func begins(_ channel: any Channel) {
        let isGivenUp = state.withLock { state in
            state.channel = channel
            return state.isGivenUp
        }
        if isGivenUp { channel.close(promise: nil) }
    }

    func giveUp() {
        let channel = state.withLock { state in
            state.isGivenUp = true
            return state.channel
        }
        channel?.close(promise: nil)
    }
}

/// Collects the response of a server that did not upgrade, with the reason.
private final class ReplyCollector: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private static let limit = 64 << 10

    private let reply: EventLoopPromise<HTTPReply>
    private var status = 0
    private var body: [UInt8] = []

    init(reply: EventLoopPromise<HTTPReply>) { self.reply = reply }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): status = Int(head.status.code)
        case .body(let part):
            if body.count + part.readableBytes <= Self.limit { body += Array(part.readableBytesView) }
        case .end:
            reply.succeed(HTTPReply(status: status, body: body))
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        reply.fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        reply.fail(error)
        context.close(promise: nil)
    }
}
