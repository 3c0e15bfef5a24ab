import Foundation
import NexusCore

// Reminders are the server's: setting and reading them needs a network.
extension NexusClient {
    /// The user's reminders, by time, those that fired included.
    ///
    /// - Throws: as all of these: ``ClientError/offline(_:)``, ``ClientError/refused(_:)``.
    public func reminders() async throws(ClientError) -> [Reminder] {
        try await api().call(Endpoints.reminders, Nothing()).reminders
    }

    /// The user's reminder of an insight.
    public func reminder(of insight: InsightID) async throws(ClientError) -> Reminder {
        try await api().call(Endpoints.reminder, Nothing(), path: ["id": insight.text])
    }

    /// Sets the user's reminder of an open insight, in place of an earlier one. Days and hours are those of this device's zone.
    @discardableResult
    public func remind(of insight: InsightID, _ request: ReminderRequest) async throws(ClientError) -> Reminder {
        var request = request
        if request.when != nil, request.zone == nil { request.zone = TimeZone.current.identifier }
        return try await api().call(Endpoints.setReminder, request, path: ["id": insight.text])
    }

    /// Removes the user's reminder of an insight. A no-op succeeds.
    public func removeReminder(of insight: InsightID) async throws(ClientError) {
        _ = try await api().call(Endpoints.removeReminder, Nothing(), path: ["id": insight.text])
    }
}
