import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// Chooses any time for a reminder.
struct ReminderTimeView: View {
    @Environment(AppModel.self) private var app
    @Environment(\.dismiss) private var dismiss
    @Environment(\.now) private var now
    @State private var time: Date?
    let insight: InsightID

    var body: some View {
        NavigationStack {
            Form {
                DatePicker("Date and time", selection: chosen, in: (now ?? Date())...)
                ErrorLine(error: app.reminders.error)
            }
            .formStyle(.grouped)
            .navigationTitle("Remind me")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) { Button("Set reminder") { Task { await set() } } }
            }
        }
    }

    private var chosen: Binding<Date> { Binding(get: { start }, set: { time = $0 }) }

    /// The chosen time; until then an hour from now, or the time of the present reminder.
    private var start: Date {
        let hour = (now ?? Date()).addingTimeInterval(3_600)
        return time ?? max(hour, app.reminders.reminders[insight]?.at.date ?? hour)
    }

    private func set() async {
        let at = Timestamp(milliseconds: Int64(start.timeIntervalSince1970 * 1_000))
        if await app.reminders.set(ReminderRequest(at: at), of: insight) != nil { dismiss() }
    }
}

/// The insight whose reminder a sheet sets.
struct ReminderSubject: Identifiable {
    let id: InsightID
}
