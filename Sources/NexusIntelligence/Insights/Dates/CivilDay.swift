/// A day of the Gregorian calendar, in any time zone.
public struct CivilDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public var number: Int

    public init(number: Int) { self.number = number }

    /// A day by its year (1…9999), month and day of the month; `nil` if it does not exist, as 29 February 2027.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDay.length(ofMonth: month, in: year)
        else { return nil }
        number = CivilDay.number(year, month, day)
    }

    public static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }

    /// 0 is Monday, 6 Sunday (ISO 8601).
    public var weekday: Int { ((number + 3) % 7 + 7) % 7 }

    public func later(by days: Int) -> CivilDay { CivilDay(number: number + days) }

    /// The same day of a later month, or that month's last day if it is shorter.
    func later(byMonths months: Int) -> CivilDay {
        let (year, month, day) = parts
        let total = year * 12 + month - 1 + months
        let length = CivilDay.length(ofMonth: total % 12 + 1, in: total / 12)
        return CivilDay(number: CivilDay.number(total / 12, total % 12 + 1, min(day, length)))
    }

    /// The last day of its month.
    var endOfMonth: CivilDay {
        let (year, month, _) = parts
        return CivilDay(number: CivilDay.number(year, month, CivilDay.length(ofMonth: month, in: year)))
    }

    /// Year, month and day of the month: H. Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
    public var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// `2026-03-03`.
    public var iso8601: String {
        let (year, month, day) = parts
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The same source, `days_from_civil`: years begin in March, so that the leap day is the last.
    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

/// A number with leading zeros.
func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(abs(value))
    return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
}
