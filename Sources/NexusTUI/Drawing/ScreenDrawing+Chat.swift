import NexusClient
import NexusCore
import NexusTerminal

extension ScreenDrawing {
    func drawChat(_ frame: inout Frame) {
        guard let chat = content.chat else {
            let area = layout.timeline
            frame.take(.timeline, in: area)
            rule(in: layout.header, y: 1, &frame)
            let lines = ["Choose a conversation,", "or press n to begin one."]
            for (offset, text) in lines.enumerated() {
                let cells = Cell.of(text, theme.faint).fitted(area.width)
                frame.grid.write(
                    cells, x: area.x + (area.width - cells.width) / 2, y: area.y + area.height / 2 + offset)
            }
            return
        }
        drawHeader(chat, &frame)
        drawTimeline(chat, &frame)
        drawComposer(chat, &frame)
    }

    private func drawHeader(_ chat: ChatContent, _ frame: inout Frame) {
        let area = layout.header
        let subtitle = subtitle(of: chat)
        var notes: [Cell] = []
        if chat.isMuted { notes += Cell.of("muted ", theme.faint) }
        if chat.isLoading { notes += Cell.of("loading… ", theme.faint) }
        let room = max(0, area.width - notes.width - 2)
        let title = Cell.of(chat.title, theme.bold).fitted(room) + Cell.of("  ") + subtitle
        frame.grid.write(title.fitted(room), x: area.x + 1, y: area.y)
        frame.grid.write(notes, x: area.right - notes.width - 1, y: area.y)
        rule(in: area, y: area.y + 1, &frame)
    }

    private func subtitle(of chat: ChatContent) -> [Cell] {
        switch chat.status {
        case .unknown: return []
        case .typing(let names): return Cell.of(ScreenDrawing.typing(names, isGroup: chat.isGroup), theme.good)
        case .online: return Cell.of("● online", theme.good)
        case .offline(let lastSeen):
            return Cell.of(lastSeen.map { "last seen \(clock.full($0))" } ?? "", theme.faint)
        case .members(let count, let online, _):
            let members = Cell.of(count == 1 ? "1 member" : "\(count) members", theme.faint)
            return online > 0 ? members + Cell.of("  ● \(online) online", theme.good) : members
        case .gone: return Cell.of("you are no longer a member", theme.faint)
        case .accountDeleted: return Cell.of("account deleted", theme.faint)
        }
    }

    static func typing(_ names: [String], isGroup: Bool) -> String {
        switch names.count {
        case 1: isGroup ? "\(names[0]) is typing…" : "typing…"
        case 2: "\(names[0]) and \(names[1]) are typing…"
        default: "\(names.count) people are typing…"
        }
    }

    private func drawTimeline(_ chat: ChatContent, _ frame: inout Frame) {
        let area = layout.timeline
        frame.take(.timeline, in: area)
        let start = state.timeline.start(in: chat.blocks, height: area.height)
        var line = 0
        // A short conversation stands at the bottom, above the composer.
        let lead = max(0, area.height - chat.blocks.lineCount)
        if chat.blocks.isEmpty, !chat.isLoading {
            let cells = Cell.of(chat.isGone ? "You are no longer a member." : "No messages yet.", theme.faint)
            frame.grid.write(cells, x: area.x + (area.width - cells.width) / 2, y: area.y + area.height / 2)
        }
        for block in chat.blocks {
            let first = line
            line += block.lines.count
            guard line > start, first < start + area.height else { continue }
            let isChosen =
                block.message != nil && block.message?.id == state.timeline.chosen && state.focus == .timeline
            // The empty line above a message is not part of it.
            let blank = block.lines.first?.isEmpty == true ? 1 : 0
            for (offset, cells) in block.lines.enumerated() {
                let y = area.y + lead + first + offset - start
                guard y >= area.y, y < area.bottom else { continue }
                frame.grid.write(cells, x: area.x, y: y, limit: area.right)
                let row = Rectangle(x: area.x, y: y, width: area.width, height: 1)
                if let message = block.message { frame.take(.message(message.id), in: row) }
                if isChosen, offset >= blank {
                    frame.grid.restyle(row) { theme.chosen($0, isFocused: true) }
                    frame.grid.write("▌", x: area.x, y: y, theme.chosen(theme.accent, isFocused: true))
                }
            }
        }
    }

