import NexusCore
import NexusDatabase
import NexusIntelligence

/// People's own reminders of insights: nobody else sees them.
struct ReminderService: Sendable {
    let database: any Database
    /// Of people whose zone is unknown.
    let serverZone: InsightZone
    let now: @Sendable () -> Timestamp
    /// Called after a person's reminders changed.
    let changed: @Sendable (UserID) -> Void

    /// - Throws: `Refusal`: `not_found` for an insight that is missing, invisible or has no reminder of the user's.
    func reminder(of insight: InsightID, for user: UserID) async throws -> Reminder {
        let found = try await database.read { try ReminderRepository.visible(to: user, of: insight, $0).first }
        guard let found else { throw Refusal(.notFound, "You have no reminder of this insight.") }
        return found
    }

    func reminders(for user: UserID) async throws -> ReminderList {
        ReminderList(reminders: try await database.read { try ReminderRepository.visible(to: user, $0) })
    }

    /// - Throws: `Refusal`: `not_found` for an insight that is missing or invisible, `invalid_request` for one that is closed and for a time
    ///   that cannot be, `too_many_reminders`.
    func set(_ request: ReminderRequest, of id: InsightID, for user: UserID) async throws -> Reminder {
        let time = now()
        let reminder = try await database.write { [serverZone] transaction in
            guard try InsightPolicy.shows(to: user, transaction),
                let insight = try InsightQuery(id: id, limit: 1).cited(for: user, transaction).first?.insight
            else { throw Refusal.insightGone }
            guard insight.state.isOpen else {
                throw Refusal(.invalidRequest, "This insight is closed. Reopen it to be reminded of it.")
            }
            let zone = try zone(request.zone, of: user, at: time, transaction) ?? serverZone
            let due = try ReminderTime.resolve(request, due: insight.due, in: zone.zone, at: time)
            try ReminderRepository.put(due, of: id, for: user, transaction)
            guard let set = try ReminderRepository.visible(to: user, of: id, transaction).first else {
                throw Refusal.insightGone
            }
            return set
        }
        changed(user)
        return reminder
    }

    func remove(of insight: InsightID, for user: UserID) async throws {
        if try await database.write({ try ReminderRepository.delete(of: insight, for: user, $0) }) { changed(user) }
    }

    /// - Throws: `Refusal` (`invalid_request`) for an unknown name.
    private func zone(
        _ name: String?, of user: UserID, at time: Timestamp, _ reader: Reader
    ) throws -> InsightZone? {
        guard let name else { return try InsightProgress.zone(of: user, at: time, reader) }
        guard let zone = ZoneRepository.insightZone(name) else {
            throw Refusal(.invalidRequest, "There is no time zone of that name.")
        }
        return zone
    }
}
