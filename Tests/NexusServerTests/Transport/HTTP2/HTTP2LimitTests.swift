import AsyncHTTPClient
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTP2
import NexusCore
import NexusTestSupport
import Testing

@testable import NexusServer

@Suite("Limits over HTTP/2", .timeLimit(.minutes(10)))
struct HTTP2LimitTests {
    /// Waits for the end of a connection.
    /// - Returns: the error that the server named.
    private func end(of socket: RawSocket) async throws -> Int? {
        var error: Int?
        do {
            while true {
                let frame = try await socket.nextStreamFrame()
                if frame.kind == .goAway { error = frame.error }
                if frame.kind == .ping, !frame.isLast { try? await socket.answer(frame) }
            }
        } catch is EndOfStream {
            return error
        }
    }

    private func expectLife(_ fixture: HTTP2Fixture) async throws {
        let socket = try await fixture.connect()
        try await socket.send(RawSocket.head(1, "GET", "/hello"))
        #expect(try await socket.status(of: 1) == 200)
        socket.close()
    }

    /// A route whose answer never comes.
    private static func waiting(_ router: Router<NexusRequestContext>) {
        router.get("/never") { _, context -> String in
            try await context.untilDropped {
                try await Task.sleep(for: .seconds(3_600))
                return "never"
            }
        }
    }

    @Test("a head that is too large is refused, and a far larger one ends the connection")
    func heads() async throws {
        try await HTTP2Fixture.serve { fixture in
            try await fixture.withClient { client in
                func ask(_ count: Int) async throws -> HTTP2Fixture.Answer {
                    try await fixture.ask(
                        client, "/hello", headers: [("x-large", String(repeating: "x", count: count))])
                }
                #expect(try await ask(15_000).status == 200)
                let refused = try await ask(17_000)
                #expect(refused.refusal?.code == .tooLarge)
                #expect(refused.refusal?.message.contains("16384") == true)
            }
            let socket = try await fixture.connect()
            try await socket.send(
                RawSocket.head(1, "GET", "/hello", headers: [("x-large", String(repeating: "x", count: 40_000))]))
            #expect(try await end(of: socket) != nil)
            try await expectLife(fixture)
        }
    }

    @Test("a body that is too large is refused, with its length or without")
    func bodies() async throws {
        try await HTTP2Fixture.serve { fixture in
            try await fixture.withClient { client in
                let body = ByteBuffer(repeating: 1, count: (1 << 20) + 1)
                let named = try await fixture.ask(client, "/size", .POST, body: .bytes(body))
                #expect(named.refusal?.code == .tooLarge)
            }
            let socket = try await fixture.connect()
            try await socket.send(RawSocket.head(1, "POST", "/size", isLast: false))
            // The first bytes that the server takes without having read.
            let part = RawSocket.frame(.data, stream: 1, [UInt8](repeating: 1, count: 16_000))
            var sent = 0
            var window = 65_535
            while sent <= 1 << 20 {
                while window < 16_000 {
                    let update = try await socket.next(.windowUpdate, of: 1)
                    window += update.payload.reduce(0) { $0 << 8 | Int($1) }
                }
                try await socket.send(part)
                sent += 16_000
                window -= 16_000
            }
            _ = try await socket.next(.headers, of: 1)
            #expect(try await socket.next(.reset, of: 1).error == 0)
        }
    }

    @Test("requests that are given up by hundreds end the connection, not the server")
    func resets() async throws {
        try await HTTP2Fixture.serve(routes: HTTP2LimitTests.waiting) { fixture in
            let socket = try await fixture.connect()
            for stream in 0..<200 {
                try await socket.send(RawSocket.head(2 * stream + 1, "GET", "/never") + RawSocket.reset(2 * stream + 1))
            }
            try await socket.send(RawSocket.head(401, "GET", "/hello"))
            #expect(try await socket.status(of: 401) == 200)
            try await socket.send(RawSocket.head(403, "GET", "/never") + RawSocket.reset(403))
            #expect(try await end(of: socket) == 11)
            try await expectLife(fixture)
        }
    }

    @Test("so do frames that carry no request, and requests that are not valid")
    func floods() async throws {
        try await HTTP2Fixture.serve(configure: { $0.http2.controlFrames = 50 }) { fixture in
            for kind in [RawSocket.frame(.ping, Array("pingping".utf8)), RawSocket.frame(.settings)] {
                let socket = try await fixture.connect()
                try await socket.send(Array(repeatElement(kind, count: 60).joined()))
                #expect(try await end(of: socket) == 11)
            }
            let socket = try await fixture.connect()
            for stream in 0..<210 {
                try? await socket.send(
                    RawSocket.head(2 * stream + 1, "GET", "/hello", headers: [("connection", "close")]))
            }
            #expect(try await end(of: socket) == 11)
            try await expectLife(fixture)
        }
    }

