import CZlib
import Foundation

/// Files that may be under gzip (RFC 1952).
enum GzipFile {
    /// Contents unpack to at most this many bytes.
    private static let limit = 512 << 20

    /// The contents of a file, decompressed if it is gzip.
    ///
    /// - Throws: `BenchFailure` for a damaged or too large one.
    static func contents(of data: Data) throws -> Data {
        guard data.starts(with: [0x1F, 0x8B]) else { return data }
        var stream = z_stream()
        // 15 + 16: the greatest window, with gzip's header.
        guard inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw BenchFailure("There is no memory to unpack.")
        }
        defer { inflateEnd(&stream) }
        var input = [UInt8](data)
        var output = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        try input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            var status = Z_OK
            while status == Z_OK {
                let (code, written) = chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = UInt32(chunk.count)
                    let code = inflate(&stream, Z_NO_FLUSH)
                    return (code, chunk.count - Int(stream.avail_out))
                }
                status = code
                output.append(contentsOf: chunk[..<written])
                guard output.count <= limit else { throw BenchFailure("The file unpacks to too much.") }
            }
            guard status == Z_STREAM_END else { throw BenchFailure("The file is damaged.") }
        }
        return output
    }
}
