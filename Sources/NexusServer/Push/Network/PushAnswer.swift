import Foundation
import NIOHTTP1
import NexusCore

/// The answer of a push service.
struct PushAnswer: Sendable {
    /// Bytes of a body that are read, at most.
    static let limit = 16 << 10
    /// Seconds of `Retry-After` that are heeded, at most.
    static let longestWait = 86_400

    var status: Int
    var headers: HTTPHeaders
    /// Empty if it was longer than the limit, or did not end in time.
    var body: [UInt8] = []

    /// Seconds of `Retry-After` (RFC 9110, section 10.2.3), in either form; nil without a valid one.
    func retryAfter(_ now: Timestamp) -> Int? {
        guard let text = headers.first(name: "retry-after")?.trimmingCharacters(in: .whitespaces), !text.isEmpty else {
            return nil
        }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return min(Int(text) ?? PushAnswer.longestWait, PushAnswer.longestWait)
        }
        for format in PushAnswer.formats {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "GMT")
            formatter.dateFormat = format
            guard let date = formatter.date(from: text) else { continue }
            let seconds = date.timeIntervalSince1970 - Double(now.milliseconds) / 1_000
            return Int(max(0, min(seconds.rounded(.up), Double(PushAnswer.longestWait))))
        }
        return nil
    }

    /// The status and the beginning of the body, fit for a log: at most 200 characters, no control characters, none of the secrets.
    func words(without secrets: [String] = []) -> String {
        var text = String(decoding: body.prefix(1_024), as: UTF8.self)
        for secret in secrets where !secret.isEmpty { text = text.replacing(secret, with: "…") }
        let words = text.split {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        return PushFailure.cut("HTTP \(status)" + (words.isEmpty ? "" : ": \(words.joined(separator: " "))"))
    }

    private static let formats = [
        "EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy",
    ]
}