    @Test("answers that a client does not read wait up to their number, and one more ends the connection")
    func waitingAnswers() throws {
        var limits = HTTP2Limits()
        limits.bufferedFrames = 20
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(
            NIOHTTP2Handler(
                mode: .server, frameDelegate: nil,
                connectionConfiguration: limits.connection(maximumHeadBytes: 16 << 10),
                streamConfiguration: limits.stream))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        func receive(_ bytes: [UInt8]) throws { try channel.writeInbound(ByteBuffer(bytes: bytes)) }
        /// The kinds of all frames that were sent.
        func sent() throws -> [UInt8] {
            var bytes: [UInt8] = []
            while case .byteBuffer(let part)? = try channel.readOutbound(as: IOData.self) {
                bytes += Array(buffer: part)
            }
            var kinds: [UInt8] = []
            while bytes.count >= 9 {
                kinds.append(bytes[3])
                bytes.removeFirst(9 + bytes.prefix(3).reduce(0) { $0 << 8 | Int($1) })
            }
            return kinds
        }
        try receive(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + RawSocket.frame(.settings))
        _ = try sent()
        let ping = RawSocket.frame(.ping, Array("pingping".utf8))
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        for _ in 0..<20 { try receive(ping) }
        #expect(try sent().isEmpty)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(try sent() == [UInt8](repeating: RawSocket.StreamFrame.Kind.ping.rawValue, count: 20))
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        for _ in 0..<20 { try receive(ping) }
        #expect(throws: NIOHTTP2Errors.ExcessiveOutboundFrameBuffering.self) { try receive(ping) }
        #expect(try sent() == [RawSocket.StreamFrame.Kind.goAway.rawValue])
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    @Test("a connection has a number of requests at once, and an address on all its connections")
    func streams() async throws {
        try await HTTP2Fixture.serve(
            configure: {
                $0.http2.streams = 3
                $0.connectionsPerAddress = 2
            }, routes: HTTP2LimitTests.waiting
        ) { fixture in
            let first = try await fixture.connect()
            for stream in [1, 3, 5] { try await first.send(RawSocket.head(stream, "GET", "/never")) }
            let second = try await fixture.connect()
            try await second.send(RawSocket.head(1, "GET", "/never") + RawSocket.head(3, "GET", "/hello"))
            #expect(try await second.next(.reset, of: 3).error == 7)
            try await second.send(RawSocket.reset(1) + RawSocket.head(5, "GET", "/hello"))
            #expect(try await second.status(of: 5) == 200)
            try await first.send(RawSocket.head(7, "GET", "/hello"))
            #expect(try await end(of: first) != nil)
        }
        let table = StreamTable(limit: 2)
        #expect(table.enter("a") && table.enter("a") && !table.enter("a") && table.enter("b"))
        table.leave("a")
        #expect(table.enter("a") && !table.enter("a"))
    }

    @Test("a connection without a request, and one that has been idle, is ended")
    func idle() async throws {
        try await HTTP2Fixture.serve(configure: { $0.headTimeout = .milliseconds(50) }) { fixture in
            let (silent, _) = try await RawSocket.connectSecurely(
                port: fixture.server.port, trusting: fixture.certificates.authority, protocols: ["h2"])
            #expect(try await end(of: silent) == 0)
        }
        try await HTTP2Fixture.serve(
            configure: { $0.idleTimeout = .milliseconds(50) }, routes: HTTP2LimitTests.waiting
        ) { fixture in
            let busy = try await fixture.connect()
            try await busy.send(RawSocket.head(1, "GET", "/never"))
            let socket = try await fixture.connect()
            try await socket.send(RawSocket.head(1, "GET", "/hello"))
            #expect(try await end(of: socket) == 0)
            try await busy.send(RawSocket.head(3, "GET", "/hello"))
            #expect(try await busy.status(of: 3) == 200, "it has a request under way")
        }
    }

    @Test("a body that does not come, and an answer that is not read, ends its request alone")
    func slow() async throws {
        let large = ByteBuffer(repeating: 7, count: 1 << 20)
        try await HTTP2Fixture.serve(configure: { $0.bodyTimeout = .milliseconds(50) }) { router in
            router.get("/large") { _, _ in Response(status: .ok, body: ResponseBody(byteBuffer: large)) }
        } _: { fixture in
            let socket = try await fixture.connect(window: 0)
            for (stream, head) in [
                (1, RawSocket.head(1, "POST", "/size", isLast: false)), (3, RawSocket.head(3, "GET", "/large")),
                (5, RawSocket.head(5, "GET", "/hello")),
            ] {
                try await socket.send(head)
                #expect(try await socket.next(.reset, of: stream).error == 8)
            }
            let other = try await fixture.connect()
            try await other.send(RawSocket.head(1, "GET", "/hello"))
            #expect(try await other.next(.data, of: 1).payload == Array("hello".utf8))
        }
    }

    @Test("work for a request ends when the client gives it up, and part of a body is never taken for the whole")
    func givenUp() async throws {
        let (ends, end) = AsyncStream.makeStream(of: String.self)
        try await HTTP2Fixture.serve(configure: { _ in }) { router in
            router.get("/work") { _, context -> String in
                do {
                    return try await context.untilDropped {
                        end.yield("begun")
                        try await Task.sleep(for: .seconds(3_600))
                        return "never"
                    }
                } catch {
                    end.yield("cancelled")
                    throw error
                }
            }
            router.post("/whole") { request, _ -> String in
                var iterator = request.body.makeAsyncIterator()
                do {
                    while let part = try await iterator.next() { end.yield("\(part.readableBytes)") }
                    end.yield("whole")
                } catch {
                    end.yield("part")
                }
                return ""
            }
        } _: { fixture in
            var ends = ends.makeAsyncIterator()
            let socket = try await fixture.connect()
            try await socket.send(RawSocket.head(1, "GET", "/work"))
            #expect(await ends.next() == "begun")
            try await socket.send(RawSocket.reset(1))
            #expect(await ends.next() == "cancelled")
            for stream in [3, 5] {
                try await socket.send(
                    RawSocket.head(stream, "POST", "/whole", isLast: false)
                        + RawSocket.frame(.data, stream: stream, [1, 2, 3]))
                #expect(await ends.next() == "3")
                if stream == 3 { try await socket.send(RawSocket.reset(3)) } else { try await socket.closeNow() }
                #expect(await ends.next() == "part")
            }
        }
    }
}
