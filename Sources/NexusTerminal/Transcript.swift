import NexusCore

/// Messages as lines.
public struct Transcript {
    private let now: Timestamp
    private let style: TerminalStyle

    public init(now: Timestamp, style: TerminalStyle) {
        self.now = now
        self.style = style
    }

    /// A message's lines: position, time and sender, then its text, and the reason if it failed.
    public func lines(for row: MessageRow) -> [String] {
        let position = row.seq.map { "#\($0)" } ?? "-"
        var head = style.faint("\(position) \(TerminalTime.short(row.writtenAt, now: now))")
        if row.event != nil { return [head + style.faint(" \(TerminalText.line(row.text))")] }
        head += " " + style.strong(TerminalText.line(row.senderName)) + ": "
        if row.isFolded, !row.isDeleted { return [head + style.faint("(from a person you blocked)")] }
        let parts = FormattedLines(style: style).lines(of: row.text, mentions: row.mentions)
        var lines = row.isDeleted ? [head + style.faint("(deleted)")] : [head + (parts.first ?? "")]
        if !row.isDeleted { lines += parts.dropFirst().map { "    " + $0 } }
        lines += row.attachments.map { attachment in
            let name = TerminalText.line(attachment.name)
            let facts = "\(attachment.kind.name) \(name), \(attachment.bytes) bytes, \(attachment.media.text)"
            return style.faint("    [\(facts)]")
        }
        if let name = row.forwardedFrom {
            lines.insert(style.faint("    forwarded from \(TerminalText.line(name))"), at: 0)
        }
        if let quote = row.quote { lines.insert(style.faint("    > \(text(of: quote))"), at: 0) }
        var marks: [String] = []
        if row.editedAt != nil, !row.isDeleted { marks.append("edited") }
        if row.pinnedBy != nil { marks.append("pinned") }
        if row.hasPendingChange { marks.append("changing") }
        if let status = row.status { marks.append(row.receipts?.text ?? status.name) }
        if !marks.isEmpty { lines[lines.count - 1] += style.faint("  [\(marks.joined(separator: ", "))]") }
        if !row.reactions.isEmpty {
            lines.append(style.faint("    " + row.reactions.map { "\($0.emoji) \($0.count)" }.joined(separator: "  ")))
        }
        if let refusal = row.refusal {
            let verb = row.canSendTextAlone ? "send-text" : "retry"
            lines.append(style.alarming("    \(refusal.message) (nexus outbox \(verb) \(row.id.text))"))
        }
        return lines
    }

    /// The original of a reply, above it in one line.
    private func text(of quote: Quote) -> String {
        switch quote.state {
        case .shown:
            "\(TerminalText.line(quote.senderName)): "
                + TerminalText.line(quote.text.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .deleted: "\(TerminalText.line(quote.senderName)): (deleted)"
        case .hidden: "\(TerminalText.line(quote.senderName)): (deleted for you)"
        case .folded: "\(TerminalText.line(quote.senderName)): (a person you blocked)"
        case .missing: "(a message that is not on this device)"
        }
    }
}
