import Foundation
import Synchronization

/// The `Date` of answers (RFC 9110 §6.6.1), written once a second.
final class DateHeader: Sendable {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private let last = Mutex((second: time_t.min, text: ""))

    var text: String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, DateHeader.text(of: second)) }
            return last.text
        }
    }

    /// A time in the format of RFC 9110 §5.6.7.
    /// - Parameter second: since 1970.
    static func text(of second: time_t) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1_900) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}
