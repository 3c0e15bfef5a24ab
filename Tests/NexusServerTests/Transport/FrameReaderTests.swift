import NIOCore
import NIOWebSocket
import Testing

@testable import NexusServer

@Suite("The reader of WebSocket frames")
struct FrameReaderTests {
    private static let key: WebSocketMaskingKey = [0x37, 0xFA, 0x21, 0x3D]

    /// A masked frame, with the shortest form of its length.
    private static func frame(_ first: UInt8, _ payload: ByteBuffer) -> ByteBuffer {
        var bytes = ByteBuffer(bytes: [first])
        switch payload.readableBytes {
        case ...125: bytes.writeInteger(0x80 | UInt8(payload.readableBytes))
        case ...0xFFFF:
            bytes.writeInteger(0x80 | UInt8(126))
            bytes.writeInteger(UInt16(payload.readableBytes))
        default:
            bytes.writeInteger(0x80 | UInt8(127))
            bytes.writeInteger(UInt64(payload.readableBytes))
        }
        bytes.writeBytes(key)
        var masked = payload
        masked.webSocketMask(key)
        bytes.writeBuffer(&masked)
        return bytes
    }

    private static func payload(_ count: Int) -> ByteBuffer {
        ByteBuffer(bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) })
    }

    @Test("removes the mask of a payload of any length", arguments: Array(0...40) + [125, 126, 65_535, 65_536])
    func unmasks(_ count: Int) throws {
        var reader = FrameReader(maximumBytes: 1 << 17)
        reader.append(Self.frame(0x82, Self.payload(count)))
        let frame = try #require(try reader.next())
        #expect(frame.payload == Self.payload(count))
        #expect(frame.opcode == 0x2)
        #expect(frame.isLast && frame.isMasked && !frame.isExtended)
        #expect(try reader.next() == nil)
    }

    @Test("gives the same frames in whatever pieces their bytes come")
    func pieces() throws {
        let payloads = [5, 0, 200, 7].map(Self.payload)
        var bytes = ByteBuffer()
        for (first, payload) in zip([0x01, 0x89, 0x80, 0x81] as [UInt8], payloads) {
            bytes.writeImmutableBuffer(Self.frame(first, payload))
        }
        for size in 1...bytes.readableBytes {
            var reader = FrameReader(maximumBytes: 1_000)
            var (left, read) = (bytes, [FrameReader.Frame]())
            while let piece = left.readSlice(length: min(size, left.readableBytes)), piece.readableBytes > 0 {
                reader.append(piece)
                while let frame = try reader.next() { read.append(frame) }
            }
            #expect(read.map(\.payload) == payloads)
            #expect(read.map(\.opcode) == [0x1, 0x9, 0x0, 0x1])
            #expect(read.map(\.isLast) == [false, true, true, true])
        }
    }

    @Test("leaves the payload of an earlier frame as it was while it reads the next")
    func keeps() throws {
        var reader = FrameReader(maximumBytes: 1_000)
        var bytes = Self.frame(0x01, Self.payload(30))
        bytes.writeImmutableBuffer(Self.frame(0x80, Self.payload(50)))
        reader.append(bytes)
        let first = try #require(try reader.next())
        let second = try #require(try reader.next())
        #expect(first.payload == Self.payload(30))
        #expect(second.payload == Self.payload(50))
    }

    @Test("tells a frame without a mask, and one with an extension")
    func bits() throws {
        var reader = FrameReader(maximumBytes: 1_000)
        reader.append(ByteBuffer(bytes: [0xC1, 2, 104, 105]))
        let frame = try #require(try reader.next())
        #expect(!frame.isMasked && frame.isExtended)
        #expect(frame.payload == ByteBuffer(string: "hi"))
    }

    @Test(
        "refuses by its header a payload over the limit",
        arguments: [
            [0x82, 0xFE, 0x03, 0xE9], [0x82, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0],
            [0x82, 0xFF] + [UInt8](repeating: 0xFF, count: 8),
        ] as [[UInt8]])
    func tooLong(_ bytes: [UInt8]) {
        var reader = FrameReader(maximumBytes: 1_000)
        reader.append(ByteBuffer(bytes: bytes))
        #expect(throws: FrameReader.Problem.tooLong) { try reader.next() }
    }

    @Test(
        "refuses a control frame that is in parts or long",
        arguments: [[0x09, 0x80], [0x89, 0xFE, 0, 126]] as [[UInt8]])
    func malformed(_ bytes: [UInt8]) {
        var reader = FrameReader(maximumBytes: 1_000)
        reader.append(ByteBuffer(bytes: bytes))
        #expect(throws: FrameReader.Problem.malformed) { try reader.next() }
    }
}
