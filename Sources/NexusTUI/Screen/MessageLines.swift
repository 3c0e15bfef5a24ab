import NexusClient
import NexusCore
import NexusTerminal

/// Draws rows of the timeline as lines of cells. The first two columns are for the mark of the chosen message, the last
/// four for the state of the user's own.
struct MessageLines {
    let width: Int
    let theme: Theme
    let clock: ClockText

    private static let indent = 2
    private var room: Int { max(4, width - MessageLines.indent - 4) }

    /// - Parameter activity: of the message.
    func lines(of row: TimelineRow, _ activity: MessageActivity? = nil) -> [[Cell]] {
        switch row {
        case .day(let day): return [[], rule(clock.title(ofDay: day), theme.faint)]
        case .newMessages: return [rule("New messages", theme.accent)]
        case .gap: return [centred("⋯ messages that are not on this device ⋯", theme.faint)]
        case .message(let message): return message.event == nil ? lines(of: message, activity) : event(message)
        }
    }

    private func event(_ message: MessageRow) -> [[Cell]] {
        Cell.of(message.text, theme.faint).wrapped(room).map { line in
            [Cell](repeating: .blank, count: max(0, (width - line.width) / 2)) + line
        }
    }

    private func lines(of message: MessageRow, _ activity: MessageActivity?) -> [[Cell]] {
        var lines: [[Cell]] = []
        if !message.isContinuation {
            lines.append([])
            lines.append(indented(head(of: message)))
        }
        if let quote = message.quote, !message.isDeleted { lines.append(indented(self.quote(quote))) }
        if let name = message.forwardedFrom {
            lines.append(indented(Cell.of("↪ from \(name)", theme.faint).fitted(room)))
        }
        lines += body(of: message).map(indented)
        for attachment in message.attachments where !message.isDeleted && !message.isFolded {
            let cells = attachment.kind == .voice ? voice(attachment, activity?.voice) : self.attachment(attachment)
            lines.append(indented(cells.fitted(room)))
        }
        if let upload = activity?.upload { lines.append(indented(progress(of: upload).fitted(room))) }
        if !message.reactions.isEmpty { lines.append(indented(reactions(of: message).fitted(room))) }
        if let refusal = message.refusal {
            let choice = message.canSendTextAlone ? "send again, send the text alone, or discard" : "retry or discard"
            let text = Cell.of("✗ \(refusal.message) Enter: \(choice).", theme.danger)
            lines += text.wrapped(room).map(indented)
        }
        if let mark = mark(of: message), let last = lines.indices.last {
            lines[last] = lines[last].padded(max(0, width - 1 - mark.width)) + mark
        }
        return lines
    }

    private func head(of message: MessageRow) -> [Cell] {
        let name =
            message.isMine
            ? Cell.of("You", theme.accent.with(.bold)) : Cell.of(message.senderName, theme.person(message.sender))
        return name.fitted(max(4, room - 7)) + Cell.of("  " + clock.time(message.writtenAt), theme.faint)
    }

    private func body(of message: MessageRow) -> [[Cell]] {
        if message.isDeleted { return [Cell.of("Message deleted", theme.faint.with(.italic))] }
        if message.isFolded { return [Cell.of("Message of a person you blocked", theme.faint.with(.italic))] }
        var lines =
            message.text.isEmpty
            ? [] : FormattedCells(theme: theme).lines(of: message.text, message.mentions, width: room)
        var notes: [String] = []
        if message.editedAt != nil { notes.append("edited") }
        if message.pinnedBy != nil { notes.append("pinned") }
        if !notes.isEmpty {
            let note = Cell.of(" (\(notes.joined(separator: ", ")))", theme.faint)
            if let last = lines.last, last.width + note.width <= room {
                lines[lines.count - 1] += note
            } else {
                lines.append(note)
            }
        }
        return lines
    }

