import NexusCore

/// Draws a state and a content as a frame. Pure: the same values give the same cells.
struct ScreenDrawing {
    let state: ScreenState
    let content: ScreenContent
    let layout: ScreenLayout
    let theme: Theme

    init(_ state: ScreenState, _ content: ScreenContent, theme: Theme) {
        self.state = state
        self.content = content
        self.theme = theme
        layout = ScreenLayout(state)
    }

    var clock: ClockText { ClockText(now: content.now, minutesFromUTC: content.minutesFromUTC) }

    func frame() -> Frame {
        var frame = Frame(state.size, theme: theme)
        for x in layout.separators {
            for y in 0..<layout.body.height { frame.grid.write("│", x: x, y: y, theme.faint) }
        }
        if !layout.list.isEmpty { drawList(&frame) }
        if !layout.timeline.isEmpty || !layout.composer.isEmpty { drawChat(&frame) }
        if !layout.sheet.isEmpty { drawSheet(&frame) }
        drawStatus(&frame)
        if let banner = content.banner {
            draw(banner, &frame)
        } else if let reminder = content.fired.first {
            draw(reminder, &frame)
        }
        for overlay in state.overlays {
            frame.grid.cursor = nil
            draw(overlay, &frame)
        }
        return frame
    }

    // MARK: The list

    private func drawList(_ frame: inout Frame) {
        let area = layout.list
        frame.take(.list, in: area)
        let head = area.inset(left: 1, right: 1, bottom: area.height - 1)
        if state.isFiltering {
            frame.field(state.filter, hint: "Filter conversations", in: head)
        } else {
            frame.grid.write(Cell.of("Conversations", theme.bold).fitted(head.width), x: head.x, y: 0)
        }
        rule(in: area, y: 1, &frame)
        let rows = content.conversations
        guard !rows.isEmpty else {
            let text =
                content.isListLoading
                ? "Loading…" : state.isFiltering ? "Nothing found." : "No conversations yet. Press n to begin one."
            for (offset, line) in Cell.of(text, theme.faint).wrapped(head.width).enumerated() {
                frame.grid.write(line, x: head.x, y: 3 + offset)
            }
            return
        }
        let place = state.listPlace(in: rows, layout)
        for (offset, row) in rows.dropFirst(place.top).prefix(layout.listCapacity).enumerated() {
            let slot = Rectangle(
                x: area.x, y: 2 + offset * layout.linesOfRow, width: area.width, height: layout.linesOfRow)
            draw(row, in: slot, isChosen: place.top + offset == place.chosen, &frame)
        }
    }

    private func draw(_ row: ConversationRow, in slot: Rectangle, isChosen: Bool, _ frame: inout Frame) {
        frame.take(.conversation(row.id), in: slot)
        let isUnread = row.badge > 0
        let count = row.unread > 0 ? "\(row.unread)" : row.isMarkedUnread ? "•" : ""
        let badge = Cell.of(
            row.mentions > 0 ? "@\(count)" : count,
            row.mutedUntil != nil && row.mentions == 0 ? theme.faint : theme.accent.with(.bold))
        let time = Cell.of(clock.short(row.lastAt), theme.faint)
        let isOnline = row.kind == .direct && row.isOnline
        let room = slot.width - 3
        var title = Cell.of(isOnline ? "● " : "", theme.good)
        title += Cell.of(row.title, isUnread || row.id == state.opened ? theme.bold : theme.plain)
        if row.isPinned { title += Cell.of(" ▴", theme.faint) }
        if row.mutedUntil != nil { title += Cell.of(" ⊘", theme.faint) }
        let right = layout.linesOfRow == 1 && !badge.isEmpty ? badge : time
        frame.grid.write(title.fitted(room - right.width - 1), x: slot.x + 2, y: slot.y)
        frame.grid.write(right, x: slot.right - 1 - right.width, y: slot.y)
        if layout.linesOfRow > 1 {
            frame.grid.write(badge, x: slot.right - 1 - badge.width, y: slot.y + 1)
            let width = room - (badge.isEmpty ? 0 : badge.width + 1)
            frame.grid.write(preview(of: row).fitted(width), x: slot.x + 2, y: slot.y + 1)
        }
        if row.id == state.opened {
            for y in slot.y..<slot.bottom { frame.grid.write("▌", x: slot.x, y: y, theme.accent) }
        }
        if isChosen, state.focus == .list, state.overlays.isEmpty {
            frame.grid.restyle(slot) { theme.chosen($0, isFocused: true) }
        }
    }

    private func preview(of row: ConversationRow) -> [Cell] {
        if !row.typing.isEmpty { return Cell.of("typing…", theme.good) }
        if row.failed > 0 { return Cell.of("✗ not sent", theme.danger) }
        if !row.draft.isEmpty, row.id != state.opened {
            return Cell.of("Draft: ", theme.warning) + Cell.of(row.draft, theme.faint)
        }
        if row.lastIsDeleted { return Cell.of("Message deleted", theme.faint) }
        guard let text = row.lastText else { return [] }
        let words = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let name = row.lastIsMine ? "You: " : row.kind == .group ? row.lastSenderName.map { "\($0): " } ?? "" : ""
        return Cell.of(name + words, theme.faint)
    }

