import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// Times to be reminded of an insight, by the clock of the device.
struct ReminderMenu: View {
    @Environment(AppModel.self) private var app
    @Environment(\.calendar) private var calendar
    @Environment(\.now) private var now
    let insight: InsightID
    var due: InsightRecord.Due?
    var title: LocalizedStringKey = "Remind me"
    /// Opens the choice of any other time.
    let choose: () -> Void

    var body: some View {
        Menu(title, systemImage: "bell") {
            ForEach(moments, id: \.self) { moment in
                Button(moment.title) { Task { await app.reminders.set(ReminderRequest(moment), of: insight) } }
            }
            Button("Choose a time", systemImage: "calendar") { choose() }
            if app.reminders.reminders[insight] != nil {
                Button("Remove reminder", systemImage: "bell.slash", role: .destructive) {
                    Task { await app.reminders.remove(insight) }
                }
            }
        }
    }

    private var moments: [ReminderMoment] {
        let now = now ?? Date()
        return ReminderMoment.offered(
            due: due, at: Timestamp(milliseconds: Int64(now.timeIntervalSince1970 * 1_000)), in: calendar)
    }
}
