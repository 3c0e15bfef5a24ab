import NIOCore
import NIOWebSocket

extension WebSocketFrame {
    /// The payload without its mask (RFC 6455 §5.3), as `unmaskedData`, but eight bytes at a time.
    var unmasked: ByteBuffer {
        guard let maskKey else { return data }
        let count = data.readableBytes
        var key: UInt64 = 0
        for byte in maskKey { key = key << 8 | UInt64(byte) }
        key = (key << 32 | key).bigEndian
        var result = ByteBufferAllocator().buffer(capacity: count)
        data.withUnsafeReadableBytes { masked in
            _ = result.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { output in
                var offset = 0
                while offset + 8 <= count {
                    let word = masked.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ key
                    output.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
                    offset += 8
                }
                while offset < count {
                    output[offset] = masked[offset] ^ maskKey[offset % 4]
                    offset += 1
                }
                return count
            }
        }
        return result
    }
}
