import NexusCore

extension DueDate {
    /// Reads what ``iso8601`` writes: `2026-03-03`, `2026-03-03T17:00+01:00` or `2026-03-03T16:00Z`. Anything else is `nil`, also a day that does
    /// not exist and a time without an offset.
    public init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            return bytes[range].reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        func stands(_ character: Character, at position: Int) -> Bool {
            position < bytes.count && bytes[position] == character.asciiValue
        }
        guard stands("-", at: 4), stands("-", at: 7), let year = number(0..<4), let month = number(5..<7),
            let dayOfMonth = number(8..<10), let day = CivilDay(year: year, month: month, day: dayOfMonth)
        else { return nil }
        if bytes.count == 10 {
            self = .day(day)
            return
        }
        guard stands("T", at: 10), stands(":", at: 13), let hour = number(11..<13), let minute = number(14..<16),
            hour < 24, minute < 60
        else { return nil }
        var offset = 0
        if stands("Z", at: 16), bytes.count == 17 {
            offset = 0
        } else if stands("+", at: 16) || stands("-", at: 16), stands(":", at: 19), bytes.count == 22,
            let hours = number(17..<19), let minutes = number(20..<22), hours <= 18, minutes < 60
        {
            offset = (hours * 60 + minutes) * (stands("-", at: 16) ? -1 : 1)
        } else {
            return nil
        }
        let naive = Int64(day.number) * 86_400_000 + Int64(hour * 60 + minute - offset) * 60_000
        self = .instant(Timestamp(milliseconds: naive), utcOffset: offset)
    }
}