    private func drawComposer(_ chat: ChatContent, _ frame: inout Frame) {
        let area = layout.composer
        frame.take(.composer, in: area)
        rule(in: Rectangle(x: area.x, y: area.y, width: area.width, height: 1), y: area.y, &frame)
        let end = state.timeline.start(in: chat.blocks, height: layout.timeline.height) + layout.timeline.height
        if chat.hasNewer || end < chat.blocks.lineCount {
            let note = Cell.of(" ↓ newer (G) ", theme.accent)
            frame.grid.write(note, x: area.right - note.width - 1, y: area.y)
        }
        if let label = composerLabel(chat) {
            frame.grid.write(
                Cell.of(" \(label) ", theme.accent).fitted(max(0, area.width - 18)), x: area.x + 2, y: area.y)
        }
        let room = area.inset(left: 1, top: 1)
        if chat.isGone || chat.isBlocked {
            let text = chat.isBlocked ? "You blocked this person." : "You cannot write here any more."
            frame.grid.write(Cell.of(text, theme.faint).fitted(room.width), x: room.x, y: room.y)
            return
        }
        let isFocused = state.focus == .composer
        drawFiles(in: room, &frame)
        let inside = room.inset(top: layout.fileLines)
        frame.grid.write("›", x: inside.x, y: inside.y, isFocused ? theme.accent.with(.bold) : theme.faint)
        let field = inside.inset(left: 2, right: 1)
        let editor = state.composer.editor
        if editor.isEmpty {
            frame.grid.write(Cell.of("Message \(chat.title)", theme.faint).fitted(field.width), x: field.x, y: field.y)
        }
        let (lines, cursor) = editor.lines(width: field.width)
        let top = max(0, min(cursor.y - field.height + 1, lines.count - field.height))
        for (offset, line) in lines.dropFirst(top).prefix(field.height).enumerated() {
            frame.grid.write(line, x: field.x, y: field.y + offset, limit: field.right)
        }
        if isFocused, state.overlays.isEmpty {
            frame.grid.cursor = .init(x: min(field.x + cursor.x, field.right - 1), y: field.y + cursor.y - top)
        }
        drawSuggestions(chat, above: area, &frame)
    }

    /// The files of the message that is being written.
    private func drawFiles(in area: Rectangle, _ frame: inout Frame) {
        let files = state.composer.files
        let lines = layout.fileLines
        for index in 0..<lines {
            let isRest = index == lines - 1 && files.count > lines
            let file = files[index]
            let text =
                isRest
                ? "  and \(files.count - index) more" : "▤ \(file.name)  \(TerminalBytes.short(file.bytes))"
            let cells =
                Cell.of(text, theme.code) + (index == 0 ? Cell.of("  Backspace removes the last", theme.faint) : [])
            frame.grid.write(cells.fitted(area.width), x: area.x, y: area.y + index)
        }
    }

    private func composerLabel(_ chat: ChatContent) -> String? {
        if state.composer.edited != nil { return "Editing. Esc cancels" }
        guard let original = state.composer.original else { return nil }
        guard let message = chat.message(original) else { return "Reply. Esc cancels" }
        return
            "Reply to \(message.isMine ? "yourself" : message.senderName): \(FormattedText(message.text).words.prefix(40))"
    }

    private func drawSuggestions(_ chat: ChatContent, above area: Rectangle, _ frame: inout Frame) {
        let names = state.composer.suggestions(among: chat.members)
        guard state.focus == .composer, !names.isEmpty else { return }
        let width = min(area.width - 2, (names.map { Cell.of($0.name).width }.max() ?? 0) + 6)
        let box = Rectangle(x: area.x + 1, y: area.y - names.count - 2, width: width, height: names.count + 2)
        guard box.y >= 0 else { return }
        let inside = frame.box(box, title: "")
        for (offset, person) in names.enumerated() {
            let row = Rectangle(x: inside.x, y: inside.y + offset, width: inside.width, height: 1)
            frame.grid.write(Cell.of(person.name).fitted(inside.width), x: row.x, y: row.y)
            if offset == min(state.composer.suggestion, names.count - 1) {
                frame.grid.restyle(row) { theme.chosen($0, isFocused: true) }
            }
        }
    }
}
