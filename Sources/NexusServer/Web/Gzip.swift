import CZlib

/// The gzip format (RFC 1952), for content that is compressed once and sent often.
enum Gzip {
    /// The bytes at zlib's best compression; `nil` if they do not shrink.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 16 more than the largest window selects gzip's header instead of zlib's; its time stays 0, so that the same
        // bytes always give the same.
        let begun = deflateInit2_(
            &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count)
        let result = input.withUnsafeMutableBufferPointer { from in
            output.withUnsafeMutableBufferPointer { to in
                stream.next_in = from.baseAddress
                stream.avail_in = UInt32(from.count)
                stream.next_out = to.baseAddress
                stream.avail_out = UInt32(to.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        // The output is no larger than the input.
        guard result == Z_STREAM_END, Int(stream.total_out) < bytes.count else { return nil }
        return Array(output.prefix(Int(stream.total_out)))
    }
}
