import NIOCore

extension SharedFrame {
    /// The payloads of text frames in a buffer of whole frames, as this server writes them: final and not masked (RFC 6455 §5.2).
    static func payloads(of frames: ByteBuffer) -> [ByteBuffer] {
        var rest = frames
        var payloads: [ByteBuffer] = []
        while let head = rest.readInteger(as: UInt8.self), let short = rest.readInteger(as: UInt8.self) {
            let length: Int? =
                switch short {
                case 0..<126: Int(short)
                case 126: rest.readInteger(as: UInt16.self).map(Int.init)
                default: rest.readInteger(as: UInt64.self).flatMap(Int.init(exactly:))
                }
            guard let length, let payload = rest.readSlice(length: length) else { break }
            if head == 0x81 { payloads.append(payload) }
        }
        return payloads
    }
}
