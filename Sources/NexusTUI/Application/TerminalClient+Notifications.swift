import NexusClient
import NexusCore

extension TerminalClient {
    /// Tells of a banner outside of the screen: by the terminal's notification, and by its bell where the window is not
    /// looked at.
    func tell() {
        tellOfReminders()
        guard let banner = content.banner, banner.message != told else { return }
        told = banner.message
        if state.isActive { return }
        var text = banner.title.map { "\(banner.senderName) in \($0)" } ?? banner.senderName
        text += hidesContent ? " wrote a message" : ": \(banner.text)"
        device.write(TerminalSignal.notification(text) + TerminalSignal.bell)
    }

    private func tellOfReminders() {
        let fired = content.fired.filter { toldReminders.insert(Reminder.Firing($0)).inserted }
        guard let first = fired.first, !state.isActive else { return }
        let text = hidesContent ? "Reminder" : "Reminder: \(first.text)"
        device.write(TerminalSignal.notification(text) + TerminalSignal.bell)
    }

    /// Whether notifications have no text of messages.
    private var hidesContent: Bool {
        if case .signedIn(let account) = models.session.state {
            account.profile.notifications.hidesContent
        } else {
            false
        }
    }
}

extension Reminder {
    /// One time that a reminder fired.
    struct Firing: Hashable {
        var insight: InsightID
        var at: Timestamp?

        init(_ reminder: Reminder) {
            insight = reminder.insight
            at = reminder.firedAt
        }
    }
}
