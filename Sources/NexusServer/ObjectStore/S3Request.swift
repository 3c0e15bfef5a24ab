import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// One request to a store, before it is signed.
struct S3Request: Sendable {
    /// What is sent.
    enum Body: Sendable {
        case bytes([UInt8])
        /// A part of a source, with the SHA-256 of that part in hexadecimal digits.
        case part(S3Source, Range<Int64>, digest: String)
    }

    var method: HTTPMethod
    /// Nil for the bucket itself.
    var key: String?
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body: Body = .bytes([])

    init(_ method: HTTPMethod, _ key: String? = nil) {
        self.method = method
        self.key = key
    }

    var payload: String {
        switch body {
        case .bytes(let bytes): S3Encoding.digest(bytes)
        case .part(_, _, let digest): digest
        }
    }

    /// Nil for an empty body where none is expected.
    var content: HTTPClientRequest.Body? {
        switch body {
        case .bytes(let bytes): bytes.isEmpty && method != .PUT ? nil : .bytes(ByteBuffer(bytes: bytes))
        case .part(let source, let range, _):
            .stream(S3SourceParts(source: source, range: range), length: .known(Int64(range.count)))
        }
    }
}

/// The head of an answer that is no error, and its body.
struct S3Answer: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: HTTPClientResponse.Body
}
