import NexusCore

extension ScreenDrawing {
    func drawSheet(_ frame: inout Frame) {
        let area = layout.sheet
        frame.take(.sheet, in: area)
        switch state.sheet {
        case nil: break
        case .details(let position): drawDetails(position, &frame)
        case .insights(let conversation, let position): drawInsights(conversation, position, &frame)
        case .assistant(let assistant): drawAssistant(assistant, &frame)
        }
    }

    private func heading(_ title: String, note: String, _ frame: inout Frame) -> Rectangle {
        let area = layout.sheet
        let right = Cell.of(note, theme.faint)
        frame.grid.write(
            Cell.of(title, theme.bold).fitted(max(0, area.width - right.width - 4)), x: area.x + 1, y: area.y)
        frame.grid.write(right, x: area.right - right.width - 1, y: area.y)
        rule(in: area, y: area.y + 1, &frame)
        return area.inset(left: 1, top: 2, right: 1)
    }

    private func highlight(_ row: Rectangle, _ isChosen: Bool, _ frame: inout Frame) {
        if isChosen { frame.grid.restyle(row) { theme.chosen($0, isFocused: state.focus == .sheet) } }
    }

    // MARK: Details

    private func drawDetails(_ position: ListPosition, _ frame: inout Frame) {
        guard let chat = content.chat else { return }
        var area = heading(chat.isGroup ? "Group" : "Conversation", note: "Esc closes", &frame)
        var facts = [Cell.of(chat.title, theme.bold)]
        if !chat.about.isEmpty { facts += Cell.of(chat.about).wrapped(area.width) }
        facts.append(Cell.of(chat.isMuted ? "Muted" : "Not muted", theme.faint))
        if !chat.allowsAI { facts.append(Cell.of("AI may not read it", theme.faint)) }
        facts.append([])
        for line in facts {
            frame.grid.write(line.fitted(area.width), x: area.x, y: area.y)
            area = area.inset(top: 1)
        }
        let actions = DetailsActions.items(for: chat)
        for item in actions {
            let line = Cell.of("\(item.key)", theme.accent.with(.bold)) + Cell.of("  \(item.label)")
            frame.grid.write(line.fitted(area.width), x: area.x, y: area.y)
            area = area.inset(top: 1)
        }
        guard chat.isGroup, area.height > 2 else { return }
        frame.grid.write(Cell.of("\(chat.members.count) members", theme.faint), x: area.x, y: area.y + 1)
        area = area.inset(top: 2)
        var place = position
        place.settle(count: chat.members.count, height: area.height)
        for (offset, person) in chat.members.dropFirst(place.top).prefix(area.height).enumerated() {
            let row = Rectangle(x: area.x, y: area.y + offset, width: area.width, height: 1)
            frame.take(.row(place.top + offset), in: row)
            let isOnline = person.isMe ? content.connection.isOnline : person.isOnline
            var line = Cell.of(isOnline ? "● " : "○ ", isOnline ? theme.good : theme.faint)
            line += Cell.of(person.isMe ? "\(person.name) (you)" : person.name)
            if person.role != .member { line += Cell.of("  \(person.role.name)", theme.faint) }
            frame.grid.write(line.fitted(area.width), x: row.x, y: row.y)
            highlight(row, place.top + offset == place.chosen, &frame)
        }
    }

    // MARK: Insights

    private func drawInsights(_ conversation: ConversationID?, _ position: ListPosition, _ frame: inout Frame) {
        let title = conversation == nil ? "Insights" : "Insights of \(content.chat?.title ?? "")"
        let area = heading(title, note: "x done  d dismiss  c confirm  m remind", &frame)
        let insights = content.insights.insights
        guard !insights.isEmpty else {
            let text = content.insights.isLoading ? "Loading…" : "No action items, decisions or deadlines."
            frame.grid.write(Cell.of(text, theme.faint).fitted(area.width), x: area.x, y: area.y + 1)
            return
        }
        let capacity = max(1, area.height / 3)
        var place = position
        place.settle(count: insights.count, height: capacity)
        for (offset, insight) in insights.dropFirst(place.top).prefix(capacity).enumerated() {
            let row = Rectangle(x: area.x, y: area.y + offset * 3, width: area.width, height: 2)
            frame.take(.row(place.top + offset), in: row)
            let isClosed = !insight.state.isOpen
            let mark =
                switch insight.state {
                case .open: "☐ "
                case .suggestedDone: "? "
                case .done: "☑ "
                case .dismissed, .cancelled: "– "
                }
            let line = Cell.of(mark, theme.accent) + Cell.of(insight.text, isClosed ? theme.faint : theme.plain)
            frame.grid.write(line.fitted(area.width), x: row.x, y: row.y)
            frame.grid.write(facts(of: insight, conversation).fitted(area.width - 2), x: row.x + 2, y: row.y + 1)
            highlight(row, place.top + offset == place.chosen, &frame)
        }
    }

