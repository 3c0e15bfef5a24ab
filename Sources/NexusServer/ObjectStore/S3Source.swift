import Crypto
import NIOCore

/// Bytes to be uploaded, which can be read again for another attempt.
struct S3Source: Sendable {
    let bytes: Int64
    /// At most that many bytes from an offset on; fewer only at the end.
    let read: @Sendable (_ offset: Int64, _ count: Int) async throws -> [UInt8]

    /// The SHA-256 of a range in hexadecimal digits.
    func digest(of range: Range<Int64>) async throws -> String {
        var hasher = SHA256()
        for try await part in S3SourceParts(source: self, range: range) { hasher.update(data: part.readableBytesView) }
        return S3Encoding.hexadecimal(hasher.finalize())
    }
}

/// A range of a source in parts, so that no more than one of them is in memory.
struct S3SourceParts: AsyncSequence, Sendable {
    private static let count = 256 << 10

    let source: S3Source
    let range: Range<Int64>

    /// The source cannot be read, or became shorter than it was.
    struct Unreadable: Error {
        var cause: (any Error)?
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let source: S3Source
        var rest: Range<Int64>

        mutating func next() async throws -> ByteBuffer? {
            guard !rest.isEmpty else { return nil }
            let part: [UInt8]
            do {
                part = try await source.read(rest.lowerBound, Swift.min(S3SourceParts.count, rest.count))
            } catch {
                throw Unreadable(cause: error)
            }
            guard !part.isEmpty else { throw Unreadable() }
            rest = (rest.lowerBound + Int64(part.count))..<rest.upperBound
            return ByteBuffer(bytes: part)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source, rest: range) }
}
