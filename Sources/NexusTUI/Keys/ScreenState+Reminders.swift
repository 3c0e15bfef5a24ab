import NexusCore

extension ScreenState {
    /// The list of reminders.
    mutating func pressReminders(_ key: Key, _ position: ListPosition, _ content: ScreenContent) -> [Command] {
        if key.code == .escape || key == .character("q") { return [] }
        var position = position
        let reminders = content.reminders
        let height = max(1, Overlay.listBox(in: size.rectangle).height - 4)
        if let move = ListMove(key) {
            position.chosen = move.target(from: position.chosen, count: reminders.count, height: height)
        }
        position.settle(count: reminders.count, height: height)
        guard reminders.indices.contains(position.chosen) else {
            overlays.append(.reminders(position))
            return []
        }
        let reminder = reminders[position.chosen]
        if key.code == .enter { return [.openReminder(reminder)] }
        overlays.append(.reminders(position))
        switch key {
        case .character("d"), .character("x"), Key(.delete): return [.removeReminder(reminder.insight)]
        case .character("m"):
            let due = content.insights.insights.first { $0.id == reminder.insight }?.due
            overlays.append(
                .menu(
                    content.reminderTimes.menu(
                        of: .insight(reminder.insight), reminder.text, due: due, at: reminder.at)))
        default: break
        }
        return []
    }

    /// Opens the times for an insight.
    mutating func remind(of insight: InsightRecord, _ content: ScreenContent) {
        guard let id = insight.id, insight.state.isOpen else {
            notice = "Only open insights have reminders."
            return
        }
        let at = content.reminders.first { $0.insight == id && $0.firedAt == nil }?.at
        overlays = [
            .menu(content.reminderTimes.menu(of: .insight(id), insight.text, due: insight.due, at: at))
        ]
    }
}

extension ScreenContent {
    var reminderTimes: ReminderTimes {
        ReminderTimes(clock: ClockText(now: now, minutesFromUTC: minutesFromUTC))
    }

    /// What Ctrl+O does: a message's banner is above that of a reminder.
    var bannerCommand: Command {
        if banner == nil, let first = fired.first { return .openReminder(first) }
        return .openBanner
    }
}
