import NexusCore
import NexusIntelligence

/// What the language model says of an insight. Numbers in the database: a released one keeps its meaning.
enum ModelVerdict: Int64, Sendable {
    /// It has not read the message in its present wording.
    case unread = 0
    /// It read the message and did not find it.
    case silent = 1
    /// It found the same.
    case agrees = 2
    /// It found it with another assignee or date.
    case differs = 3
    /// It alone found it.
    case alone = 4
}

extension StoredInsight {
    /// Compares the insight with what the language model found, and takes what only the model knows. Members' edits
    /// stay.
    /// - Parameters:
    ///   - finding: the same insight as the model found it.
    ///   - isRead: whether the model has read the message in its present wording.
    ///   - events: what the model found later messages to do to it.
    func compared(with finding: ModelFinding?, isRead: Bool, events later: [ModelFinding]) -> StoredInsight {
        var next = self
        next.modelSays = next.verdict(on: finding, isRead: isRead)
        if !isMade { next.confidence = next.combined(ruled ?? InsightPolicy.disputed) }
        if let finding, isRead {
            if next.assignee == nil, !settled.contains(.assignee) { next.assignee = finding.assignee }
            if next.due == nil, !settled.contains(.due) { next.due = finding.due }
        }
        for finding in later { next.take(finding) }
        return next
    }

    private func verdict(on finding: ModelFinding?, isRead: Bool) -> ModelVerdict {
        guard isRead else { return .unread }
        guard let finding else { return ruled == nil ? .alone : .silent }
        if ruled == nil { return .alone }
        // Later messages may have changed both.
        let isChanged = events.contains { $0.kind == .moved || $0.kind == .reassigned }
        if isChanged { return .agrees }
        if let assignee, let other = finding.assignee, assignee != other, !settled.contains(.assignee) {
            return .differs
        }
        if let due, let other = finding.due, due.text.prefix(10) != other.text.prefix(10), !settled.contains(.due) {
            return .differs
        }
        return .agrees
    }

    private func combined(_ ruled: Confidence) -> Confidence {
        switch modelSays {
        case .unread: ruled
        case .agrees: max(ruled, InsightPolicy.agreed)
        case .silent, .differs, .alone: min(ruled, InsightPolicy.disputed)
        }
    }

    /// Takes what the model says a later message does to this, unless the rules found that, too.
    private mutating func take(_ finding: ModelFinding) {
        guard kind == .action, let event = finding.event,
            !events.contains(where: { $0.kind == event && $0.message == finding.source }),
            events.count < InsightRecord.eventLimit
        else { return }
        let due = finding.due.flatMap { DueDate(iso8601: $0.text) }
        events.append(InsightEvent(event, finding.source, by: finding.sender, due: due, assignee: finding.assignee))
        switch event {
        case .accepted: if assignee == nil, !settled.contains(.assignee) { assignee = finding.sender }
        case .reassigned: if !settled.contains(.assignee) { assignee = finding.assignee }
        case .moved: if !settled.contains(.due) { self.due = finding.due ?? self.due }
        case .repeated: if self.due == nil, !settled.contains(.due) { self.due = finding.due }
        case .done:
            guard state == .open, finding.source != declined else { return }
            state = .suggestedDone
            saidBy = finding.source
        // The model alone closes nothing.
        case .refused, .cancelled: if !isMade { confidence = min(confidence, InsightPolicy.disputed) }
        }
    }
}
