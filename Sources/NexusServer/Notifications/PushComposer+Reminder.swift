import NexusCore
import NexusDatabase

extension PushComposer {
    func compose(_ push: QueuedNotification, for endpoint: PushEndpoint, _ reader: Reader) throws -> Result {
        switch push {
        case .messages(let push): try compose(push, for: endpoint, reader)
        case .reminder(let push): try compose(push, for: endpoint, reader)
        }
    }

    /// What a device shows of a reminder that fired: nothing once the person has removed it, or no longer sees its insight, and nothing on a
    /// device in use, where it is in a banner. Quiet hours and muted conversations do not matter: the person asked for this time.
    private func compose(_ push: ReminderPush, for endpoint: PushEndpoint, _ reader: Reader) throws -> Result {
        guard let reminder = try ReminderRepository.visible(to: endpoint.user, of: push.insight, reader).first,
            reminder.firedAt != nil, !isActive(endpoint.session, endpoint.user)
        else { return .nothing }
        let time = now()
        let path = "/c/\(reminder.conversation.text)/m/\(reminder.message.text)"
        var content = PushContent(
            kind: .reminder, conversation: reminder.conversation, message: reminder.message, insight: push.insight,
            title: "Nexus", text: "Reminder", badge: try UnreadTotal.of(endpoint.user, at: time, in: reader),
            isUrgent: true, playsSound: true, page: server.isEmpty ? "" : server + path)
        if try !hidesContent(from: endpoint.user, reader) {
            content.title = "Reminder"
            content.text = Excerpt.of(reminder.text, characters: Self.textCharacters)
        }
        return .send(
            OutgoingPush(
                content: content, collapseKey: push.insight.text.filter { $0 != "-" },
                life: Int(max(0, push.expiresAt.since(time)) / 1_000)), shown: 0)
    }

    private func hidesContent(from user: UserID, _ reader: Reader) throws -> Bool {
        let stored = try reader.first("SELECT notifications FROM users WHERE id = $1", .id(user)) {
            try $0.next(String.self)
        }
        return try NotificationSettings(stored: stored ?? "").hidesContent
            || TeamRepository.hidesNotifications(in: reader)
    }
}
