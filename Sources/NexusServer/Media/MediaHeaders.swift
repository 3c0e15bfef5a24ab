import HTTPTypes
import NexusCore

/// The headers of served media: a browser never runs an upload.
enum MediaHeaders {
    static func fields(for served: MediaService.Served) -> HTTPFields {
        var fields: HTTPFields = [
            .contentType: type(of: served),
            .eTag: served.tag,
            .acceptRanges: "bytes",
            // Another user may sign in on the same browser, and access may end: caches must revalidate.
            .cacheControl: "private, no-cache",
            .contentSecurityPolicy: "sandbox; default-src 'none'; frame-ancestors 'none'",
            .contentDisposition: disposition(served.record.name, isInline: served.type.isShownInPlace),
        ]
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { fields[name] = "same-origin" }
        return fields
    }

    /// For a program that asked to be sent to the store: the address is a secret for as long as it can be used.
    static func redirect(to address: String) -> HTTPFields {
        var fields: HTTPFields = [.location: address, .cacheControl: "no-store"]
        if let name = HTTPField.Name("Referrer-Policy") { fields[name] = "no-referrer" }
        return fields
    }

    /// Of anything but pictures and sound a type that no browser runs.
    static func type(of served: MediaService.Served) -> String {
        served.type.isShownInPlace ? served.type.name : "application/octet-stream"
    }

    /// RFC 6266: an ASCII name for all clients, and the full name in UTF-8 (RFC 8187).
    static func disposition(_ name: String, isInline: Bool) -> String {
        var plain = ""
        var encoded = ""
        for scalar in name.unicodeScalars {
            plain.unicodeScalars.append(
                scalar.isASCII && scalar != "\"" && scalar != "\\" && scalar.value >= 32 ? scalar : "_")
        }
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return "\(isInline ? "inline" : "attachment"); filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}