    // MARK: Parts

    /// A line across a part; where it meets a vertical line of the screen, both are joined.
    func rule(in area: Rectangle, y: Int, _ frame: inout Frame) {
        frame.grid.write(String(repeating: "─", count: area.width), x: area.x, y: y, theme.faint)
        for x in layout.separators where x == area.x - 1 || x == area.right {
            // The lines below the headings cross the screen.
            let joint = y == 1 ? "┼" : x == area.right ? "┤" : "├"
            frame.grid.write(joint, x: x, y: y, theme.faint)
        }
    }

    private func draw(_ banner: Banner, _ frame: inout Frame) {
        let width = min(44, state.size.columns - 2)
        guard width > 12, state.size.rows > 6 else { return }
        let area = Rectangle(x: state.size.columns - width - 1, y: 0, width: width, height: 4)
        let inside = frame.box(area, title: banner.title.map { "\(banner.senderName) in \($0)" } ?? banner.senderName)
        frame.grid.write(Cell.of(banner.text).fitted(inside.width), x: inside.x, y: inside.y)
        frame.grid.write(Cell.of("Ctrl+O opens it", theme.faint).fitted(inside.width), x: inside.x, y: inside.y + 1)
        frame.take(.banner, in: area)
    }

    private func draw(_ reminder: Reminder, _ frame: inout Frame) {
        let width = min(44, state.size.columns - 2)
        guard width > 12, state.size.rows > 6 else { return }
        let area = Rectangle(x: state.size.columns - width - 1, y: 0, width: width, height: 4)
        let count = content.fired.count
        let inside = frame.box(area, title: count > 1 ? "Reminder, 1 of \(count)" : "Reminder")
        frame.grid.write(Cell.of(reminder.text).fitted(inside.width), x: inside.x, y: inside.y)
        let keys = Cell.of("Ctrl+O opens it, Ctrl+G dismisses it", theme.faint)
        frame.grid.write(keys.fitted(inside.width), x: inside.x, y: inside.y + 1)
        frame.take(.banner, in: area)
    }

    // MARK: The status line

    private func drawStatus(_ frame: inout Frame) {
        let area = layout.status
        var right: [Cell] = []
        if !content.connection.isOnline, !content.userName.isEmpty {
            right += Cell.of(content.connection.isLost ? "○ offline" : "○ connecting", theme.warning)
        } else if content.connection.isOnline {
            right += Cell.of("● online", theme.good)
        }
        if content.connection.waiting > 0 { right += Cell.of("  \(content.connection.waiting) waiting", theme.warning) }
        if content.unread > 0 { right += Cell.of("  \(content.unread) unread", theme.accent.with(.bold)) }
        if !content.userName.isEmpty, state.size.columns >= 72 {
            right += Cell.of("  \(content.userName)", theme.faint)
        }
        right = right.fitted(area.width)
        frame.grid.write(right, x: area.right - right.width - 1, y: area.y)
        if content.connection.isLost {
            frame.take(
                .reconnect, in: Rectangle(x: area.right - right.width - 1, y: area.y, width: right.width, height: 1))
        }
        let room = area.width - right.width - 3
        let left: [Cell] =
            if let notice = state.notice {
                Cell.of(notice, theme.warning)
            } else if let error = content.error {
                Cell.of(error, theme.danger)
            } else if content.connection.isLost {
                Cell.of("No connection. Ctrl+R tries again.", theme.warning)
            } else {
                hints(in: room)
            }
        frame.grid.write(left.fitted(room), x: area.x + 1, y: area.y)
    }

    /// The keys that matter most here, as many as fit.
    private func hints(in room: Int) -> [Cell] {
        let keys: [(String, String)] =
            switch state.focus {
            case .list:
                [("Enter", "open"), ("n", "new"), ("/", "search"), ("?", "keys"), ("A", "Nexus"), ("q", "quit")]
            case .timeline: [("i", "write"), ("?", "keys"), ("r", "reply"), ("e", "react"), ("Enter", "actions")]
            case .composer:
                state.composer.editor.isEmpty
                    ? [
                        ("Enter", "send"), ("Esc", "leave"), ("F1", "keys"), ("Alt+A", "attach"), ("Ctrl+K", "go to"),
                        ("Ctrl+F", "search"),
                    ]
                    : [("Enter", "send"), ("Alt+Enter", "new line"), ("Esc", "leave"), ("F1", "keys")]
            case .sheet: [("Esc", "close"), ("Tab", "next part"), ("?", "keys")]
            }
        var line: [Cell] = []
        for (key, label) in keys {
            let more = Cell.of(key, theme.plain) + Cell.of(" \(label)   ", theme.faint)
            if line.width + more.width - 3 > room { break }
            line += more
        }
        return line
    }
}

extension ScreenState {
    /// The cursor of the list, and its first visible row.
    func listPlace(in rows: [ConversationRow], _ layout: ScreenLayout) -> ListPosition {
        var place = ListPosition(chosen: rows.firstIndex { $0.id == listed } ?? 0, top: listTop)
        place.settle(count: rows.count, height: layout.listCapacity)
        return place
    }
}
