import NexusCore

/// An answer of the assistant as lines: each source with its number, sender, place and time.
public struct AnswerListing {
    private let now: Timestamp
    private let style: TerminalStyle

    public init(now: Timestamp, style: TerminalStyle) {
        self.now = now
        self.style = style
    }

    public func lines(for exchange: AssistantExchange) -> [String] {
        let answer = exchange.answer
        var lines: [String] = []
        if let readAs = exchange.readAs { lines.append(style.faint("Read as: " + TerminalText.line(readAs))) }
        switch answer.kind {
        case .notFound:
            lines.append(answer.notice.map(TerminalText.line) ?? "Not in your conversations.")
            if !answer.citations.isEmpty { lines.append(style.faint("The nearest to it:")) }
        case .quotes: lines.append(style.faint("Quotes from your conversations, no language model:"))
        case .written:
            lines += answer.statements.map(line)
            if let model = answer.model { lines.append(style.faint("Written by \(TerminalText.line(model)) from:")) }
        }
        if answer.kind != .notFound, let notice = answer.notice { lines.append(style.faint(TerminalText.line(notice))) }
        for (number, citation) in answer.citations.enumerated() {
            lines += self.lines(for: citation, number: number + 1)
        }
        return lines
    }

    public func lines(for summary: ConversationSummary) -> [String] {
        guard !summary.points.isEmpty else {
            return [
                summary.messages == 0
                    ? "There are no messages in that time." : "Nothing important was written in that time."
            ]
        }
        var head = summary.messages == 1 ? "Of one message" : "Of \(summary.messages) messages"
        let isWritten = !summary.statements.isEmpty
        if summary.read < summary.messages {
            head += isWritten ? ", \(summary.read) read" : ", the newest \(summary.read)"
        }
        var lines = summary.notice.map { [style.faint(TerminalText.line($0))] } ?? []
        if isWritten {
            let model = summary.model.map(TerminalText.line) ?? "a language model"
            lines.append(style.faint("\(head), written by \(model):"))
            lines += summary.statements.map { "- " + line($0) }
            lines.append(style.faint("From:"))
        } else {
            lines.append(style.faint("\(head), quoted, no language model:"))
        }
        return lines + summary.points.enumerated().flatMap { self.lines(for: $1, number: $0 + 1) }
    }

    private func line(_ statement: AssistantAnswer.Statement) -> String {
        TerminalText.line(statement.text) + " " + statement.citations.map { "[\($0 + 1)]" }.joined()
    }

    private func lines(for citation: Citation, number: Int) -> [String] {
        guard citation.state != .gone else {
            return ["\(number). " + style.faint("This message was deleted, or you can no longer read it.")]
        }
        var place = "\(TerminalText.line(citation.title)) #\(citation.seq) "
        place += TerminalTime.short(citation.writtenAt, now: now)
        if let match = citation.match { place += " \(match) %" }
        if citation.state == .edited { place += ", edited since" }
        let reason = citation.reason.map(TerminalText.line) ?? citation.kind.map(Self.name)
        var marks = reason.map { style.strong($0) + " " } ?? ""
        if let note = citation.note { marks += style.faint("(\(TerminalText.line(note))) ") }
        return [
            "\(number). " + marks + style.strong(TerminalText.line(citation.senderName)) + ": "
                + TerminalText.line(citation.excerpt),
            "   " + style.faint(place),
        ]
    }

    private static func name(of kind: String) -> String {
        switch kind {
        case "mention": "You are mentioned"
        case "decision": "Decision"
        case "action": "To do"
        case "urgent": "Urgent"
        case "deadline": "Deadline"
        default: kind
        }
    }
}
