import NexusCore

extension ScreenState {
    /// Whether files and recordings can be added to the message that is being written.
    private func mayAttach(_ content: ScreenContent) -> Bool {
        guard let chat = content.chat else { return false }
        return !chat.isGone && !chat.isBlocked
    }

    /// Opens the choice of a file.
    mutating func beginAttaching(_ content: ScreenContent) -> [Command] {
        guard mayAttach(content) else { return [] }
        guard composer.edited == nil else {
            notice = "An edit cannot add files. Esc cancels it."
            return []
        }
        focus = .composer
        overlays = [.files(FilePicker())]
        return [.listFolder("")]
    }

    /// Begins a voice message.
    mutating func beginRecording(_ content: ScreenContent) -> [Command] {
        guard mayAttach(content), composer.edited == nil else { return [] }
        focus = .composer
        return [.record]
    }

    /// Removes the last file by Backspace at the beginning of the text; `nil` if there is none.
    mutating func removeFile() -> [Command]? {
        guard composer.edited == nil, composer.editor.before.isEmpty, !composer.files.isEmpty else { return nil }
        composer.files.removeLast()
        return []
    }

    // MARK: The choice of a file

    mutating func pressFiles(_ key: Key, _ picker: FilePicker, _ content: ScreenContent) -> [Command] {
        var picker = picker
        if key.code == .escape { return [] }
        let matches = content.matches(of: picker)
        let height = max(1, Overlay.listBox(in: size.rectangle).height - 5)
        defer { overlays.append(.files(picker)) }
        if let move = ListMove(key, isTyping: true), key != .control("n"), key != .control("p") {
            picker.position.chosen = move.target(from: picker.position.chosen, count: matches.count, height: height)
            picker.position.settle(count: matches.count, height: height)
            return []
        }
        picker.problem = nil
        switch key {
        case Key(.tab): return complete(&picker, matches, content)
        case Key(.enter), Key(.enter, .alt), .control("j"):
            picker.closes = key == Key(.enter)
            let (folder, name) = PathText.parts(of: picker.editor.text)
            let exact = picker.position.chosen == 0 ? matches.first { $0.name == name } : nil
            let entry =
                exact ?? (matches.indices.contains(picker.position.chosen) ? matches[picker.position.chosen] : nil)
            if let entry, entry.isFolder { return write(folder + entry.name + "/", &picker) }
            let path = entry.map { folder + $0.name } ?? picker.editor.text
            return path.isEmpty ? [] : [.attach([path], replacing: nil)]
        default:
            var editor = picker.editor
            guard editor.take(key) else { return [] }
            return write(editor.text, &picker, editor)
        }
    }

    mutating func pasteIntoFiles(_ line: String, _ picker: FilePicker) -> [Command] {
        var picker = picker
        var editor = picker.editor
        editor.insert(line)
        defer { overlays.append(.files(picker)) }
        return write(editor.text, &picker, editor)
    }

    /// Completes the name as a shell does: to what all matches begin with, then to the chosen one.
    private func complete(
        _ picker: inout FilePicker, _ matches: [FolderListing.Entry], _ content: ScreenContent
    ) -> [Command] {
        let (folder, name) = PathText.parts(of: picker.editor.text)
        guard matches.indices.contains(picker.position.chosen) else { return [] }
        var completed = content.folder?.completion(of: name) ?? name
        if completed == name { completed = matches[picker.position.chosen].name }
        let isFolder = matches.contains { $0.name == completed && $0.isFolder }
        let isOnly = matches.count == 1 || matches[picker.position.chosen].name == completed
        return write(folder + completed + (isFolder && isOnly ? "/" : ""), &picker)
    }

    private func write(_ text: String, _ picker: inout FilePicker, _ editor: TextEditor? = nil) -> [Command] {
        let before = PathText.parts(of: picker.editor.text).folder
        picker.editor = editor ?? TextEditor(text)
        picker.position = ListPosition()
        let folder = PathText.parts(of: text).folder
        return folder == before ? [] : [.listFolder(folder)]
    }

    // MARK: A voice message

    mutating func pressRecording(_ key: Key, _ recording: RecordingState) -> [Command] {
        var recording = recording
        defer { overlays.append(.recording(recording)) }
        guard !recording.isEnding else { return [] }
        switch key.code {
        case .enter, .escape:
            recording.isEnding = true
            return [.endRecording(isSent: key.code == .enter)]
        default: return []
        }
    }

    var isRecording: Bool {
        overlays.contains { if case .recording = $0 { true } else { false } }
    }
}

extension ScreenContent {
    /// The entries that the path may be completed to; none while its folder is being read.
    func matches(of picker: FilePicker) -> [FolderListing.Entry] {
        let (folder, name) = PathText.parts(of: picker.editor.text)
        guard let listing = self.folder, listing.folder == folder else { return [] }
        return listing.matches(name)
    }
}
