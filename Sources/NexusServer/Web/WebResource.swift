import Crypto
import NIOCore

/// Something of the web client as it is sent: its bytes, plain and compressed, each form with its entity tag.
struct WebResource: Sendable {
    /// How long a browser may keep it without asking (RFC 9111 §5.2.2).
    enum Keeping: String, Sendable {
        /// Its content never changes under its address.
        case forever = "public, max-age=31536000, immutable"
        /// To be asked about each time; an unchanged one costs no body.
        case asking = "no-cache"
    }

    /// What a browser makes of it, and so which headers it needs.
    enum Role: Sendable { case page, worker, part }

    /// One form of the content; each has a strong tag of its own (RFC 9110 §8.8.3).
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
    /// Its codings (RFC 9110 §8.4.1), the smallest first; none where compressing gains nothing.
    let coded: [(coding: String, variant: Variant)]

    /// - Parameter brotli: the same content in that coding (RFC 7932), where it was made beforehand.
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
