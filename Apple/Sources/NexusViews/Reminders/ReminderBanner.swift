import NexusClient
import NexusCore
import SwiftUI

/// The first reminder that fired, until the user opens its message, dismisses it or chooses another time, here or on another device.
struct ReminderBanner: View {
    @Environment(Router.self) private var router
    @State private var subject: ReminderSubject?
    let model: RemindersViewModel

    var body: some View {
        if let reminder = model.fired.first { content(reminder) }
    }

    private func content(_ reminder: Reminder) -> some View {
        HStack {
            Button {
                open(reminder)
            } label: {
                VStack(alignment: .leading) {
                    title.font(.headline)
                    Text(verbatim: reminder.text).font(.subheadline).lineLimit(2)
                }
                .accessibilityElement(children: .combine)
            }
            .buttonStyle(.plain)
            Spacer()
            ReminderMenu(insight: reminder.insight, title: "Remind me later") {
                subject = ReminderSubject(id: reminder.insight)
            }
            .labelStyle(.iconOnly)
            Button("Dismiss reminder", systemImage: "xmark") { Task { await model.remove(reminder.insight) } }
                .labelStyle(.iconOnly)
        }
        .padding()
        .background(.regularMaterial, in: .rect(cornerRadius: 16))
        .padding(.horizontal)
        .sheet(item: $subject) { ReminderTimeView(insight: $0.id).sheetFrame() }
    }

    @ViewBuilder private var title: some View {
        if model.fired.count > 1 { Text("Reminder, 1 of \(model.fired.count)") } else { Text("Reminder") }
    }

    private func open(_ reminder: Reminder) {
        Task {
            await router.open(reminder.conversation, message: reminder.message)
            await model.remove(reminder.insight)
        }
    }
}
