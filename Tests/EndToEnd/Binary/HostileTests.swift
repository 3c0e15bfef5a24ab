import Foundation
import NIOCore
import NIOPosix
import NexusCore
import NexusServer
import NexusTestSupport
import Testing

@testable import NexusBench

@Suite("The server with hostile input", .serialized)
struct HostileTests {
    @Test("refuses or closes wrong, huge and truncated requests, and continues serving")
    func hostileRequests() async throws {
        let server = try ServerProcess()
        try server.start()
        let hostile: [[UInt8]] = [
            Array("\r\n\r\n\r\n".utf8), Array("GET\r\n\r\n".utf8), Array("GET / HTTP/9.9\r\n\r\n".utf8),
            Array("GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "y", count: 100_000))\r\n\r\n".utf8),
            Array("POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n".utf8),
            Array("POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}".utf8),
            Array("POST /v1/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n".utf8),
            Array("GET /v1/conversations/%00%ff/changes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8),
            Array("GET /v1/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n".utf8),
            (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 31) }, [0x16, 0x03, 0x01, 0x02, 0x00, 0x01],
        ]
        for bytes in hostile {
            let answer = try await RawSocket.exchange(bytes, port: server.port)
            #expect(
                !answer.starts(with: Array("HTTP/1.1 2".utf8)),
                "accepted: \(String(decoding: bytes.prefix(60), as: UTF8.self))")
            #expect(server.isRunning)
        }
        for (path, body) in [
            ("/v1/sessions", "{"), ("/v1/sessions", "[]"), ("/v1/sessions", #"{"email":1,"password":2}"#),
            ("/v1/accounts", #"{"email":"\ud800","password":"x","name":"y"}"#),
            ("/v1/sessions", String(repeating: "[", count: 10_000)),
        ] {
            let answer = try await server.post(path, Array(body.utf8))
            #expect(answer.status == 400)
            #expect(try ErrorBody.decode(answer.body).refusal.code == .invalidJSON)
        }
        let large = try await server.post("/v1/sessions", [UInt8](repeating: 32, count: (1 << 20) + 1))
        #expect(large.status == 413)
        #expect(try await server.get("/health").status == 200)
        #expect(server.terminate() == 0)
    }

    @Test("ends at most the session that sends wrong, huge, unmasked or truncated frames")
    func hostileFrames() async throws {
        let server = try ServerProcess()
        let team = try await server.seed { try await BenchTeam.pairs(1, $0) }
        try server.start()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.any()
        let witness = NIOLoopBoundBox.makeBoxSendingValue(FrameLog(), eventLoop: loop)
        let connector = BenchConnector(group: group, host: "127.0.0.1", port: server.port)
        _ = try await connector.open([team.people[1].accessToken]) { _, connection in witness.value.attach(connection) }
        let hostile: [[UInt8]] = [
            [0x81, 0x05, 0x68, 0x65, 0x6C, 0x6C, 0x6F],  // unmasked
            [0xF1, 0x80, 0, 0, 0, 0],  // reserved bits
            [0x8F, 0x80, 0, 0, 0, 0],  // unknown opcode
            [0x80, 0x80, 0, 0, 0, 0],  // a continuation of nothing
            [0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],  // 2^63 - 1 bytes
            [0x81, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0],  // 1 MiB
            [0x89, 0xFE, 0x01, 0x00, 0, 0, 0, 0],  // a control frame that is too long
            [0x81, 0xFE, 0x01],  // cut in the header
        ]
        for bytes in hostile {
            let closed = NIOLoopBoundBox.makeBoxSendingValue(FrameLog(), eventLoop: loop)
            let channels = try await connector.open([team.people[0].accessToken]) { _, connection in
                closed.value.attach(connection)
            }
            try await channels[0].writeAndFlush(ByteBuffer(bytes: bytes))
            if bytes.count == 3 { try await channels[0].close() }
            try await eventually("the socket is closed", within: .seconds(60)) {
                try await loop.submit { closed.value.isClosed }.get()
            }
        }
        // Frames that are well formed but mean nothing are refused by name, and the socket lives for a while.
        let log = NIOLoopBoundBox.makeBoxSendingValue(FrameLog(), eventLoop: loop)
        _ = try await connector.open([team.people[0].accessToken]) { _, connection in log.value.attach(connection) }
        let senseless = [
            "", "null", "{}", #"{"type":"nonsense"}"#, #"{"type":"operation"}"#,
            #"{"type":"changes","conversation":"nobody","after":1}"#, "\u{0}",
        ]
        for text in senseless {
            try await loop.submit { log.value.write(text) }.get()
        }
        try await eventually("all frames are refused", within: .seconds(60)) {
            try await loop.submit { log.value.refusals >= senseless.count }.get()
        }
        #expect(try await loop.submit { !log.value.isClosed }.get())
        #expect(try await loop.submit { !witness.value.isClosed }.get(), "another user's session ended")
        #expect(server.isRunning)
        #expect(server.terminate() == 0)
        try await group.shutdownGracefully()
    }
}

/// The bytes received on a socket. Confined to the event loop.
final class FrameLog {
    private var connection: BenchConnection?
    private(set) var refusals = 0
    private(set) var acknowledgements = 0
    private(set) var messages = 0
    private(set) var lastRefusal = ""

    var isClosed: Bool { connection?.isClosed ?? false }

    func attach(_ connection: BenchConnection) {
        self.connection = connection
        connection.onFrame = { [unowned self] frame in
            if FrameScan.isType("refusal", frame) {
                refusals += 1
                lastRefusal = String(decoding: frame, as: UTF8.self)
            }
            if FrameScan.acknowledged(frame) != nil { acknowledgements += 1 }
            if FrameScan.posted(frame) != nil { messages += 1 }
        }
    }

    func write(_ text: String) {
        var buffer = ByteBuffer()
        BenchConnection.append(Array(text.utf8), to: &buffer)
        connection?.write(buffer)
    }

    func write(_ frame: ClientFrame) { write(String(decoding: frame.json, as: UTF8.self)) }
}

/// Sends bytes over a plain socket, closes its sending half, and returns what comes back until the other side closes.
enum RawSocket {
    static func exchange(_ bytes: [UInt8], port: Int) async throws -> [UInt8] {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var received: [UInt8] = []
            do {
                try await outbound.write(ByteBuffer(bytes: bytes))
                outbound.finish()
                for try await buffer in inbound { received += Array(buffer: buffer) }
            } catch {
                // The server may cut the connection: the bytes until then are the response.
            }
            return received
        }
    }
}
