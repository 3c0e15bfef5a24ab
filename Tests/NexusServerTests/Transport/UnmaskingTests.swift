import NIOCore
import NIOWebSocket
import Testing

@testable import NexusServer

@Suite("Masked payloads")
struct UnmaskingTests {
    @Test("a masked payload of any length reads as NIO reads it", arguments: 0...40)
    func unmasked(_ count: Int) {
        var payload = ByteBuffer(bytes: (0..<count + 3).map { UInt8($0 &* 37 & 0xFF) })
        // A slice, which does not begin where its memory does.
        payload.moveReaderIndex(forwardBy: 3)
        let key: WebSocketMaskingKey = [0x37, 0xFA, 0x21, 0x3D]
        let frame = WebSocketFrame(fin: true, opcode: .text, maskKey: key, data: payload)
        #expect(frame.unmasked == frame.unmaskedData)
    }

    @Test("a payload without a mask stays as it is")
    func noMask() {
        let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: "plain"))
        #expect(frame.unmasked == ByteBuffer(string: "plain"))
    }
}
