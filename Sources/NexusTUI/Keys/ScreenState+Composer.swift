import NexusCore

extension Composer {
    /// Names that a mention may be completed with, at most.
    static let suggestionLimit = 5

    /// The word behind an `@` before the cursor; `nil` if there is none.
    var mentioned: Substring? {
        guard closedFor != editor.text, let at = editor.before.lastIndex(of: "@") else { return nil }
        let word = editor.before[editor.before.index(after: at)...]
        if at > editor.before.startIndex {
            let previous = editor.before[editor.before.index(before: at)]
            guard previous.isWhitespace || previous.isPunctuation else { return nil }
        }
        return word.count <= 40 && !word.contains(where: \.isNewline) ? word : nil
    }

    /// The members whom the word before the cursor may mean.
    func suggestions(among members: [ChatHeader.Person]) -> [ChatHeader.Person] {
        guard let word = mentioned?.lowercased() else { return [] }
        let others = members.filter { !$0.isMe }
        // A name that is complete needs no more help.
        if others.contains(where: { word.hasPrefix($0.name.lowercased() + " ") }) { return [] }
        return Array(
            others.filter { person in
                let name = person.name.lowercased()
                return name.hasPrefix(word) || name.split(separator: " ").contains { $0.hasPrefix(word) }
            }.prefix(Composer.suggestionLimit))
    }
}

extension ScreenState {
    mutating func pressComposer(_ key: Key, _ content: ScreenContent) -> [Command] {
        guard let chat = content.chat else {
            focus = .list
            return []
        }
        let names = composer.suggestions(among: chat.members)
        if !names.isEmpty, let commands = pressSuggestions(key, names) { return commands }
        switch key {
        case Key(.escape):
            escapeComposer()
            return [.write(composer.editor.text)]
        case Key(.enter): return sendComposed(chat)
        case Key(.enter, .alt), Key(.enter, .shift), Key(.enter, .control), .control("j"): composer.editor.insert("\n")
        case Key(.up) where composer.editor.isEmpty && composer.edited == nil:
            return startEditing(chat.messages.last { $0.isMine && !$0.isDeleted && $0.event == nil })
        case Key(.pageUp), Key(.pageDown):
            return scrollTimeline(
                by: (key.code == .pageUp ? -1 : 1) * max(1, ScreenLayout(self).timeline.height - 2), content)
        case .control("p"), .control("n"), Key(.up, .alt), Key(.down, .alt):
            recall(key == .control("p") || key.code == .up ? 1 : -1, chat)
        case .alt("a"), Key(.function(7)): return beginAttaching(content)
        case .alt("v"), Key(.function(8)): return beginRecording(content)
        case .control("b"): composer.editor.insert(around: "**")
        case .alt("i"): composer.editor.insert(around: "_")
        case .control("e"): composer.editor.insert(around: "`")
        case .control("x"): composer.editor.insert(around: "~~")
        default:
            if key == Key(.backspace), let commands = removeFile() { return commands }
            guard composer.editor.take(key, isMultiline: true) else { return [] }
            composer.historyStep = 0
            composer.suggestion = 0
        }
        return [.write(composer.editor.text)]
    }

    /// `nil` if the key is not for the suggestions.
    private mutating func pressSuggestions(_ key: Key, _ names: [ChatHeader.Person]) -> [Command]? {
        let count = names.count
        let at = min(composer.suggestion, count - 1)
        switch key {
        case Key(.down): composer.suggestion = (at + 1) % count
        case Key(.up): composer.suggestion = (at + count - 1) % count
        case Key(.enter), Key(.tab):
            let word = composer.mentioned?.count ?? 0
            composer.editor.replace(last: word, with: names[at].name + " ")
            composer.suggestion = 0
            return [.mention(names[at].user), .write(composer.editor.text)]
        case Key(.escape): composer.closedFor = composer.editor.text
        default: return nil
        }
        return []
    }

    private mutating func escapeComposer() {
        if composer.edited != nil {
            composer.edited = nil
            composer.editor = TextEditor(composer.written)
        } else if composer.original != nil {
            composer.original = nil
        } else {
            focus = .timeline
        }
    }

    private mutating func sendComposed(_ chat: ChatContent) -> [Command] {
        let text = composer.editor.text
        let files = composer.edited == nil ? composer.files : []
        guard !text.allSatisfy(\.isWhitespace) || !files.isEmpty, !chat.isGone, !chat.isBlocked else { return [] }
        guard text.count <= Limits.messageCharacters else {
            notice = "A message has at most \(Limits.messageCharacters) characters; this one has \(text.count)."
            return []
        }
        let kept = composer.files
        if let edited = composer.edited {
            // What was being written before the edit comes back.
            let written = composer.written
            composer = Composer()
            composer.editor = TextEditor(written)
            composer.files = kept
            return [.edit(edited, text), .write(written)]
        }
        let original = composer.original
        composer = Composer()
        timeline = TimelinePosition()
        return [.reply(original), files.isEmpty ? .send(text) : .sendFiles(text, files)]
            + (chat.hasNewer ? [.toNewest] : [])
    }

    mutating func startEditing(_ message: MessageRow?) -> [Command] {
        guard let message else { return [] }
        composer.written = composer.edited == nil ? composer.editor.text : composer.written
        composer.edited = message.id
        composer.original = nil
        composer.editor = TextEditor(message.text)
        focus = .composer
        return []
    }

    /// Steps through the user's own messages of this conversation, newest first.
    private mutating func recall(_ step: Int, _ chat: ChatContent) {
        let own = chat.messages.filter { $0.isMine && !$0.isDeleted && $0.event == nil && !$0.text.isEmpty }
        let wanted = min(max(0, composer.historyStep + step), own.count)
        guard wanted != composer.historyStep else { return }
        if composer.historyStep == 0 { composer.written = composer.editor.text }
        composer.historyStep = wanted
        composer.editor = TextEditor(wanted == 0 ? composer.written : own[own.count - wanted].text)
        composer.closedFor = composer.editor.text
    }
}
