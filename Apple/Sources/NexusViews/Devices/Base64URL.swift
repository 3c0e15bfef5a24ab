import Foundation

/// Base64 with the alphabet for URLs and without padding (RFC 4648 §5), as WebAuthn has it.
enum Base64URL {
    static func text(of data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Nil for an invalid text.
    static func data(of text: String) -> Data? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