    private func quote(_ quote: Quote) -> [Cell] {
        let words =
            switch quote.state {
            case .shown: quote.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            case .deleted, .hidden: "deleted"
            case .folded: "a person you blocked"
            case .missing: "an earlier message"
            }
        let name = quote.senderName.isEmpty ? "" : quote.senderName + ": "
        return Cell.of("▎ \(name)\(words)", theme.faint).fitted(room)
    }

    private func attachment(_ attachment: Attachment) -> [Cell] {
        let size = TerminalBytes.short(attachment.bytes)
        let facts =
            switch attachment.kind {
            // The size of a picture is known once it is on the server.
            case .image where attachment.width > 0:
                "▣ \(attachment.name)  \(attachment.width)×\(attachment.height), \(size)"
            case .image: "▣ \(attachment.name)  \(size)"
            case .voice, .file: "▤ \(attachment.name)  \(size)"
            }
        return Cell.of(facts, theme.code)
    }

    /// Waveform, length and, while it is played, the position.
    private func voice(_ attachment: Attachment, _ played: PlayedVoice?) -> [Cell] {
        let isPlayed = played?.media == attachment.media
        let position = isPlayed ? played?.position : nil
        let length = DurationText.of(attachment.duration)
        var time = position.map { "\(DurationText.of(min($0, max(attachment.duration, 1_000)))) / \(length)" } ?? length
        if isPlayed, position == nil { time = "loading…" }
        let bars = min(VoiceBars.limit, room - 18)
        let part = position.map { Double($0) / Double(max(attachment.duration, 1)) } ?? 0
        return Cell.of(isPlayed ? "■ " : "♪ ", theme.code)
            + VoiceBars.cells(
                attachment.waveform, count: bars, part: part, theme.accent.with(.bold),
                isPlayed ? theme.faint : theme.code)
            + Cell.of("  \(time)", isPlayed ? theme.accent : theme.code)
    }

    private func progress(of upload: UploadProgress) -> [Cell] {
        let full = Int((upload.fraction * 10).rounded(.down))
        let bar = String(repeating: "▰", count: full) + String(repeating: "▱", count: 10 - full)
        let sizes = "\(TerminalBytes.short(upload.sent)) of \(TerminalBytes.short(upload.total))"
        return Cell.of(bar, theme.accent) + Cell.of("  \(sizes)  Enter: cancel", theme.faint)
    }

    private func reactions(of message: MessageRow) -> [Cell] {
        message.reactions.flatMap { reaction in
            Cell.of("\(reaction.emoji) ", .plain)
                + Cell.of("\(reaction.count)   ", reaction.isMine ? theme.accent.with(.bold) : theme.faint)
        }
    }

    /// The state of the user's own message.
    private func mark(of message: MessageRow) -> [Cell]? {
        if message.hasPendingChange { return Cell.of("…", theme.faint) }
        switch message.status {
        case nil: return nil
        case .pending: return Cell.of("◷", theme.warning)
        case .sending: return Cell.of("…", theme.faint)
        case .sent: return Cell.of("✓", theme.faint)
        case .delivered: return Cell.of("✓✓", theme.faint)
        case .read: return Cell.of("✓✓", theme.accent)
        case .failed: return Cell.of("✗", theme.danger)
        }
    }

    private func indented(_ line: [Cell]) -> [Cell] {
        [Cell](repeating: .blank, count: MessageLines.indent) + line
    }

    private func rule(_ text: String, _ style: CellStyle) -> [Cell] {
        let words = Cell.of(" \(text) ", style).fitted(max(0, width - 4))
        let left = max(0, (width - words.width) / 2)
        let right = max(0, width - words.width - left)
        return Cell.of(String(repeating: "─", count: left), theme.faint) + words
            + Cell.of(String(repeating: "─", count: right), theme.faint)
    }

    private func centred(_ text: String, _ style: CellStyle) -> [Cell] {
        let words = Cell.of(text, style).fitted(width)
        return [Cell](repeating: .blank, count: max(0, (width - words.width) / 2)) + words
    }
}
