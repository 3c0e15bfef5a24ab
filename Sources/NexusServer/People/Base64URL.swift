import Foundation

/// Bytes as text that is safe in URLs (RFC 4648 §5), without padding.
enum Base64URL {
    static func text(of bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// `nil` for an invalid text.
    static func bytes(of text: String) -> [UInt8]? {
        let padded = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4)
        return Data(base64Encoded: padded + padding).map { Array($0) }
    }
}
