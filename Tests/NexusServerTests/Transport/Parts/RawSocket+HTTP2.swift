/// Frames of HTTP/2 written and read by hand, valid or not (RFC 9113 §4 and §6).
extension RawSocket {
    struct StreamFrame: Equatable, Sendable {
        enum Kind: UInt8, Sendable {
            case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
        }

        var kind: Kind?
        var flags: UInt8
        var stream: Int
        var payload: [UInt8]

        var isLast: Bool { flags & 1 != 0 }
        /// The error code of RST_STREAM and GOAWAY.
        var error: Int? {
            switch kind {
            case .reset: RawSocket.number(payload.prefix(4))
            case .goAway: RawSocket.number(payload.dropFirst(4).prefix(4))
            default: nil
            }
        }
        /// The last stream of GOAWAY.
        var last: Int? { kind == .goAway ? RawSocket.number(payload.prefix(4)) : nil }
        /// The status of a response, if it is one of HPACK's own table (RFC 7541, appendix A).
        var status: Int? {
            guard kind == .headers, let first = payload.first else { return nil }
            return [0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500][first]
        }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func bytes(_ number: Int, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func frame(
        _ kind: StreamFrame.Kind, stream: Int = 0, flags: UInt8 = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        bytes(payload.count, count: 3) + [kind.rawValue, flags] + bytes(stream, count: 4) + payload
    }

    /// A string of HPACK without compression (RFC 7541 §5.2).
    private static func string(_ text: String) -> [UInt8] {
        var rest = text.utf8.count
        var length: [UInt8] = [UInt8(min(rest, 127))]
        if rest >= 127 {
            rest -= 127
            while rest >= 128 {
                length.append(UInt8(rest % 128) | 128)
                rest /= 128
            }
            length.append(UInt8(rest))
        }
        return length + Array(text.utf8)
    }

    /// A request's head, in as many frames as it needs.
    static func head(
        _ stream: Int, _ method: String = "GET", _ path: String, headers: [(String, String)] = [],
        authority: String = "nexus.example", isLast: Bool = true
    ) -> [UInt8] {
        let pseudo =
            method == "CONNECT"
            ? [(":method", method), (":authority", authority)]
            : [(":method", method), (":scheme", "https"), (":authority", authority), (":path", path)]
        let block = (pseudo + headers).flatMap { field -> [UInt8] in [0] + string(field.0) + string(field.1) }
        let parts: [ArraySlice<UInt8>] = stride(from: 0, to: block.count, by: 16_384).map {
            block[$0..<min($0 + 16_384, block.count)]
        }
        return parts.enumerated().flatMap { index, part -> [UInt8] in
            let isWhole: UInt8 = index == parts.count - 1 ? 4 : 0
            return index == 0
                ? frame(.headers, stream: stream, flags: isWhole | (isLast ? 1 : 0), Array(part))
                : frame(.continuation, stream: stream, flags: isWhole, Array(part))
        }
    }

    static func reset(_ stream: Int) -> [UInt8] { frame(.reset, stream: stream, bytes(8, count: 4)) }

    /// Begins to speak HTTP/2 over TLS; returns once both sides know the other's settings.
    /// - Parameter window: the bytes of a response that the client takes at first, if it says so.
    static func connectHTTP2(port: Int, trusting authority: String, window: Int? = nil) async throws -> RawSocket {
        let (socket, _) = try await connectSecurely(port: port, trusting: authority, protocols: ["h2"])
        let settings = window.map { [0, 4] + bytes($0, count: 4) } ?? []
        try await socket.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(.settings, settings))
        _ = try await socket.next(.settings)
        try await socket.send(frame(.settings, flags: 1))
        return socket
    }

    func nextStreamFrame() async throws -> StreamFrame {
        let bytes = try await incoming.take { bytes in
            guard bytes.count >= 9 else { return nil }
            let length = 9 + RawSocket.number(bytes.prefix(3))
            return bytes.count >= length ? length : nil
        }
        return StreamFrame(
            kind: StreamFrame.Kind(rawValue: bytes[3]), flags: bytes[4], stream: RawSocket.number(bytes[5..<9]),
            payload: Array(bytes.dropFirst(9)))
    }

    /// The next frame of a kind, of one stream if it is named.
    /// - Throws: `EndOfStream`.
    func next(_ kind: StreamFrame.Kind, of stream: Int? = nil) async throws -> StreamFrame {
        while true {
            let frame = try await nextStreamFrame()
            if frame.kind == kind, stream == nil || frame.stream == stream { return frame }
        }
    }

    /// All frames until the other side ends.
    func frames() async throws -> [StreamFrame] {
        var frames: [StreamFrame] = []
        do {
            while true { frames.append(try await nextStreamFrame()) }
        } catch is EndOfStream {
            return frames
        }
    }

    /// The status of the answer to a request.
    func status(of stream: Int) async throws -> Int? { try await next(.headers, of: stream).status }

    /// Confirms a PING of the server.
    func answer(_ ping: StreamFrame) async throws { try await send(RawSocket.frame(.ping, flags: 1, ping.payload)) }
}
