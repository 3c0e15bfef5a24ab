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

    private func mark(_ state: InsightRecord.State) -> String {
        switch state {
        case .open: "[ ]"
        case .suggestedDone: "[?]"
        case .done: "[x]"
        case .dismissed, .cancelled: "[-]"
        }
    }
}
