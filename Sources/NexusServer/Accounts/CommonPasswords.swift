import CZlib
import Foundation

/// The 10,000 commonest passwords of at least 8 characters, which attackers try first. The source of the list is in NOTICE.
enum CommonPasswords {
    /// Whether a password is one of them, in whatever case.
    static func contains(_ password: String) -> Bool { all.contains(password.lowercased()) }

    /// In lower case. Inflated at the first use.
    static let all: Set<String> = {
        guard let packed = Data(base64Encoded: data, options: .ignoreUnknownCharacters) else { return [] }
        var text = [UInt8](repeating: 0, count: bytes)
        var length = uLong(bytes)
        guard uncompress(&text, &length, Array(packed), uLong(packed.count)) == Z_OK else { return [] }
        return Set(text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
    }()
}
