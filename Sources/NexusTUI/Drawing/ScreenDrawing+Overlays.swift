import NexusCore

extension ScreenDrawing {
    func draw(_ overlay: Overlay, _ frame: inout Frame) {
        switch overlay {
        case .help(let scrolled): drawHelp(scrolled, &frame)
        case .switcher(let editor, let position):
            drawList("Go to", editor, hint: "Name of a conversation", switcherRows(editor), position, &frame)
        case .forward(_, let editor, let position):
            drawList("Forward to", editor, hint: "Name of a conversation", switcherRows(editor), position, &frame)
        case .search(let editor, let position): drawSearch(editor, position, &frame)
        case .people(let people): drawPeople(people, &frame)
        case .menu(let menu): draw(menu, &frame)
        case .prompt(let prompt):
            let inside = frame.box(frame.grid.size.rectangle.centred(width: 52, height: 3), title: prompt.title)
            frame.field(prompt.editor, hint: "", in: inside)
        case .picture(let attachment, let note): drawPicture(attachment, note, &frame)
        case .signIn(let form): draw(form, &frame)
        case .files(let picker): draw(picker, &frame)
        case .recording(let recording): draw(recording, &frame)
        case .reminders(let position): drawReminders(position, &frame)
        }
    }

    var screen: Rectangle { state.size.rectangle }

    func choose(_ row: Rectangle, _ isChosen: Bool, _ frame: inout Frame) {
        if isChosen { frame.grid.restyle(row) { theme.chosen($0, isFocused: true) } }
    }

    private func switcherRows(_ editor: TextEditor) -> [(title: [Cell], note: [Cell])] {
        content.switcherRows(editor.text).map { row in
            (
                Cell.of(row.title, row.badge > 0 ? theme.bold : theme.plain),
                row.badge > 0 ? Cell.of("\(row.unread)", theme.accent) : Cell.of(clock.short(row.lastAt), theme.faint)
            )
        }
    }

    /// A box with a field and rows below it.
    private func drawList(
        _ title: String, _ editor: TextEditor, hint: String, _ rows: [(title: [Cell], note: [Cell])],
        _ position: ListPosition, _ frame: inout Frame
    ) {
        let inside = frame.box(Overlay.listBox(in: screen), title: title)
        frame.field(editor, hint: hint, in: inside.inset(bottom: inside.height - 1))
        let area = inside.inset(top: 2)
        var place = position
        place.settle(count: rows.count, height: area.height)
        if rows.isEmpty { frame.grid.write(Cell.of("Nothing found.", theme.faint), x: area.x, y: area.y) }
        for (offset, entry) in rows.dropFirst(place.top).prefix(area.height).enumerated() {
            let row = Rectangle(x: area.x, y: area.y + offset, width: area.width, height: 1)
            frame.take(.row(place.top + offset), in: row)
            frame.grid.write(entry.title.fitted(row.width - entry.note.width - 1), x: row.x, y: row.y)
            frame.grid.write(entry.note, x: row.right - entry.note.width, y: row.y)
            choose(row, place.top + offset == place.chosen, &frame)
        }
    }

    // MARK: Search

    private func drawSearch(_ editor: TextEditor, _ position: ListPosition, _ frame: inout Frame) {
        let box = Overlay.searchBox(in: screen)
        let inside = frame.box(box, title: "Search")
        frame.field(
            editor, hint: "Words, from:name, in:title, has:photo, before:2026-11-01",
            in: inside.inset(bottom: inside.height - 1))
        let search = content.search
        let note =
            search.isSearching ? "Searching…" : search.isOnDevice ? "No connection: only what is on this device" : ""
        frame.grid.write(Cell.of(note, theme.warning).fitted(inside.width), x: inside.x, y: inside.y + 1)
        let area = inside.inset(top: 2)
        let count = search.conversations.count + search.results.count
        if count == 0 {
            let text =
                editor.isEmpty
                ? "Searches all your conversations." : search.hasSearched && !search.isSearching ? "Nothing found." : ""
            frame.grid.write(Cell.of(text, theme.faint).fitted(area.width), x: area.x, y: area.y)
        }
        var place = position
        place.settle(count: count, height: max(1, area.height / 2))
        for (offset, index) in (place.top..<count).prefix(max(1, area.height / 2)).enumerated() {
            let row = Rectangle(x: area.x, y: area.y + 2 * offset, width: area.width, height: 2)
            frame.take(.row(index), in: row)
            if index < search.conversations.count {
                let found = search.conversations[index]
                frame.grid.write(Cell.of(found.title, theme.bold).fitted(row.width), x: row.x, y: row.y)
                frame.grid.write(Cell.of("  conversation", theme.faint), x: row.x, y: row.y + 1)
            } else {
                let result = search.results[index - search.conversations.count]
                var head = Cell.of(result.senderName, theme.person(result.sender))
                head += Cell.of(
                    "  \(search.titles[result.conversation] ?? ""), \(clock.full(result.writtenAt))", theme.faint)
                frame.grid.write(head.fitted(row.width), x: row.x, y: row.y)
                frame.grid.write((Cell.of("  ") + marked(result.snippet)).fitted(row.width), x: row.x, y: row.y + 1)
            }
            choose(row, index == place.chosen, &frame)
        }
    }

