import Crypto
import NIOCore

/// A resource of the web client: its bytes, plain and compressed, each with its entity tag.
struct WebResource: Sendable {
    /// The caching by browsers (RFC 9111 §5.2.2).
    enum Keeping: String, Sendable {
        /// Its content never changes under its address.
        case forever = "public, max-age=31536000, immutable"
        /// Revalidated each time; an unchanged one costs no body.
        case asking = "no-cache"
    }

    /// The use of the resource, which determines its headers.
    enum Role: Sendable { case page, worker, part }

    /// One coding of the content; each has its own strong tag (RFC 9110 §8.8.3).
    struct Variant: Sendable {
        let bytes: ByteBuffer
        let entityTag: String

        init(_ bytes: [UInt8]) {
            self.bytes = ByteBuffer(bytes: bytes)
            entityTag = "\"\(WebResource.digest(bytes).prefix(32))\""
        }
    }

    let contentType: String
    let role: Role
    let keeping: Keeping
    let plain: Variant
    /// Its codings (RFC 9110 §8.4.1), the smallest first; none if compression gains nothing.
    let coded: [(coding: String, variant: Variant)]

    /// - Parameter brotli: the same content in that coding (RFC 7932), if precompressed.
    init(_ bytes: [UInt8], brotli: [UInt8]? = nil, named name: String, keeping: Keeping) {
        contentType = WebContentType.named(name)
        role = WebResource.role(of: name)
        self.keeping = keeping
        plain = Variant(bytes)
        let gzipped = Gzip.compressed(bytes)
        coded = [("br", brotli), ("gzip", gzipped)].compactMap { coding, bytes in
            bytes.map { (coding, Variant($0)) }
        }
    }

    /// Scripts of workers are named for it.
    private static func role(of name: String) -> Role {
        if name.hasSuffix(".html") { return .page }
        return name == "sw.js" || name.hasSuffix("worker.js") ? .worker : .part
    }

    /// SHA-256 in hexadecimal.
    static func digest(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
