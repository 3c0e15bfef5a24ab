import NexusCore

extension ScreenState {
    /// Lines of one turn of the wheel.
    private static let wheelLines = 3

    /// - Parameter click: what lies under the mouse.
    mutating func take(_ mouse: MouseEvent, on click: Click?, _ content: ScreenContent) -> [Command] {
        if mouse.action != .press { return turn(mouse.action == .wheelUp ? -1 : 1, on: click, content) }
        notice = nil
        guard let click else { return [] }
        switch click {
        case .nothing: return []
        case .conversation(let id): return overlays.isEmpty ? [.open(id)] : []
        case .message(let id):
            guard overlays.isEmpty else { return [] }
            let isAgain = timeline.chosen == id && focus == .timeline
            focus = .timeline
            timeline.chosen = id
            return isAgain ? press(Key(.enter), content) : []
        case .timeline: if overlays.isEmpty { focus = opened == nil ? .list : .timeline }
        case .composer: if overlays.isEmpty, opened != nil { focus = .composer }
        case .list: if overlays.isEmpty { focus = .list }
        case .sheet: if overlays.isEmpty { focus = .sheet }
        case .row(let row): return chooseRow(row, content)
        case .banner: return isRecording ? [] : [content.bannerCommand]
        case .reconnect: return [.reconnect]
        }
        return []
    }

    private mutating func turn(_ direction: Int, on click: Click?, _ content: ScreenContent) -> [Command] {
        guard overlays.isEmpty else { return press(Key(direction < 0 ? .up : .down), content) }
        switch click {
        case .timeline, .message, .composer: return scrollTimeline(by: direction * ScreenState.wheelLines, content)
        case .conversation, .list:
            let layout = ScreenLayout(self)
            listTop = min(max(0, listTop + direction), max(0, content.conversations.count - layout.listCapacity))
            // The cursor stays in the visible part.
            let rows = content.conversations
            let at = rows.firstIndex { $0.id == listed } ?? 0
            let kept = min(max(at, listTop), listTop + layout.listCapacity - 1)
            if rows.indices.contains(kept) { listed = rows[kept].id }
            return []
        case .sheet, .row:
            focus = .sheet
            if case .assistant(var assistant) = sheet {
                assistant.scrolled = max(0, assistant.scrolled - direction * ScreenState.wheelLines)
                sheet = .assistant(assistant)
                return []
            }
            return press(Key(direction < 0 ? .up : .down), content)
        default: return []
        }
    }

    /// A click on a row of the topmost list chooses it, as Enter does there.
    private mutating func chooseRow(_ row: Int, _ content: ScreenContent) -> [Command] {
        switch overlays.last {
        case .switcher(let editor, _): overlays[overlays.count - 1] = .switcher(editor, ListPosition(chosen: row))
        case .forward(let message, let editor, _):
            overlays[overlays.count - 1] = .forward(message, editor, ListPosition(chosen: row))
        case .search(let editor, _): overlays[overlays.count - 1] = .search(editor, ListPosition(chosen: row))
        case .people(var people):
            people.position.chosen = row
            overlays[overlays.count - 1] = .people(people)
            return press(Key(.tab), content)
        case .menu(var menu):
            menu.position.chosen = row
            overlays[overlays.count - 1] = .menu(menu)
        case .signIn(var form):
            form.field = row
            overlays[overlays.count - 1] = .signIn(form)
            return []
        case .files(var picker):
            picker.position.chosen = row
            overlays[overlays.count - 1] = .files(picker)
        case .reminders: overlays[overlays.count - 1] = .reminders(ListPosition(chosen: row))
        case .help, .prompt, .picture, .recording: return []
        case nil: return chooseSheetRow(row, content)
        }
        return press(Key(.enter), content)
    }

    private mutating func chooseSheetRow(_ row: Int, _ content: ScreenContent) -> [Command] {
        focus = .sheet
        switch sheet {
        case .details: sheet = .details(ListPosition(chosen: row))
        case .insights(let conversation, let position):
            let isAgain = position.chosen == row
            sheet = .insights(conversation, ListPosition(chosen: row, top: position.top))
            return isAgain ? press(Key(.enter), content) : []
        case .assistant(var assistant):
            if let topics = assistant.topics {
                assistant.topics = ListPosition(chosen: row, top: topics.top)
            } else {
                assistant.source = row
            }
            sheet = .assistant(assistant)
            return press(Key(.enter), content)
        case nil: break
        }
        return []
    }
}