    /// A snippet with its matches in bold.
    private func marked(_ snippet: SearchSnippet) -> [Cell] {
        let units = Array(snippet.text.utf16)
        var cells: [Cell] = []
        var end = 0
        for mark in snippet.marks where mark.lowerBound >= end && mark.upperBound <= units.count {
            cells += Cell.of(String(decoding: units[end..<mark.lowerBound], as: UTF16.self))
            cells += Cell.of(String(decoding: units[mark], as: UTF16.self), theme.accent.with(.bold))
            end = mark.upperBound
        }
        return cells + Cell.of(String(decoding: units[end...], as: UTF16.self))
    }

    // MARK: People

    private func drawPeople(_ people: PeopleState, _ frame: inout Frame) {
        let title = people.group == nil ? "New conversation" : "Add members"
        let box = Overlay.listBox(in: screen)
        let inside = frame.box(box, title: title)
        frame.field(people.editor, hint: "Name or e-mail address", in: inside.inset(bottom: inside.height - 1))
        frame.grid.write(Cell.of(hint(people), theme.faint).fitted(inside.width), x: inside.x, y: inside.y + 1)
        let area = inside.inset(top: 3)
        let found = content.people.people
        if found.isEmpty {
            let text = content.people.answers(people.editor.text) ? "Nobody found." : ""
            frame.grid.write(Cell.of(text, theme.faint), x: area.x, y: area.y)
        }
        var place = people.position
        place.settle(count: found.count, height: area.height)
        for (offset, user) in found.dropFirst(place.top).prefix(area.height).enumerated() {
            let row = Rectangle(x: area.x, y: area.y + offset, width: area.width, height: 1)
            frame.take(.row(place.top + offset), in: row)
            let isChosen = people.chosen.contains { $0.id == user.id }
            let line =
                Cell.of(isChosen ? "☑ " : "☐ ", isChosen ? theme.accent : theme.faint) + Cell.of(user.name)
                + Cell.of("  \(user.email)", theme.faint)
            frame.grid.write(line.fitted(row.width), x: row.x, y: row.y)
            choose(row, place.top + offset == place.chosen, &frame)
        }
    }

    /// Who is chosen, and what the keys do: nothing while the list belongs to an earlier text.
    private func hint(_ people: PeopleState) -> String {
        let names = people.chosen.map(\.name).joined(separator: ", ")
        let keys =
            switch (content.people.answers(people.editor.text), people.group, names.isEmpty) {
            case (false, _, _): "Searching…"
            case (true, nil, true): "Enter: write to one   Tab: choose for a group"
            case (true, nil, false): "Enter: create group"
            case (true, .some, true): "Tab: choose"
            case (true, .some, false): "Enter: add"
            }
        return names.isEmpty ? keys : "\(names)   \(keys)"
    }

    // MARK: Small boxes

