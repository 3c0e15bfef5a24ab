import Hummingbird
import NexusCore

/// Reminders over HTTP.
struct ReminderRoutes: Sendable {
    let reminders: ReminderService
    /// False if the operator has turned AI off.
    let isOn: Bool

    func add(to router: some RouterMethods<NexusRequestContext>) {
        router.serve(Endpoints.reminders) { _, _, context in
            try await reminders.reminders(for: try requireOn(context))
        }
        router.serve(Endpoints.reminder) { _, _, context in
            let user = try requireOn(context)
            return try await reminders.reminder(of: try context.identifier("id"), for: user)
        }
        router.serve(Endpoints.setReminder) { request, _, context in
            let user = try requireOn(context)
            return try await reminders.set(request, of: try context.identifier("id"), for: user)
        }
        router.serve(Endpoints.removeReminder) { _, _, context in
            let user = try requireOn(context)
            try await reminders.remove(of: try context.identifier("id"), for: user)
            return Nothing()
        }
    }

    /// - Throws: `Refusal`: `ai_unavailable`, or without a session.
    private func requireOn(_ context: NexusRequestContext) throws -> UserID {
        let user = try context.requireSession().user
        guard isOn else { throw Refusal(.aiUnavailable, "Insights are off on this server.") }
        return user
    }
}
