import Foundation
import NexusCore

/// A signed token (RFC 7519) by which this server proves to a push service who it is.
enum PushToken {
    /// - Parameters:
    ///   - header: the JSON of the protected header.
    ///   - sign: the raw signature of RFC 7518.
    static func text(header: JSONWriter, claims: JSONWriter, sign: (Data) throws -> Data) rethrows -> String {
        let text = Base64URL.text(of: header.bytes) + "." + Base64URL.text(of: claims.bytes)
        return text + "." + Base64URL.text(of: Array(try sign(Data(text.utf8))))
    }

    static func header(algorithm: String, type: String? = nil, key: String? = nil) -> JSONWriter {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("typ", ifPresent: type)
        writer.field("alg", algorithm)
        writer.field("kid", ifPresent: key)
        writer.endObject()
        return writer
    }
}
