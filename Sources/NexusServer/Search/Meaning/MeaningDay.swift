import NexusCore

/// A day in the words of questions.
enum MeaningDay {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]

    /// "Sunday 8 March 2026", where clocks are `utcOffset` minutes ahead of UTC. H. Hinnant, "chrono-compatible low-level date
    /// algorithms", `civil_from_days`.
    static func words(_ time: Timestamp, utcOffset: Int) -> String {
        let milliseconds = time.milliseconds &+ Int64(utcOffset) * 60_000
        let number = (milliseconds - (milliseconds < 0 ? 86_399_999 : 0)) / 86_400_000
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let day = ofYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let weekday = ((number % 7) + 7) % 7
        return "\(weekdays[Int(weekday)]) \(day) \(months[Int(month) - 1]) \(year)"
    }
}