    private func facts(of insight: InsightRecord, _ conversation: ConversationID?) -> [Cell] {
        var facts = [insight.kind == .action ? "to do" : insight.kind.rawValue]
        if insight.certainty == .suggested { facts.append("suggested") }
        if let assignee = insight.assignee { facts.append("for \(assignee.name)") }
        var line = Cell.of(facts.joined(separator: ", "), theme.faint)
        if let due = insight.due { line += Cell.of("  due \(clock.due(due.text))", theme.warning) }
        if let id = insight.id, let reminder = content.reminders.first(where: { $0.insight == id && $0.firedAt == nil })
        {
            line += Cell.of("  ⏲ \(clock.reminder(reminder.at))", theme.accent)
        }
        var place = "  \(insight.sender.name), \(clock.full(insight.writtenAt))"
        if conversation == nil, let title = content.insights.titles[insight.conversation] { place += " in \(title)" }
        line += Cell.of(place, theme.faint)
        if let id = insight.id, content.insights.waiting.contains(id) { line += Cell.of("  waiting", theme.warning) }
        return line
    }

    // MARK: The assistant

    private func drawAssistant(_ assistant: AssistantState, _ frame: inout Frame) {
        let name = assistant.conversation == nil ? "Nexus" : "Assistant of \(content.chat?.title ?? "")"
        let area = heading(name, note: "Ctrl+T topics", &frame)
        if let topics = assistant.topics {
            drawTopics(topics, in: area, &frame)
            return
        }
        let field = Rectangle(x: area.x, y: area.bottom - 1, width: area.width, height: 1)
        rule(
            in: Rectangle(x: layout.sheet.x, y: field.y - 1, width: layout.sheet.width, height: 1), y: field.y - 1,
            &frame)
        let asks = assistant.source == nil && state.focus == .sheet
        frame.grid.write("›", x: field.x, y: field.y, asks ? theme.accent.with(.bold) : theme.faint)
        frame.field(
            assistant.editor,
            hint: assistant.conversation == nil ? "Ask about all your conversations" : "Ask about this conversation",
            in: field.inset(left: 2), hasCursor: asks && state.overlays.isEmpty)
        let text = area.inset(bottom: 2)
        let drawn = AnswerLines(theme: theme, clock: clock, width: text.width).lines(
            of: content.assistant, chosen: assistant.source)
        var end = max(0, drawn.count - text.height - assistant.scrolled)
        // The chosen source is visible.
        if let source = assistant.source, let line = drawn.firstIndex(where: { $0.source == source }) {
            if line < end { end = line }
            if line + 2 > end + text.height { end = line + 2 - text.height }
        }
        for (offset, line) in drawn.dropFirst(end).prefix(text.height).enumerated() {
            let row = Rectangle(x: text.x, y: text.y + offset, width: text.width, height: 1)
            frame.grid.write(line.cells, x: row.x, y: row.y, limit: text.right)
            guard let source = line.source else { continue }
            frame.take(.row(source), in: row)
            highlight(row, source == assistant.source, &frame)
        }
    }

    private func drawTopics(_ position: ListPosition, in area: Rectangle, _ frame: inout Frame) {
        let topics = content.assistant.topics
        var place = position
        // The first row begins a new topic.
        place.settle(count: topics.count + 1, height: area.height)
        for offset in 0..<min(area.height, topics.count + 1 - place.top) {
            let index = place.top + offset
            let row = Rectangle(x: area.x, y: area.y + offset, width: area.width, height: 1)
            frame.take(.row(index), in: row)
            if index == 0 {
                frame.grid.write(Cell.of("+ New topic", theme.accent), x: row.x, y: row.y)
            } else {
                let topic = topics[index - 1]
                let time = Cell.of(clock.short(topic.changedAt), theme.faint)
                frame.grid.write(Cell.of(topic.title).fitted(row.width - time.width - 1), x: row.x, y: row.y)
                frame.grid.write(time, x: row.right - time.width, y: row.y)
            }
            highlight(row, index == place.chosen, &frame)
        }
    }
}
