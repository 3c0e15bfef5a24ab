import Foundation

/// Base64 with the alphabet for URLs and without padding (RFC 4648 §5).
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
