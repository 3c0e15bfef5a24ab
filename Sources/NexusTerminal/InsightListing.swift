import NexusCore

/// An insight as lines: its state and text, then assignee, due date and message.
public struct InsightListing {
    private let now: Timestamp
    private let style: TerminalStyle

    public init(now: Timestamp, style: TerminalStyle) {
        self.now = now
        self.style = style
    }

    public func lines(for insight: InsightRecord, in title: String) -> [String] {
        var facts = [insight.kind.rawValue]
        if insight.certainty == .suggested { facts.append("suggested") }
        if insight.level != .medium { facts.append("\(insight.level.rawValue) priority") }
        if let assignee = insight.assignee { facts.append("for \(assignee.name)") }
        if let due = insight.due {
            facts.append("due \(due.text) (\(due.zone)\(due.isServerZone ? ", the server's zone" : ""))")
        }
        let place = "\(title) #\(insight.seq) \(insight.sender.name) \(TerminalTime.short(insight.writtenAt, now: now))"
        return [
            mark(insight.state) + " " + style.strong(TerminalText.line(insight.text)),
            "    " + TerminalText.line(facts.joined(separator: ", ")),
            "    " + style.faint(TerminalText.line(place) + " " + insight.source.text),
        ]
    }

    /// The same with what later messages say of it: "accepted by Bob", each with its message.
    public func details(for insight: InsightRecord, in title: String) -> [String] {
        var lines = lines(for: insight, in: title)
        if insight.isMade {
            var facts = [insight.madeBy.map { "added by \($0.name)" } ?? "added by hand"]
            if let person = insight.changedBy, person.id != insight.madeBy?.id {
                facts.append("last changed by \(person.name)")
            }
            lines.append("    " + TerminalText.line(facts.joined(separator: ", ")))
        }
        for event in insight.events {
            lines.append("    " + TerminalText.line(Self.words(of: event)) + " " + style.faint(event.message.text))
        }
        if let earlier = insight.replaces { lines.append("    replaces a decision " + style.faint(earlier.text)) }
        if let id = insight.id { lines.append("    " + style.faint("id \(id.text)")) }
        return lines
    }

    private static func words(of event: InsightRecord.Event) -> String {
        let deed =
            switch event.kind {
            case .accepted: "accepted"
            case .refused: "refused"
            case .moved: "moved"
            case .reassigned: "reassigned"
            case .repeated: "said again"
            case .done: "said to be done"
            case .cancelled: "cancelled"
            }
        let person = event.assignee.map { " to \($0.name)" } ?? ""
        let due = event.due.map { event.kind == .moved ? " to \($0)" : " for \($0)" } ?? ""
        return "\(deed)\(person)\(due) by \(event.person.name)"
    }

    private func mark(_ state: InsightRecord.State) -> String {
        switch state {
        case .open: "[ ]"
        case .suggestedDone: "[?]"
        case .done: "[x]"
        case .dismissed, .cancelled: "[-]"
        }
    }
}
