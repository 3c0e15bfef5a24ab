import Foundation
import NexusCore

/// The name of a snapshot: its time in UTC to the second, and four hexadecimal digits that order the snapshots of a second.
struct SnapshotName: Equatable, Sendable {
    let text: String
    let time: Timestamp

    /// - Parameter newest: of the set: the name of another snapshot of the same second comes behind it.
    init(at time: Timestamp, after newest: SnapshotName? = nil) {
        let (seconds, milliseconds) = time.milliseconds.quotientAndRemainder(dividingBy: 1_000)
        var parts = tm()
        var clock = time_t(seconds)
        gmtime_r(&clock, &parts)
        func digits(_ number: some BinaryInteger, _ count: Int, radix: Int = 10) -> String {
            let text = String(max(0, number), radix: radix)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let second =
            "\(digits(parts.tm_year + 1_900, 4))\(digits(parts.tm_mon + 1, 2))\(digits(parts.tm_mday, 2))T"
            + "\(digits(parts.tm_hour, 2))\(digits(parts.tm_min, 2))\(digits(parts.tm_sec, 2))Z-"
        var order = milliseconds
        if let newest, newest.text.hasPrefix(second), let last = Int64(newest.text.suffix(4), radix: 16) {
            order = min(0xFFFF, max(order, last + 1))
        }
        text = second + digits(order, 4, radix: 16)
        self.time = Timestamp(milliseconds: seconds * 1_000)
    }

    /// - Returns: nil for anything but a name that ``init(at:after:)`` makes.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{4}/) else { return nil }
        var parts = tm()
        parts.tm_year = (Int32(match.1) ?? 0) - 1_900
        parts.tm_mon = (Int32(match.2) ?? 0) - 1
        parts.tm_mday = Int32(match.3) ?? 0
        parts.tm_hour = Int32(match.4) ?? 0
        parts.tm_min = Int32(match.5) ?? 0
        parts.tm_sec = Int32(match.6) ?? 0
        self.text = text
        time = Timestamp(milliseconds: Int64(timegm(&parts)) * 1_000)
    }
}
