import Foundation
import NexusCore

extension Timestamp {
    /// Reads a time with its zone, `2026-03-14T09:26:53.589+01:00` (RFC 3339); `nil` for anything else, also for one before 1970.
    init?(imported text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            return bytes[range].reduce(0 as Int?) { value, byte in
                guard let value, byte >= 48, byte <= 57 else { return nil }
                return value * 10 + Int(byte - 48)
            }
        }
        func has(_ characters: String, at place: Int) -> Bool {
            place < bytes.count && characters.utf8.contains(bytes[place])
        }
        guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
            let day = number(8..<10), has("Tt ", at: 10), let hour = number(11..<13), has(":", at: 13),
            let minute = number(14..<16), has(":", at: 16), let second = number(17..<19), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        var place = 19
        var fraction = 0
        if has(".", at: place) {
            place += 1
            var worth = 100
            let first = place
            while let digit = number(place..<place + 1) {
                fraction += digit * worth
                worth /= 10
                place += 1
            }
            guard place > first else { return nil }
        }
        var offset = 0
        if has("Zz", at: place) {
            place += 1
        } else {
            guard has("+-", at: place), let hours = number(place + 1..<place + 3), has(":", at: place + 3),
                let minutes = number(place + 4..<place + 6), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (bytes[place] == UInt8(ascii: "-") ? -1 : 1)
            place += 6
        }
        guard place == bytes.count else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(year: year, month: month, day: day)
        guard let date = calendar.date(from: parts), parts.isValidDate(in: calendar) else { return nil }
        let seconds = Int64(date.timeIntervalSince1970) + Int64(hour * 3_600 + (minute - offset) * 60 + second)
        guard seconds >= 0 else { return nil }
        self.init(milliseconds: seconds * 1_000 + Int64(fraction))
    }
}
