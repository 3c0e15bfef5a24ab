import NIOCore
import NIOPosix
import Synchronization

/// A TCP proxy between a client and a server that the test can cut or stall.
final class CuttableLine: Sendable {
    enum Condition: Sendable {
        /// Everything passes.
        case open
        /// Connections are accepted, and nothing passes: a dead spot.
        case dumb
        /// Connections are refused, and open ones are closed.
        case cut
    }

    private struct State {
        var condition = Condition.open
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let state = Mutex(State())
    private let target: Int
    private let listener: any Channel

    var address: String { "http://127.0.0.1:\(listener.localAddress?.port ?? 0)" }

    init(to port: Int) async throws {
        target = port
        let box = NIOLockedLine()
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in box.accept(channel) }
            .bind(host: "127.0.0.1", port: 0).get()
        box.set(self)
    }

    deinit {
        listener.close(promise: nil)
        for channel in state.withLock({ Array($0.channels.values) }) { channel.close(promise: nil) }
    }

    /// The number of connections, both directions of each counted once.
    var connections: Int { state.withLock { $0.channels.count } / 2 }

    func become(_ condition: Condition) {
        let gone = state.withLock { state in
            state.condition = condition
            return condition == .cut ? Array(state.channels.values) : []
        }
        for channel in gone { channel.close(promise: nil) }
    }

    fileprivate var passes: Bool { state.withLock { $0.condition == .open } }

    fileprivate func accept(_ near: any Channel) -> EventLoopFuture<Void> {
        guard state.withLock({ $0.condition != .cut }) else { return near.close() }
        return ClientBootstrap(group: near.eventLoop)
            .connect(host: "127.0.0.1", port: target)
            .flatMapThrowing { far in
                self.hold(near)
                self.hold(far)
                try near.pipeline.syncOperations.addHandler(Passage(self, to: far))
                try far.pipeline.syncOperations.addHandler(Passage(self, to: near))
            }
    }

    private func hold(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isCut = state.withLock { state in
            state.channels[id] = channel
            return state.condition == .cut
        }
        if isCut { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { [weak self] _ in
            _ = self?.state.withLock { $0.channels.removeValue(forKey: id) }
        }
    }
}

/// Set once the proxy is complete: a listener accepts before its owner exists.
private final class NIOLockedLine: Sendable {
    private struct Reference { weak var line: CuttableLine? }

    private let line = Mutex(Reference())

    func set(_ line: CuttableLine) { self.line.withLock { $0.line = line } }

    func accept(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard let line = line.withLock({ $0.line }) else { return channel.close() }
        return line.accept(channel)
    }
}

/// Forwards the bytes of one end to the other, while the proxy allows it.
private final class Passage: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private weak var line: CuttableLine?
    private let other: any Channel

    init(_ line: CuttableLine, to other: any Channel) {
        self.line = line
        self.other = other
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Bytes during a stall are lost: the connection stays useless, as in a dead spot.
        guard line?.passes == true else { return }
        other.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
