import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A proxy between a client and a server that passes HTTP, and treats wishes for a WebSocket as the test says.
final class OfficeProxy: Sendable {
    enum Upgrades: String, Sendable, CaseIterable {
        case passed
        /// The headers of the wish are removed, so that the server sees a plain request.
        case stripped
        /// Answered by the proxy itself with a page.
        case refused
        /// The connection is closed after the server has accepted.
        case closed
        /// The server's acceptance passes, and nothing after it.
        case swallowed
    }

    private struct State {
        var upgrades: Upgrades
        var wishes = 0
        var losses = 0
        var lost = 0
    }

    private let state: Mutex<State>
    private let target: Int
    private let listener: any Channel

    var address: String { "http://127.0.0.1:\(listener.localAddress?.port ?? 0)" }

    init(to port: Int, _ upgrades: Upgrades) async throws {
        target = port
        state = Mutex(State(upgrades: upgrades))
        let shared = SharedReference()
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { shared.accept($0) }
            .bind(host: "127.0.0.1", port: 0).get()
        shared.set(self)
    }

    deinit { listener.close(promise: nil) }

    /// How often a client wished for a WebSocket.
    var wishes: Int { state.withLock { $0.wishes } }

    func become(_ upgrades: Upgrades) { state.withLock { $0.upgrades = upgrades } }

    /// Loses the answers to that many further requests of polled sockets, after the server has performed them.
    func lose(_ count: Int) { state.withLock { $0.losses = count } }

    /// How many answers were lost.
    var lost: Int { state.withLock { $0.lost } }

    fileprivate func wished() -> Upgrades {
        state.withLock { state in
            state.wishes += 1
            return state.upgrades
        }
    }

    fileprivate func losesAnswer() -> Bool {
        state.withLock { state in
            guard state.losses > 0 else { return false }
            state.losses -= 1
            state.lost += 1
            return true
        }
    }

    fileprivate func accept(_ near: any Channel) -> EventLoopFuture<Void> {
        ClientBootstrap(group: near.eventLoop).connect(host: "127.0.0.1", port: target).flatMapThrowing { far in
            let passage = Passage()
            try near.pipeline.syncOperations.addHandler(NearEnd(self, passage, to: far))
            try far.pipeline.syncOperations.addHandler(FarEnd(passage, to: near))
        }
    }
}

/// What both ends of a connection know. Confined to their event loop.
private final class Passage {
    var upgrades: OfficeProxy.Upgrades?
    var losesAnswer = false
}

/// Reads requests, each of which fits into one read here.
private final class NearEnd: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private weak var proxy: OfficeProxy?
    private let passage: Passage
    private let far: any Channel

    init(_ proxy: OfficeProxy, _ passage: Passage, to far: any Channel) {
        self.proxy = proxy
        self.passage = passage
        self.far = far
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        let text = String(buffer: bytes)
        if text.hasPrefix("GET /v1/live"), let upgrades = proxy?.wished() {
            passage.upgrades = upgrades
            if upgrades == .refused {
                let page = "<h1>Access denied</h1>"
                let answer =
                    "HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n"
                return context.writeAndFlush(NIOAny(ByteBuffer(string: answer + page)), promise: nil)
            }
            if upgrades == .stripped {
                let lines = text.components(separatedBy: "\r\n").filter { line in
                    !["upgrade:", "connection:", "sec-websocket"].contains { line.lowercased().hasPrefix($0) }
                }
                bytes = ByteBuffer(string: lines.joined(separator: "\r\n"))
            }
        } else if text.hasPrefix("POST /v1/live/polled/") {
            passage.losesAnswer = proxy?.losesAnswer() == true
        }
        far.writeAndFlush(bytes, promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { far.close(promise: nil) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Reads answers.
private final class FarEnd: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let passage: Passage
    private let near: any Channel
    private var hasAnswered = false

    init(_ passage: Passage, to near: any Channel) {
        self.passage = passage
        self.near = near
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if passage.losesAnswer { return near.close(promise: nil) }
        switch passage.upgrades {
        case .closed, .swallowed:
            guard !hasAnswered else { return }
            hasAnswered = true
            let head = String(buffer: bytes).components(separatedBy: "\r\n\r\n")[0] + "\r\n\r\n"
            let written = near.writeAndFlush(ByteBuffer(string: head))
            if passage.upgrades == .closed { written.whenComplete { [near] _ in near.close(promise: nil) } }
        default:
            near.writeAndFlush(bytes, promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { near.close(promise: nil) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

private struct Reference { weak var proxy: OfficeProxy? }

/// Set once the proxy is complete: a listener accepts before its owner exists.
private final class SharedReference: Sendable {
    private let reference = Mutex(Reference())

    func set(_ proxy: OfficeProxy) { reference.withLock { $0.proxy = proxy } }

    func accept(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard let proxy = reference.withLock({ $0.proxy }) else { return channel.close() }
        return proxy.accept(channel)
    }
}
