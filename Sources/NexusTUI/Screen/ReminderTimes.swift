import NexusCore

/// The times that a reminder can have.
struct ReminderTimes {
    /// The hour of ``ReminderMoment/evening``.
    private static let evening: Int64 = 18
    private static let morning: Int64 = 9

    let clock: ClockText

    /// The presets that lie ahead.
    ///
    /// - Parameter due: of the insight.
    func presets(due: InsightRecord.Due?) -> [(moment: ReminderMoment, label: String)] {
        var presets: [(ReminderMoment, String)] = [(.hour, "In an hour")]
        if clock.minuteOfDay(clock.now) < ReminderTimes.evening * 60 { presets.append((.evening, "This evening")) }
        presets.append((.tomorrow, "Tomorrow morning"))
        if let due, let day = clock.day(ofDue: due.text), isAhead(day) {
            presets.append((.due, "On the morning it is due"))
        }
        return presets
    }

    /// Whether the morning of a day is ahead.
    private func isAhead(_ day: Int64) -> Bool {
        let today = clock.day(of: clock.now)
        return day > today || day == today && clock.minuteOfDay(clock.now) < ReminderTimes.morning * 60
    }

    /// The menu of times for an insight or a message.
    func menu(of subject: ReminderSubject, _ words: String, due: InsightRecord.Due?, at: Timestamp?) -> Menu {
        let keys: [ReminderMoment: Character] = [.hour: "h", .evening: "e", .tomorrow: "t", .due: "d"]
        var items = presets(due: due).map { moment, label in
            Menu.Item(key: keys[moment] ?? "h", label: label, outcome: .command(.remind(subject, moment)))
        }
        items.append(
            Menu.Item(
                key: "c", label: "Choose a time…",
                outcome: .overlay(
                    .prompt(Prompt(title: "17:00, 2h, 3d or 2026-11-24 17:00", purpose: .reminder(subject))))))
        if at != nil, case .insight(let insight) = subject {
            items.append(Menu.Item(key: "x", label: "Remove reminder", outcome: .command(.removeReminder(insight))))
        }
        var text = words
        if case .message = subject { text += "\nThe message becomes an action item, which all members see." }
        if let at { text += "\nNow: \(clock.reminder(at))." }
        return Menu(title: "Remind me", text: text, items: items)
    }
}

extension ClockText {
    /// `today 18:00`, `tomorrow 09:00`, `6 Mar 09:00`.
    func reminder(_ time: Timestamp) -> String { "\(dayText(day(of: time))) \(self.time(time))" }
}
