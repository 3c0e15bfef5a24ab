import NIOCore
import NIOPosix

/// A raw client without HTTP or WebSockets: it sends a test's bytes, valid or not.
final class RawSocket: Sendable {
    /// A frame of a WebSocket server.
    struct Frame: Equatable, Sendable {
        var opcode: UInt8
        var payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }
        /// The status of a close frame (RFC 6455 §5.5.1).
        var closeCode: UInt16? {
            opcode == 8 && payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : nil
        }
    }

    private let channel: any Channel
    let incoming: Inbox

    private init(channel: any Channel, incoming: Inbox) {
        self.channel = channel
        self.incoming = incoming
    }

    /// - Parameters:
    ///   - receiveBuffer: the system's buffer in bytes; a small one makes a slow reader.
    ///   - prepare: adds handlers below this one.
    static func connect(
        port: Int, receiveBuffer: Int? = nil, prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in }
    ) async throws -> RawSocket {
        let inbox = Inbox()
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try prepare(channel)
                    try channel.pipeline.syncOperations.addHandler(InboxHandler(inbox))
                }
            }
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: receiveBuffer)
        }
        return RawSocket(channel: try await bootstrap.connect(host: "127.0.0.1", port: port).get(), incoming: inbox)
    }

    // MARK: Sending

    func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// A client's frame, masked by default.
    static func frame(
        _ opcode: UInt8, _ payload: [UInt8], isLast: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0
    ) -> [UInt8] {
        var bytes: [UInt8] = [(isLast ? 0x80 : 0) | reserved << 4 | opcode]
        let mask: UInt8 = isMasked ? 0x80 : 0
        switch payload.count {
        case 0..<126: bytes.append(mask | UInt8(payload.count))
        case 126...0xFFFF: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes.append(mask | 127)
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(payload.count >> shift & 0xFF)) }
        }
        guard isMasked else { return bytes + payload }
        let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }

    func sendText(_ text: String) async throws { try await send(RawSocket.frame(1, Array(text.utf8))) }

    /// Ends this side's sending and continues to read.
    func finishSending() async throws { try await channel.close(mode: .output).get() }

    func close() { channel.close(promise: nil) }

    /// Closes, and returns once the other side can learn of it.
    func closeNow() async throws { try await channel.close().get() }

    func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    func startReading() async throws { try await channel.setOption(.autoRead, value: true).get() }

    // MARK: Receiving

    /// The head of a response that no body follows.
    func head() async throws -> String {
        let head = try await incoming.take { bytes in
            bytes.firstRange(of: Array("\r\n\r\n".utf8)).map { $0.upperBound }
        }
        return String(decoding: head, as: UTF8.self)
    }

    /// The head of a response, and its body according to `Content-Length` or chunks (RFC 9112 §7.1).
    func response() async throws -> (head: String, body: String) {
        let text = try await head()
        if text.lowercased().contains("transfer-encoding: chunked") {
            return (text, String(decoding: try await chunks(), as: UTF8.self))
        }
        let length = text.lowercased().split(separator: "\r\n")
            .first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) }
        guard let length, length > 0 else { return (text, "") }
        return (text, String(decoding: try await incoming.take { $0.count >= length ? length : nil }, as: UTF8.self))
    }

    private func chunks() async throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let line = try await incoming.take { bytes in
                bytes.firstRange(of: Array("\r\n".utf8)).map { $0.upperBound }
            }
            guard let length = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) else {
                throw Missing()
            }
            let chunk = try await incoming.take { $0.count >= length + 2 ? length + 2 : nil }
            guard length > 0 else { return body }
            body += chunk.dropLast(2)
        }
    }

    /// The next frame.
    /// - Throws: `EndOfStream` when the other side has ended without one.
    func nextFrame() async throws -> Frame {
        let bytes = try await incoming.take(RawSocket.frameLength)
        let header = RawSocket.headerLength(bytes)
        return Frame(opcode: bytes[0] & 0x0F, payload: Array(bytes[header...]))
    }

    /// Everything until the other side ends.
    func rest() async throws -> [UInt8] { try await incoming.takeRest() }

    private static func headerLength(_ bytes: [UInt8]) -> Int {
        switch bytes[1] & 0x7F {
        case 126: 4
        case 127: 10
        default: 2
        }
    }

    private static func frameLength(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 2, bytes.count >= headerLength(bytes) else { return nil }
        let header = headerLength(bytes)
        let length =
            header == 2 ? Int(bytes[1] & 0x7F) : bytes[2..<header].reduce(0) { $0 << 8 | Int($1) }
        return bytes.count >= header + length ? header + length : nil
    }
}

/// The other side has ended the connection.
struct EndOfStream: Error, Equatable {
    var unread: [UInt8]
}
