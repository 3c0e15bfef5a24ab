import NexusCore

/// What keys do: a change of the state, and commands for the rest. Pure, so that tests press keys without a terminal.
extension ScreenState {
    /// - Returns: what is to be done beyond the screen.
    mutating func press(_ key: Key, _ content: ScreenContent) -> [Command] {
        notice = nil
        let wasLeaving = isLeaving
        isLeaving = false
        if key == .control("c") {
            if wasLeaving { return [.quit] }
            isLeaving = true
            notice = "Ctrl+C again quits."
            return []
        }
        if key == .control("l") { return [.redraw] }
        if key == .control("z") { return [.suspend] }
        if !overlays.isEmpty { return pressOverlay(key, content) }
        if let commands = pressAnywhere(key, content) { return commands }
        switch focus {
        case .list: return pressList(key, content)
        case .timeline: return pressTimeline(key, content)
        case .composer: return pressComposer(key, content)
        case .sheet: return pressSheet(key, content)
        }
    }

    /// Text that was pasted goes to the field that has the keys; elsewhere to the composer.
    mutating func paste(_ text: String, _ content: ScreenContent) -> [Command] {
        notice = nil
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        if !overlays.isEmpty { return pasteIntoOverlay(line) }
        if focus == .sheet, case .assistant(var assistant) = sheet {
            assistant.editor.insert(line)
            assistant.source = nil
            sheet = .assistant(assistant)
            return []
        }
        if focus == .list, isFiltering {
            filter.insert(line)
            return [.filter(filter.text)]
        }
        guard opened != nil else { return [] }
        focus = .composer
        composer.editor.insert(text)
        let written = Command.write(composer.editor.text)
        let paths = composer.edited == nil ? PathText.pasted(text) : []
        return paths.isEmpty ? [written] : [written, .offerFiles(paths, pasted: text)]
    }

    /// Whether letters are typed into a field.
    private var isTyping: Bool {
        switch focus {
        case .composer: true
        case .list: isFiltering
        case .sheet:
            if case .assistant(let assistant) = sheet {
                assistant.source == nil && assistant.topics == nil
            } else {
                false
            }
        case .timeline: false
        }
    }

    /// The keys that mean the same in every part; `nil` if it is none of them.
    private mutating func pressAnywhere(_ key: Key, _ content: ScreenContent) -> [Command]? {
        switch key {
        case .control("k"):
            overlays = [.switcher(TextEditor(), ListPosition())]
            return []
        case .control("f"): return openSearch()
        case .control("o"): return [content.bannerCommand]
        case .control("g"): return [.dismissBanner]
        case .control("r"): return [.reconnect]
        case Key(.function(1)):
            overlays = [.help(0)]
            return []
        case Key(.tab), Key(.tab, .shift):
            if focus == .composer, !composer.suggestions(among: content.chat?.members ?? []).isEmpty { return nil }
            if focus == .sheet, case .assistant = sheet, key.modifiers.isEmpty, !content.assistant.sources.isEmpty {
                return nil
            }
            moveFocus(by: key.modifiers.isEmpty ? 1 : -1)
            return []
        default: break
        }
        guard !isTyping else { return nil }
        switch key {
        case .character("/"): return openSearch()
        case .character("?"):
            overlays = [.help(0)]
            return []
        case .character("q"): return [.quit]
        case .character("n"):
            overlays = [.people(PeopleState())]
            return [.findPeople("")]
        case .character("M"):
            overlays = [.reminders(ListPosition())]
            return []
        case .character("A"):
            sheet = .assistant(AssistantState())
            focus = .sheet
            return [.showAssistant(nil)]
        case .character("T"):
            sheet = .insights(nil, ListPosition())
            focus = .sheet
            return [.showInsights(nil)]
        case .character("a") where opened != nil:
            return openSheet(.assistant(AssistantState(conversation: opened)), .showAssistant(opened))
        case .character("t") where opened != nil:
            return openSheet(.insights(opened, ListPosition()), .showInsights(opened))
        case .character("v") where opened != nil: return openSheet(.details(ListPosition()), nil)
        case .character("i") where opened != nil && focus != .composer:
            focus = .composer
            return []
        default: return nil
        }
    }

    private mutating func openSearch() -> [Command] {
        overlays = [.search(TextEditor(), ListPosition())]
        return [.search("")]
    }

    private mutating func openSheet(_ opened: Sheet, _ command: Command?) -> [Command] {
        sheet = opened
        focus = .sheet
        return command.map { [$0] } ?? []
    }

    /// The parts that have keys, left to right.
    private var parts: [Focus] {
        var parts: [Focus] = [.list]
        if opened != nil, sheet == nil || size.columns >= ScreenLayout.wide { parts += [.timeline, .composer] }
        if sheet != nil { parts.append(.sheet) }
        return parts
    }

    mutating func moveFocus(by step: Int) {
        let parts = parts
        let at = parts.firstIndex(of: focus) ?? 0
        focus = parts[(at + step + parts.count) % parts.count]
        // Behind a list of messages without a choice, keys would go nowhere.
        if focus == .list { isFiltering = false }
    }

    // MARK: The list

    private mutating func pressList(_ key: Key, _ content: ScreenContent) -> [Command] {
        let rows = content.conversations
        let layout = ScreenLayout(self)
        var place = listPlace(in: rows, layout)
        if let move = ListMove(key, isTyping: isFiltering) {
            place.chosen = move.target(from: place.chosen, count: rows.count, height: layout.listCapacity)
            place.settle(count: rows.count, height: layout.listCapacity)
            listTop = place.top
            if rows.indices.contains(place.chosen) { listed = rows[place.chosen].id }
            return []
        }
        let row = rows.indices.contains(place.chosen) ? rows[place.chosen] : nil
        switch key.code {
        case .escape where isFiltering:
            isFiltering = false
            filter = TextEditor()
            return [.filter("")]
        case .escape:
            if opened != nil { focus = .composer }
            return []
        case .enter:
            guard let row else { return [] }
            isFiltering = false
            filter = TextEditor()
            return [.filter(""), .open(row.id)]
        default: break
        }
        if isFiltering {
            guard filter.take(key) else { return [] }
            return [.filter(filter.text)]
        }
        switch key {
        case .character("f"):
            isFiltering = true
            return []
        case .character("l"), Key(.right):
            if opened != nil { focus = .timeline } else if let row { return [.open(row.id)] }
            return []
        default: break
        }
        guard let row else { return [] }
        switch key {
        case .character("p"): return [.pinConversation(row.id, !row.isPinned)]
        case .character("m"): return [.mute(row.id, row.mutedUntil == nil)]
        case .character("x"): return [.archive(row.id, !row.isArchived)]
        case .character("u"): return [.markUnread(row.id)]
        default: return []
        }
    }
}
