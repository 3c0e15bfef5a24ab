import NexusCore

extension ScreenState {
    mutating func pressOverlay(_ key: Key, _ content: ScreenContent) -> [Command] {
        guard let overlay = overlays.popLast() else { return [] }
        // Each handler puts the overlay back if it stays.
        switch overlay {
        case .help(let scrolled): return pressHelp(key, scrolled)
        case .switcher(let editor, let position):
            return pressChoice(key, editor, position, content.switcherRows(editor.text), { .switcher($0, $1) }) {
                [.open($0.id)]
            }
        case .forward(let message, let editor, let position):
            return pressChoice(key, editor, position, content.switcherRows(editor.text), { .forward(message, $0, $1) })
            {
                [.forward(message, $0.id)]
            }
        case .search(let editor, let position): return pressSearch(key, editor, position, content)
        case .people(let people): return pressPeople(key, people, content)
        case .menu(let menu): return pressMenu(key, menu, content)
        case .prompt(let prompt): return pressPrompt(key, prompt)
        case .picture(let attachment, _):
            if key == .character("s") || key == .character("o") {
                overlays.append(overlay)
                return [key == .character("s") ? .download(attachment) : .openOutside(attachment)]
            }
            if key == .character("S") {
                overlays.append(overlay)
                overlays.append(.prompt(.saving(attachment)))
                return []
            }
            if key.code == .escape || key == .character("q") { return [.closeView] }
            overlays.append(overlay)
            return []
        case .signIn(let form): return pressSignIn(key, form)
        case .files(let picker): return pressFiles(key, picker, content)
        case .recording(let recording): return pressRecording(key, recording)
        case .reminders(let position): return pressReminders(key, position, content)
        }
    }

    mutating func pasteIntoOverlay(_ line: String) -> [Command] {
        guard let overlay = overlays.popLast() else { return [] }
        switch overlay {
        case .switcher(var editor, _):
            editor.insert(line)
            overlays.append(.switcher(editor, ListPosition()))
        case .forward(let message, var editor, _):
            editor.insert(line)
            overlays.append(.forward(message, editor, ListPosition()))
        case .search(var editor, _):
            editor.insert(line)
            overlays.append(.search(editor, ListPosition()))
            return [.search(editor.text)]
        case .people(var people):
            people.editor.insert(line)
            overlays.append(.people(people))
            return [.findPeople(people.editor.text)]
        case .prompt(var prompt):
            prompt.editor.insert(line)
            overlays.append(.prompt(prompt))
        case .signIn(var form):
            form.fields[form.field].insert(line)
            overlays.append(.signIn(form))
        case .files(let picker): return pasteIntoFiles(line, picker)
        case .help, .menu, .picture, .recording, .reminders: overlays.append(overlay)
        }
        return []
    }

    private mutating func pressHelp(_ key: Key, _ scrolled: Int) -> [Command] {
        let count = KeyHelp.sections.reduce(0) { $0 + $1.keys.count + 2 }
        switch ListMove(key) {
        case .by(let step): overlays.append(.help(min(max(0, scrolled + step), count)))
        case .half(let halves): overlays.append(.help(min(max(0, scrolled + halves * 8), count)))
        case .first: overlays.append(.help(0))
        case .last: overlays.append(.help(count))
        case nil: if key.code != .escape, key.typed == nil { overlays.append(.help(scrolled)) }
        }
        return []
    }

    /// Rows of a box with a field.
    private var listHeight: Int { max(1, Overlay.listBox(in: size.rectangle).height - 4) }

    private mutating func pressChoice(
        _ key: Key, _ editor: TextEditor, _ position: ListPosition, _ rows: [ConversationRow],
        _ overlay: (TextEditor, ListPosition) -> Overlay, _ choose: (ConversationRow) -> [Command]
    ) -> [Command] {
        var (editor, position) = (editor, position)
        if let move = ListMove(key, isTyping: true) {
            position.chosen = move.target(from: position.chosen, count: rows.count, height: listHeight)
            position.settle(count: rows.count, height: listHeight)
        } else if key.code == .enter {
            if rows.indices.contains(position.chosen) { return choose(rows[position.chosen]) }
        } else if key.code == .escape {
            return []
        } else if editor.take(key) {
            position = ListPosition()
        }
        overlays.append(overlay(editor, position))
        return []
    }

    private mutating func pressSearch(
        _ key: Key, _ editor: TextEditor, _ position: ListPosition, _ content: ScreenContent
    ) -> [Command] {
        var (editor, position) = (editor, position)
        let search = content.search
        let count = search.conversations.count + search.results.count
        let height = max(1, (Overlay.searchBox(in: size.rectangle).height - 4) / 2)
        if let move = ListMove(key, isTyping: true) {
            position.chosen = move.target(from: position.chosen, count: count, height: height)
            position.settle(count: count, height: height)
        } else if key.code == .enter {
            if position.chosen < search.conversations.count { return [.open(search.conversations[position.chosen].id)] }
            let index = position.chosen - search.conversations.count
            if search.results.indices.contains(index) {
                let result = search.results[index]
                return [.jump(result.conversation, result.message, result.seq)]
            }
        } else if key.code == .escape {
            // As in the web client: the first press clears the text.
            if editor.isEmpty { return [] }
            editor = TextEditor()
            overlays.append(.search(editor, ListPosition()))
            return [.search("")]
        } else if editor.take(key) {
            overlays.append(.search(editor, ListPosition()))
            return [.search(editor.text)]
        }
        overlays.append(.search(editor, position))
        return []
    }

