import NIOCore

/// Takes the frames of a WebSocket (RFC 6455 §5.2) out of the bytes of its client, without masks. One buffer holds all that one read brings.
struct FrameReader {
    /// A whole frame.
    struct Frame {
        /// Its first byte: whether it is the last of a message, extensions, opcode.
        fileprivate let first: UInt8
        let isMasked: Bool
        /// Without its mask.
        let payload: ByteBuffer

        /// Whether it ends a message.
        var isLast: Bool { first & 0x80 != 0 }
        /// Whether it uses an extension.
        var isExtended: Bool { first & 0x70 != 0 }
        var opcode: UInt8 { first & 0x0F }
    }

    /// Why there are no more frames.
    enum Problem: Error {
        case tooLong, malformed
    }

    private let maximumBytes: Int
    /// Bytes that are no whole frame yet.
    private var rest = ByteBuffer()

    /// - Parameter maximumBytes: of the payload of a frame.
    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    mutating func append(_ bytes: ByteBuffer) {
        rest.discardReadBytes()
        rest.writeImmutableBuffer(bytes)
    }

    /// The next frame; nil until there are more bytes.
    /// - Throws: `Problem`, as soon as the header shows it.
    mutating func next() throws(Problem) -> Frame? {
        guard let (header, length) = try self.header(), rest.readableBytes - header.length >= length else {
            // An idle connection keeps no memory.
            if rest.readableBytes == 0 { rest = ByteBuffer() }
            return nil
        }
        if header.isMasked {
            rest.withUnsafeMutableReadableBytes { bytes in
                let key = bytes.loadUnaligned(fromByteOffset: header.length - 4, as: UInt32.self)
                FrameReader.unmask(
                    UnsafeMutableRawBufferPointer(rebasing: bytes[header.length..<(header.length + length)]), key)
            }
        }
        rest.moveReaderIndex(forwardBy: header.length)
        guard let payload = rest.readSlice(length: length) else { return nil }
        return Frame(first: header.first, isMasked: header.isMasked, payload: payload)
    }

    /// The header and the payload's length, if they are there.
    private func header() throws(Problem) -> (header: (first: UInt8, isMasked: Bool, length: Int), payload: Int)? {
        let start = rest.readerIndex
        guard let first: UInt8 = rest.getInteger(at: start), let second: UInt8 = rest.getInteger(at: start + 1) else {
            return nil
        }
        let isMasked = second & 0x80 != 0
        var (length, payload) = (isMasked ? 6 : 2, UInt64(second & 0x7F))
        switch payload {
        case 126:
            guard let word: UInt16 = rest.getInteger(at: start + 2) else { return nil }
            (length, payload) = (length + 2, UInt64(word))
        case 127:
            guard let word: UInt64 = rest.getInteger(at: start + 2) else { return nil }
            (length, payload) = (length + 8, word)
        default: break
        }
        guard payload <= UInt64(maximumBytes) else { throw .tooLong }
        // A control frame is whole and short (RFC 6455 §5.5).
        if first & 0x08 != 0, first & 0x80 == 0 || payload > 125 { throw .malformed }
        return ((first, isMasked, length), Int(payload))
    }

    /// Removes a mask (RFC 6455 §5.3), eight bytes at a time.
    private static func unmask(_ bytes: UnsafeMutableRawBufferPointer, _ key: UInt32) {
        let word = UInt64(key) << 32 | UInt64(key)
        var offset = 0
        while bytes.count - offset >= 8 {
            let masked = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            bytes.storeBytes(of: masked ^ word, toByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        withUnsafeBytes(of: key) { key in
            while offset < bytes.count {
                bytes[offset] ^= key[offset % 4]
                offset += 1
            }
        }
    }
}
