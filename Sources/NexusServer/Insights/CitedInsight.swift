import NexusCore

/// An insight with the message that says it.
struct CitedInsight: Equatable, Sendable {
    var insight: StoredInsight
    var sender: UserID
    /// The message's whole text.
    var text: String
    var assigneeName: String?

    /// Whether it is told of: not what somebody has said is none, and not what was taken back.
    var stands: Bool { insight.state != .dismissed && insight.state != .cancelled }

    /// Who, until when, and where it stands: "Ann, by 2026-11-27, done". Before it the words that people have given it.
    var note: String? {
        let edited = insight.settled.contains(.text) ? "“\(insight.text)”" : nil
        let parts = [edited, facts].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// ``note`` without words of anybody's.
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
