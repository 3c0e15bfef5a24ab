import NIOCore
import NexusServer
import NexusTestSupport
import Testing

@Suite("Messages on the live socket", .timeLimit(.minutes(10)))
struct MessageTests {
    @Test("text and binary messages arrive whole, of any length", arguments: [0, 1, 125, 126, 65_535, 65_536, 262_144])
    func lengths(_ count: Int) async throws {
        try await TransportFixture.serve(delegate: RecordingDelegate(answersMessages: true)) { server in
            let socket = try await server.live()
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            for opcode: UInt8 in [1, 2] {
                try await socket.send(RawSocket.frame(opcode, bytes))
                #expect(try await socket.nextFrame() == RawSocket.Frame(opcode: 1, payload: bytes))
            }
        }
    }

    @Test("a fragmented message is reassembled, with control frames between")
    func fragments() async throws {
        try await TransportFixture.serve(delegate: RecordingDelegate(answersMessages: true)) { server in
            let socket = try await server.live()
            try await socket.send(RawSocket.frame(1, Array("one ".utf8), isLast: false))
            try await socket.send(RawSocket.frame(9, Array("?".utf8)))
            #expect(try await socket.nextFrame() == RawSocket.Frame(opcode: 10, payload: Array("?".utf8)))
            try await socket.send(RawSocket.frame(0, Array("two ".utf8), isLast: false))
            try await socket.send(RawSocket.frame(0, Array("three".utf8)))
            #expect(try await socket.nextFrame().text == "one two three")
            try await socket.sendText("next")
            #expect(try await socket.nextFrame().text == "next")
        }
    }

    @Test("bytes that arrive one at a time make the same message")
    func trickle() async throws {
        try await TransportFixture.serve(delegate: RecordingDelegate(answersMessages: true)) { server in
            let socket = try await server.live()
            for byte in RawSocket.frame(1, Array("slow".utf8)) { try await socket.send([byte]) }
            #expect(try await socket.nextFrame().text == "slow")
        }
    }

    @Test("a message longer than the limit ends the connection with 1009, declared or in fragments")
    func tooLong() async throws {
        try await TransportFixture.serve(configure: { $0.maximumMessageBytes = 1_000 }) { server in
            let declared = try await server.live()
            try await declared.send(RawSocket.frame(1, [UInt8](repeating: 0x20, count: 1_001)))
            #expect(try await declared.nextFrame().closeCode == 1009)
            #expect(try await declared.rest() == [])

            let fragmented = try await server.live()
            try await fragmented.send(RawSocket.frame(1, [UInt8](repeating: 0x20, count: 600), isLast: false))
            try await fragmented.send(RawSocket.frame(0, [UInt8](repeating: 0x20, count: 600), isLast: false))
            #expect(try await fragmented.nextFrame().closeCode == 1009)
            #expect(server.delegate.current.received.isEmpty)
        }
    }

    @Test("a length of 2^63 and more is refused")
    func absurdLength() async throws {
        try await TransportFixture.serve { server in
            for first: UInt8 in [0x80, 0xFF, 0x7F] {
                let socket = try await server.live()
                try await socket.send([0x81, 0xFF, first, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4])
                let code = try await socket.nextFrame().closeCode
                #expect(code == 1009 || code == 1002)
            }
        }
    }

    @Test(
        "protocol errors end the connection with 1002",
        arguments: [
            ("not masked", RawSocket.frame(1, [1], isMasked: false)),
            ("a reserved bit", RawSocket.frame(1, [1], reserved: 4)),
            ("a reserved kind of data", RawSocket.frame(3, [1])),
            ("a reserved kind of control", RawSocket.frame(11, [1])),
            ("a control frame in fragments", RawSocket.frame(9, [1], isLast: false)),
            ("a control frame that is too long", RawSocket.frame(9, [UInt8](repeating: 0, count: 126))),
            ("a continuation of nothing", RawSocket.frame(0, [1])),
            ("a message inside a message", RawSocket.frame(1, [1], isLast: false) + RawSocket.frame(1, [1])),
            ("a close frame with half a status", RawSocket.frame(8, [3])),
            ("a close frame with a status nobody may send", RawSocket.frame(8, [0x03, 0xED])),
        ])
    func protocolErrors(_ name: String, _ bytes: [UInt8]) async throws {
        try await TransportFixture.serve { server in
            let socket = try await server.live()
            try await socket.send(bytes + RawSocket.frame(1, Array("ignored".utf8)))
            #expect(try await socket.nextFrame().closeCode == 1002)
            #expect(try await socket.rest() == [])
            socket.close()
            try await eventually("closed") { server.delegate.current.closed.count == 1 }
            #expect(server.delegate.current.received.isEmpty)
        }
    }

    @Test("a ping is answered with its payload, a pong only renews the lease")
    func pingPong() async throws {
        try await TransportFixture.serve { server in
            let (socket, connection) = try await server.livePair()
            let before = connection.lastHeard
            try await socket.send(RawSocket.frame(10, []))
            try await eventually("heard") { connection.lastHeard > before }
            let payload = [UInt8](repeating: 7, count: 125)
            try await socket.send(RawSocket.frame(9, payload))
            #expect(try await socket.nextFrame() == RawSocket.Frame(opcode: 10, payload: payload))
        }
    }

    @Test("a message in a quarter of a million fragments costs no more than one")
    func manyFragments() async throws {
        try await TransportFixture.serve(delegate: RecordingDelegate(answersMessages: true)) { server in
            let socket = try await server.live()
            var bytes = RawSocket.frame(1, [0x20], isLast: false)
            let middle = RawSocket.frame(0, [0x20], isLast: false)
            for _ in 0..<262_142 { bytes += middle }
            try await socket.send(bytes + RawSocket.frame(0, [0x20]))
            #expect(try await socket.nextFrame().payload.count == 262_144)
        }
    }

    @Test("while reading is paused nothing arrives, and nothing is lost")
    func pausing() async throws {
        try await TransportFixture.serve { server in
            let (socket, connection) = try await server.livePair()
            try await socket.sendText("first")
            try await eventually("first") { server.delegate.current.received.count == 1 }
            connection.pauseReading()
            for number in 0..<100 { try await socket.sendText("\(number)") }
            connection.resumeReading()
            try await eventually("all") { server.delegate.current.received.count == 101 }
            #expect(server.delegate.current.received.last == Array("99".utf8))
        }
    }
}
