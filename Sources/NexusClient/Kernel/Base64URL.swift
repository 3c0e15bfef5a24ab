import Foundation

/// Base64 with the alphabet for URLs and without padding (RFC 4648 §5).
enum Base64URL {
    static func text(of bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
