import Foundation
import NexusClient
import NexusCore

extension TerminalClient {
    func performOnReminder(_ command: Command) {
        switch command {
        case .remindOf(let message): offerTimes(for: message)
        case .remind(let subject, let moment):
            remind(subject, ReminderRequest(moment, zone: TimeZone.current.identifier))
        case .remindAt(let subject, let text):
            guard let time = ReminderTimeText.time(text, now: SystemClock().now(), zone: .current) else {
                state.overlays = [
                    .prompt(
                        Prompt(
                            title: "Not a time: 17:00, 2h, 3d, 2026-11-24 17:00", purpose: .reminder(subject),
                            editor: TextEditor(text)))
                ]
                return
            }
            remind(subject, ReminderRequest(at: time))
        case .removeReminder(let insight):
            start { [weak self] models in
                await models.reminders.remove(insight)
                self?.tell(models.reminders.error, "Reminder removed.")
            }
        case .openReminder(let reminder):
            open(reminder.conversation)
            start { models in
                _ = await models.chat?.jump(to: reminder.message)
                // Going to its message answers a reminder that fired.
                if reminder.firedAt != nil { await models.reminders.remove(reminder.insight) }
            }
        default: break
        }
    }

    /// Offers times for the message's first open insight, or for the action item that it would become.
    private func offerTimes(for message: MessageID) {
        guard let row = models.chat?.message(message), let conversation = models.chat?.conversation else { return }
        start { [weak self] models in
            let filter = InsightFilter(message: message)
            var found = ((try? await models.client.insightListing(filter))?.rows ?? []).map(\.record)
            // This device has only the first insights of a conversation.
            if found.isEmpty { found = (try? await models.client.insights(filter))?.insights ?? [] }
            guard let self, self.state.overlays.isEmpty, self.models.chat?.conversation == conversation else { return }
            if let insight = found.first(where: { $0.state.isOpen && $0.id != nil }) {
                self.state.remind(of: insight, self.content)
            } else {
                let words = row.text.isEmpty ? row.attachments.summary : row.text
                self.state.overlays = [
                    .menu(
                        self.content.reminderTimes.menu(
                            of: .message(message, conversation), String(words.prefix(160)), due: nil, at: nil))
                ]
            }
            self.source.change()
        }
    }

    private func remind(_ subject: ReminderSubject, _ request: ReminderRequest) {
        start { [weak self] models in
            do throws(ClientError) {
                let insight: InsightID
                switch subject {
                case .insight(let id): insight = id
                case .message(let message, _):
                    var random = SystemRandomNumberGenerator()
                    insight = InsightID(at: SystemClock().now(), using: &random)
                    try await models.client.make(NewInsight(id: insight, message: message, kind: .action))
                }
                await models.reminders.set(request, of: insight)
                let at = models.reminders.reminders[insight]?.at
                let time = at.flatMap { self?.content.reminderTimes.clock.reminder($0) } ?? ""
                self?.tell(models.reminders.error, "You will be reminded \(time).")
            } catch {
                self?.tell(error, "")
            }
        }
    }

    private func tell(_ error: ClientError?, _ success: String) {
        state.notice = error.map { "\($0.message) \($0.suggestion)" } ?? success
        source.change()
    }
}
