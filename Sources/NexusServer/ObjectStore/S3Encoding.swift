import Crypto
import Foundation
import NexusCore

/// Texts as Signature Version 4 writes them.
enum S3Encoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Percent-encodes all but letters, digits and `-._~` (RFC 3986 §2.3), byte by byte.
    static func encoded(_ text: String, keepsSlash: Bool = false) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            case UInt8(ascii: "/") where keepsSlash: bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self).lowercased()
    }

    static func digest(_ bytes: some DataProtocol) -> String { hexadecimal(SHA256.hash(data: bytes)) }

    /// ISO 8601 in its short form, such as `20130524T000000Z`.
    static func date(_ time: Timestamp) -> String {
        var parts = tm()
        var clock = time_t(time.milliseconds / 1_000)
        gmtime_r(&clock, &parts)
        func text(_ number: Int32, _ count: Int = 2) -> String {
            let text = String(max(0, number))
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(text(parts.tm_year + 1_900, 4))\(text(parts.tm_mon + 1))\(text(parts.tm_mday))"
            + "T\(text(parts.tm_hour))\(text(parts.tm_min))\(text(parts.tm_sec))Z"
    }
}
