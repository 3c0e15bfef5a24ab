/// A day of the Gregorian calendar.
struct SearchDay: Equatable, Sendable {
    /// Days since 1970-01-01.
    private let number: Int

    /// The day of a time, at an offset of `utcOffset` minutes from UTC.
    init(at time: Timestamp, utcOffset: Int) {
        let milliseconds = time.advanced(by: Int64(utcOffset) * 60_000).milliseconds
        let days = milliseconds / 86_400_000
        number = Int(milliseconds % 86_400_000 < 0 ? days - 1 : days)
    }

    /// Reads `2026-11-21`, or the first day of `2026-11` or `2026`; years from 1970 to 9999.
    init?(_ text: String) {
        var numbers: [Int] = []
        var digits = 0
        var value = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "-") {
                guard digits == (numbers.isEmpty ? 4 : 2) else { return nil }
                numbers.append(value)
                (digits, value) = (0, 0)
            } else {
                guard byte >= 48, byte <= 57, digits < 4 else { return nil }
                value = value * 10 + Int(byte - 48)
                digits += 1
            }
        }
        guard digits == (numbers.isEmpty ? 4 : 2), numbers.count < 3 else { return nil }
        numbers.append(value)
        let year = numbers[0]
        let month = numbers.count > 1 ? numbers[1] : 1
        let day = numbers.count > 2 ? numbers[2] : 1
        guard year >= 1970, (1...12).contains(month), day >= 1, day <= SearchDay.length(of: month, in: year) else {
            return nil
        }
        number = SearchDay.number(year, month, day)
    }

    private init(number: Int) { self.number = number }

    func earlier(by days: Int) -> SearchDay { SearchDay(number: number - days) }

    /// Its midnight.
    func start(utcOffset: Int) -> Timestamp {
        Timestamp(milliseconds: Int64(number) * 86_400_000 - Int64(utcOffset) * 60_000)
    }

    private static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// H. Hinnant, "chrono-compatible low-level date algorithms": years begin in March, so that the leap day is the last.
    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
