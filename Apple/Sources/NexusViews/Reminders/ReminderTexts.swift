import NexusCore
import SwiftUI

extension ReminderMoment {
    var title: LocalizedStringKey {
        switch self {
        case .hour: "In an hour"
        case .evening: "This evening"
        case .tomorrow: "Tomorrow morning"
        case .due: "On the morning it is due"
        }
    }
}

/// When the user is reminded, or was.
struct ReminderTimeText: View {
    let reminder: Reminder

    var body: some View {
        if reminder.firedAt == nil {
            Text("Reminder \(reminder.at.date, format: style)")
        } else {
            Text("Reminded \(reminder.at.date, format: style)")
        }
    }

    private var style: Date.FormatStyle { .dateTime.weekday().day().month(.abbreviated).hour().minute() }
}
