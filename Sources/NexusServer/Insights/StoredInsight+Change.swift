import NexusCore
import NexusIntelligence

extension StoredInsight {
    /// Applies a member's edit, which overrides the extraction from then on.
    mutating func apply(
        _ change: InsightChange, among members: [UserID], zone: InsightZone
    ) throws(Refusal) {
        if let text = change.text {
            let before = try? TextRule.message(shownText)
            do { self.text = try TextRule.message(text) } catch { throw Refusal(error) }
            // A member's text is the member's own; one that stays as it was has the words that it had.
            if self.text != before { borrowsFrom = nil }
            settled.insert(.text)
        }
        switch change.assignee {
        case .unchanged: break
        case .cleared: assignee = nil
        case .set(let user):
            guard members.contains(user) else { throw Refusal.unknownPerson }
            assignee = user
        }
        if change.assignee != .unchanged { settled.insert(.assignee) }
        switch change.due {
        case .unchanged: break
        case .cleared: due = nil
        case .set(let text):
            guard let date = DueDate(iso8601: text) else {
                throw Refusal(.invalidRequest, "A date is 2026-03-03 or 2026-03-03T17:00+01:00.")
            }
            if let name = change.zone, ZoneRepository.known(name) == nil {
                throw Refusal(.invalidRequest, "There is no time zone of that name.")
            }
            due = InsightRecord.Due(
                text: date.iso8601, zone: change.zone ?? zone.name,
                isServerZone: change.zone == nil && zone.isServers)
        }
        if change.due != .unchanged { settled.insert(.due) }
        if let level = change.level {
            self.level = level
            settled.insert(.level)
        }
        if change.isUndo, !isMade {
            settled.remove(.state)
            state = saidBy == nil ? .open : .suggestedDone
        }
        guard let state = change.state else { return }
        switch state {
        case .open:
            if let saidBy { declined = saidBy }
            saidBy = nil
        case .done, .dismissed: break
        case .suggestedDone, .cancelled:
            throw Refusal(.invalidRequest, "state is open, done or dismissed.")
        }
        self.state = state
        settled.insert(.state)
    }
}