    private func draw(_ menu: Menu, _ frame: inout Frame) {
        let text =
            menu.text.isEmpty
            ? [] : menu.text.split(whereSeparator: \.isNewline).flatMap { Cell.of(String($0)).wrapped(44) }
        let lead = text.isEmpty ? 0 : text.count + 1
        let inside = frame.box(screen.centred(width: 48, height: menu.items.count + lead + 2), title: menu.title)
        for (offset, line) in text.enumerated() { frame.grid.write(line, x: inside.x, y: inside.y + offset) }
        for (index, item) in menu.items.enumerated() where lead + index < inside.height {
            let row = Rectangle(x: inside.x, y: inside.y + lead + index, width: inside.width, height: 1)
            frame.take(.row(index), in: row)
            let line = Cell.of("\(item.key)", theme.accent.with(.bold)) + Cell.of("  \(item.label)")
            frame.grid.write(line.fitted(row.width), x: row.x, y: row.y)
            choose(row, index == menu.position.chosen, &frame)
        }
    }

    private func drawPicture(_ attachment: Attachment, _ note: String, _ frame: inout Frame) {
        let inside = frame.box(screen, title: attachment.name)
        if !note.isEmpty {
            for (offset, line) in Cell.of(note).wrapped(inside.width).prefix(inside.height).enumerated() {
                frame.grid.write(line, x: inside.x, y: inside.y + 1 + offset)
            }
        }
        // The box covers the status line.
        let hint =
            state.notice.map { Cell.of(" \($0) ", theme.warning) }
            ?? Cell.of(" Esc closes   s saves it in this folder   S elsewhere   o opens it outside ", theme.faint)
        frame.grid.write(hint.fitted(inside.width), x: inside.x, y: screen.bottom - 1)
    }

    private func draw(_ form: SignInState, _ frame: inout Frame) {
        frame.grid.fill(screen)
        let inside = frame.box(screen.centred(width: 60, height: form.count * 2 + 6), title: "Sign in to Nexus")
        for index in 0..<form.count {
            let y = inside.y + 1 + index * 2
            let row = Rectangle(x: inside.x, y: y, width: inside.width, height: 1)
            frame.take(.row(index), in: row)
            let isChosen = form.field == index
            frame.grid.write(SignInState.labels[index], x: row.x, y: y, isChosen ? theme.bold : theme.faint)
            frame.field(
                form.fields[index], hint: "", in: row.inset(left: 11), isSecret: index == 2,
                hasCursor: isChosen && !form.isWorking)
        }
        let y = inside.y + 1 + form.count * 2
        let text =
            form.isWorking ? "Signing in…" : form.error.isEmpty ? "Enter: next, then sign in   Esc: quit" : form.error
        for (offset, line) in Cell.of(text, form.error.isEmpty ? theme.faint : theme.danger).wrapped(inside.width)
            .prefix(2).enumerated()
        {
            frame.grid.write(line, x: inside.x, y: y + offset)
        }
    }

    private func drawHelp(_ scrolled: Int, _ frame: inout Frame) {
        let lines = KeyHelp.sections.flatMap { section -> [[Cell]] in
            [Cell.of(section.title, theme.bold)]
                + section.keys.map { Cell.of("  \($0.key)", theme.accent).padded(22) + Cell.of($0.meaning) } + [[]]
        }
        let inside = frame.box(screen.centred(width: 74, height: min(lines.count + 1, screen.height)), title: "Keys")
        let top = min(max(0, scrolled), max(0, lines.count - inside.height))
        for (offset, line) in lines.dropFirst(top).prefix(inside.height).enumerated() {
            frame.grid.write(line.fitted(inside.width), x: inside.x, y: inside.y + offset)
        }
        if top + inside.height < lines.count - 1 {
            frame.grid.write(Cell.of(" ↓ more ", theme.faint), x: inside.right - 9, y: inside.bottom)
        }
    }
}

extension Overlay {
    static func listBox(in screen: Rectangle) -> Rectangle {
        screen.centred(width: 60, height: max(8, screen.height * 3 / 4))
    }

    static func searchBox(in screen: Rectangle) -> Rectangle {
        screen.centred(width: min(100, max(40, screen.width - 4)), height: max(8, screen.height - 2))
    }
}

extension ScreenContent {
    /// The conversations that match, those whose title does first.
    func switcherRows(_ text: String) -> [ConversationRow] {
        guard !text.allSatisfy(\.isWhitespace) else { return conversations }
        let wanted = text.lowercased()
        let found = conversations.filter { $0.matches(text) }
        return found.filter { $0.title.lowercased().contains(wanted) }
            + found.filter { !$0.title.lowercased().contains(wanted) }
    }
}
