import NexusCore

/// An insight with its source message.
struct CitedInsight: Equatable, Sendable {
    var insight: StoredInsight
    var sender: UserID
    /// The message's whole text.
    var text: String
    var assigneeName: String?
    /// Whether a later message gave it another date or assignee.
    var isMoved = false

    /// Whether it is listed: neither dismissed nor cancelled.
    var stands: Bool { insight.state != .dismissed && insight.state != .cancelled }

    /// Assignee, due date and state: "Ann, by 2026-11-27, done". Preceded by members' wording.
    var note: String? {
        let edited = insight.settled.contains(.text) ? "“\(insight.text)”" : nil
        let parts = [edited, facts].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// ``note`` without members' wording.
    var facts: String? {
        let state: String? =
            switch insight.state {
            case .done: "done"
            case .suggestedDone: "said to be done"
            case .open, .dismissed, .cancelled: nil
            }
        let parts = [
            insight.assignee == nil ? nil : assigneeName, insight.due.map { "by " + $0.text }, state,
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
