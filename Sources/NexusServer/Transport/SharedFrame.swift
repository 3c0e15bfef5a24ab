import NIOCore

/// A WebSocket text message with its header (RFC 6455 §5.2), encoded once: servers do not mask, so the same bytes serve
/// every receiver.
public struct SharedFrame: Sendable {
    /// Header and payload.
    public let buffer: ByteBuffer

    /// A final text frame with that payload.
    public init(text payload: [UInt8]) {
        self.init(opcode: 0x1, payload: payload)
    }

    init(opcode: UInt8, payload: [UInt8]) {
        var buffer = ByteBufferAllocator().buffer(capacity: payload.count + SharedFrame.headerBytes)
        buffer.writeFrame(opcode: opcode, payload: payload)
        self.buffer = buffer
    }

    /// The longest header of a frame that is not masked.
    static let headerBytes = 10

    /// A close frame (RFC 6455 §5.5.1); the reason is cut to the limit of a control frame.
    static func close(code: UInt16, reason: String) -> SharedFrame {
        var bytes = Array(reason.utf8.prefix(123))
        while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
        return SharedFrame(opcode: 0x8, payload: [UInt8(code >> 8), UInt8(code & 0xFF)] + bytes)
    }

    /// A pong with the payload of its ping (RFC 6455 §5.5.3).
    static func pong(_ payload: [UInt8]) -> SharedFrame { SharedFrame(opcode: 0xA, payload: payload) }
}

extension ByteBuffer {
    /// Writes a final text frame with that payload.
    mutating func writeTextFrame(_ payload: [UInt8]) { writeFrame(opcode: 0x1, payload: payload) }

    /// Writes a final frame: header and payload.
    fileprivate mutating func writeFrame(opcode: UInt8, payload: [UInt8]) {
        let count = payload.count
        switch count {
        case 0..<126:
            writeInteger(UInt16(0x80 | opcode) << 8 | UInt16(count))
        case 126...0xFFFF:
            writeInteger(UInt32(0x80 | opcode) << 24 | 126 << 16 | UInt32(count))
        default:
            writeInteger(UInt16(0x80 | opcode) << 8 | 127)
            writeInteger(UInt64(count))
        }
        writeBytes(payload)
    }
}
