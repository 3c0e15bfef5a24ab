import NexusClient
import NexusCore
import SwiftUI

/// An insight with its actions. A tap shows its message.
struct InsightRowView: View {
    @Environment(AppModel.self) private var app
    @Environment(\.dismiss) private var dismiss
    @Environment(Router.self) private var router
    let insight: InsightRecord
    let isWaiting: Bool
    let model: InsightsViewModel
    @Binding var subject: ReminderSubject?

    var body: some View {
        Button {
            open()
        } label: {
            words
        }
        .buttonStyle(.plain)
        .swipeActions(edge: .leading) { stateButton }
        .swipeActions(edge: .trailing) { dismissButton }
        .contextMenu {
            stateButton
            if insight.certainty == .suggested {
                Button("Confirm", systemImage: "checkmark") { Task { await model.confirm(insight) } }
            }
            if let id = insight.id, insight.state.isOpen {
                ReminderMenu(insight: id, due: insight.due) { subject = ReminderSubject(id: id) }
            }
            dismissButton
        }
    }

    private var words: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: insight.text).strikethrough(insight.state == .done)
            HStack {
                Text(verbatim: insight.assignee?.name ?? insight.sender.name)
                if let due = insight.due { Text("due \(due.text)") }
                if insight.level == .high { Text("High priority") }
                if insight.state == .done { Text("Done") }
                if let reminder { ReminderTimeText(reminder: reminder) }
                if isWaiting { Image(systemName: "clock").accessibilityLabel("A change waits to be sent") }
            }
            .font(.caption).foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
    }

    private var reminder: Reminder? { insight.id.flatMap { app.reminders.reminders[$0] } }

    @ViewBuilder private var stateButton: some View {
        if insight.state.isOpen {
            Button("Mark as done", systemImage: "checkmark.circle") { Task { await model.complete(insight) } }
        } else {
            Button("Reopen", systemImage: "arrow.uturn.backward") { Task { await model.confirm(insight) } }
        }
    }

    private var dismissButton: some View {
        Button("Not an insight", systemImage: "xmark", role: .destructive) { Task { await model.dismiss(insight) } }
    }

    private func open() {
        Task {
            dismiss()
            // One change of the navigation a frame.
            await Task.yield()
            await router.open(insight.conversation, message: insight.source)
        }
    }
}
