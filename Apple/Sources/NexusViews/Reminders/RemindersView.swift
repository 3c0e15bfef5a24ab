import NexusClient
import NexusCore
import SwiftUI

/// The user's reminders: those that fired, then those ahead.
struct RemindersView: View {
    @Environment(AppModel.self) private var app
    @Environment(\.dismiss) private var dismiss
    @State private var subject: ReminderSubject?

    var body: some View {
        List {
            ForEach(model.fired + model.pending, id: \.insight) { reminder in
                ReminderRow(reminder: reminder) { subject = ReminderSubject(id: reminder.insight) }
            }
            ErrorLine(error: model.error)
        }
        .overlay {
            if model.reminders.isEmpty {
                ContentUnavailableView(
                    "No reminders", systemImage: "bell",
                    description: Text("Choose “Remind me” in the menu of an insight."))
            }
        }
        .navigationTitle("Reminders")
        .toolbar { ToolbarItem(placement: .cancellationAction) { Button("Done") { dismiss() } } }
        .refreshable { await model.load() }
        .sheet(item: $subject) { ReminderTimeView(insight: $0.id).sheetFrame() }
    }

    private var model: RemindersViewModel { app.reminders }
}

/// A reminder. A tap shows its message.
struct ReminderRow: View {
    @Environment(AppModel.self) private var app
    @Environment(\.dismiss) private var dismiss
    @Environment(Router.self) private var router
    let reminder: Reminder
    let choose: () -> Void

    var body: some View {
        Button {
            open()
        } label: {
            VStack(alignment: .leading) {
                Text(verbatim: reminder.text)
                ReminderTimeText(reminder: reminder).font(.caption).foregroundStyle(.secondary)
            }
            .accessibilityElement(children: .combine)
        }
        .buttonStyle(.plain)
        .swipeActions { remove }
        .contextMenu {
            ReminderMenu(insight: reminder.insight, choose: choose)
            remove
        }
    }

    private var remove: some View {
        Button("Remove reminder", systemImage: "bell.slash", role: .destructive) {
            Task { await app.reminders.remove(reminder.insight) }
        }
    }

    private func open() {
        Task {
            dismiss()
            // One change of the navigation a frame.
            await Task.yield()
            await router.open(reminder.conversation, message: reminder.message)
        }
    }
}
