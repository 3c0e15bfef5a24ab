import NIOCore
import NIOPosix

/// A live socket of the load generator: raw bytes without a frame codec, so that the generator is never the bottleneck.
/// Confined to its event loop.
///
/// A client's frames must be masked (RFC 6455 §5.3); a mask of zero leaves the payload unchanged.
final class BenchConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var received = ByteBuffer()
    private var isUpgraded = false
    private var isWelcome = false
    private var context: ChannelHandlerContext?
    private let request: String
    private let opened: EventLoopPromise<Void>
    /// Given the payload of each frame; valid only during the call.
    var onFrame: (UnsafeRawBufferPointer) -> Void = { _ in }
    /// Called after all frames of one read.
    var onReadComplete: () -> Void = {}
    private(set) var isClosed = false

    init(token: String, host: String, opened: EventLoopPromise<Void>) {
        request =
            "GET /v1/live HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            + "Authorization: Bearer \(token)\r\n\r\n"
        self.opened = opened
    }

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        context.writeAndFlush(NIOAny(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if received.readableBytes == 0 { received = buffer } else { received.writeBuffer(&buffer) }
        if !isUpgraded, !takeResponse(context) { return }
        takeFrames()
    }

    func channelReadComplete(context: ChannelHandlerContext) { onReadComplete() }

    func channelInactive(context: ChannelHandlerContext) {
        isClosed = true
        self.context = nil
        // These closures often capture this connection.
        onFrame = { _ in }
        onReadComplete = {}
        opened.fail(BenchFailure("The server closed the connection."))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        opened.fail(error)
        context.close(promise: nil)
    }

    func write(_ buffer: ByteBuffer) { context?.writeAndFlush(NIOAny(buffer), promise: nil) }

    /// Appends a masked text frame around a payload.
    static func append(_ payload: [UInt8], to buffer: inout ByteBuffer) {
        buffer.writeInteger(UInt8(0x81))
        if payload.count < 126 {
            buffer.writeInteger(UInt8(0x80 | payload.count))
        } else {
            buffer.writeInteger(UInt8(0x80 | 126))
            buffer.writeInteger(UInt16(payload.count))
        }
        buffer.writeInteger(UInt32(0))
        buffer.writeBytes(payload)
    }

    private func takeResponse(_ context: ChannelHandlerContext) -> Bool {
        let view = received.readableBytesView
        guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        guard received.getString(at: received.readerIndex, length: 12) == "HTTP/1.1 101" else {
            opened.fail(BenchFailure("The server refused the socket: \(String(buffer: received).prefix(300))"))
            context.close(promise: nil)
            return false
        }
        received.moveReaderIndex(to: end.upperBound)
        isUpgraded = true
        return true
    }

    private func takeFrames() {
        var consumed = 0
        received.withUnsafeReadableBytes { bytes in
            while bytes.count - consumed >= 2 {
                var header = 2
                var length = Int(bytes[consumed + 1] & 0x7F)
                if length == 126 {
                    guard bytes.count - consumed >= 4 else { return }
                    header = 4
                    length = Int(bytes[consumed + 2]) << 8 | Int(bytes[consumed + 3])
                } else if length == 127 {
                    guard bytes.count - consumed >= 10 else { return }
                    header = 10
                    length = (4..<10).reduce(0) { $0 << 8 | Int(bytes[consumed + $1]) }
                }
                guard bytes.count - consumed >= header + length else { return }
                let start = consumed + header
                // The first frame is the welcome: only then does the server hand changes to this socket.
                if !isWelcome {
                    isWelcome = true
                    opened.succeed()
                }
                onFrame(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)]))
                consumed = start + length
            }
        }
        received.moveReaderIndex(forwardBy: consumed)
        if received.readableBytes == 0 { received.clear() } else { received.discardReadBytes() }
    }
}

/// Opens the generator's sockets, all on one event loop.
struct BenchConnector {
    let group: MultiThreadedEventLoopGroup
    let host: String
    let port: Int

    var eventLoop: any EventLoop { group.any() }

    /// Sockets that are being opened at a time.
    private static let openingAtOnce = 256

    /// Opens sockets, a few hundred at a time; `configure` runs on the event loop before anything arrives on one.
    /// - Parameter sources: loopback addresses to use in turn, since one has too few ports.
    func open(
        _ tokens: [String], sources: [String] = [],
        configure: @escaping @Sendable (Int, BenchConnection) -> Void
    ) async throws -> [any Channel] {
        // Resolved once: looking a name up for each socket costs more than opening it.
        let server = try SocketAddress.makeAddressResolvingHost(host, port: port)
        let origins = try sources.map { try SocketAddress(ipAddress: $0, port: 0) }
        var opening: [EventLoopFuture<any Channel>] = []
        var channels: [any Channel] = []
        channels.reserveCapacity(tokens.count)
        for index in tokens.indices {
            if index >= BenchConnector.openingAtOnce {
                channels.append(try await opening[index - BenchConnector.openingAtOnce].get())
            }
            opening.append(
                open(
                    tokens[index], index: index, at: server,
                    from: origins.isEmpty ? nil : origins[index % origins.count], configure))
        }
        for future in opening.dropFirst(channels.count) { channels.append(try await future.get()) }
        return channels
    }

    private func open(
        _ token: String, index: Int, at server: SocketAddress, from origin: SocketAddress?,
        _ configure: @escaping @Sendable (Int, BenchConnection) -> Void
    ) -> EventLoopFuture<any Channel> {
        let loop = eventLoop
        let opened = loop.makePromise(of: Void.self)
        var bootstrap = ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 4_096, maximum: 262_144)
            )
            .channelInitializer { [host, port] channel in
                channel.eventLoop.makeCompletedFuture {
                    let connection = BenchConnection(token: token, host: "\(host):\(port)", opened: opened)
                    configure(index, connection)
                    try channel.pipeline.syncOperations.addHandler(connection)
                }
            }
        if let origin { bootstrap = bootstrap.bind(to: origin) }
        let connected = bootstrap.connect(to: server)
        connected.whenFailure { opened.fail($0) }
        return connected.flatMap { channel in opened.futureResult.map { channel } }
    }
}