    /// Takes the key that was pressed while people were searched, once the list answers the text.
    mutating func pressWaiting(_ content: ScreenContent) -> [Command] {
        guard case .people(let people) = overlays.last, let key = people.waiting,
            content.people.answers(people.editor.text)
        else { return [] }
        return pressOverlay(key, content)
    }

    private mutating func pressPeople(_ key: Key, _ people: PeopleState, _ content: ScreenContent) -> [Command] {
        var people = people
        people.waiting = nil
        let chooses = key.code == .tab || key.code == .enter && people.chosen.isEmpty && people.group == nil
        if chooses, !content.people.answers(people.editor.text) {
            people.waiting = key
            overlays.append(.people(people))
            return []
        }
        let found = content.people.found(for: people.editor.text)
        let height = max(1, listHeight - 1)
        if let move = ListMove(key, isTyping: true) {
            people.position.chosen = move.target(from: people.position.chosen, count: found.count, height: height)
            people.position.settle(count: found.count, height: height)
        } else if key.code == .escape {
            return []
        } else if key.code == .tab {
            guard found.indices.contains(people.position.chosen) else {
                overlays.append(.people(people))
                return []
            }
            let user = found[people.position.chosen]
            if people.chosen.contains(where: { $0.id == user.id }) {
                people.chosen.removeAll { $0.id == user.id }
            } else if people.chosen.count < Limits.groupMembers {
                people.chosen.append(user)
            }
        } else if key.code == .enter {
            if let group = people.group, !people.chosen.isEmpty { return [.addMembers(group, people.chosen)] }
            if !people.chosen.isEmpty {
                overlays.append(.prompt(Prompt(title: "Name of the group", purpose: .groupTitle(people.chosen))))
                return []
            }
            if people.group == nil, found.indices.contains(people.position.chosen) {
                return [.startDirect(found[people.position.chosen])]
            }
        } else if people.editor.take(key) {
            people.position = ListPosition()
            overlays.append(.people(people))
            return [.findPeople(people.editor.text)]
        }
        overlays.append(.people(people))
        return []
    }

    private mutating func pressMenu(_ key: Key, _ menu: Menu, _ content: ScreenContent) -> [Command] {
        var menu = menu
        if let item = menu.items.first(where: { key.typed == $0.key }) { return take(item.outcome, content) }
        if let move = ListMove(key) {
            menu.position.chosen = move.target(
                from: menu.position.chosen, count: menu.items.count, height: menu.items.count)
        } else if key.code == .enter {
            guard menu.items.indices.contains(menu.position.chosen) else { return [] }
            return take(menu.items[menu.position.chosen].outcome, content)
        } else if key.code == .escape {
            return []
        }
        overlays.append(.menu(menu))
        return []
    }

    private mutating func take(_ outcome: Menu.Outcome, _ content: ScreenContent) -> [Command] {
        if case .edit(let message) = outcome { return startEditing(content.chat?.message(message)) }
        return perform(outcome)
    }

    private mutating func pressPrompt(_ key: Key, _ prompt: Prompt) -> [Command] {
        var prompt = prompt
        if key.code == .escape { return [] }
        if key.code == .enter, !prompt.editor.text.allSatisfy(\.isWhitespace) {
            let text = prompt.editor.text
            switch prompt.purpose {
            case .groupTitle(let people): return [.createGroup(text, people)]
            case .rename(let conversation): return [.rename(conversation, text)]
            case .reaction(let message): return [.react(text, message)]
            case .saveAs(let attachment): return [.save(attachment, text)]
            case .reminder(let subject): return [.remindAt(subject, text)]
            }
        }
        _ = prompt.editor.take(key)
        overlays.append(.prompt(prompt))
        return []
    }

    private mutating func pressSignIn(_ key: Key, _ form: SignInState) -> [Command] {
        var form = form
        defer { overlays.append(.signIn(form)) }
        if key.code == .escape { return [.quit] }
        guard !form.isWorking else { return [] }
        switch key.code {
        case .tab, .down, .up:
            let step = key.code == .up || key.modifiers.contains(.shift) ? form.count - 1 : 1
            form.field = (form.field + step) % form.count
        case .enter where form.field < form.count - 1: form.field += 1
        case .enter:
            form.isWorking = true
            form.error = ""
            return [
                .signIn(
                    server: form.fields[0].text, email: form.fields[1].text, password: form.fields[2].text,
                    code: form.fields[3].text)
            ]
        default: _ = form.fields[form.field].take(key)
        }
        return []
    }
}
