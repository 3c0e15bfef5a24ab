import Foundation
import NexusClient
import NexusCore

extension TerminalClient {
    func performWithFiles(_ command: Command) {
        switch command {
        case .attach(let paths, let replaced): attach(paths, replacing: replaced)
        case .offerFiles(let readings, let text): offer(readings, pasted: text)
        case .listFolder(let folder): list(folder)
        case .sendFiles(let text, let files):
            if let chat = models.chat { send(text, files, in: chat) }
        case .sendText(let message, let isDiscarding): sendText(of: message, isDiscarding)
        case .record: record()
        case .endRecording(let isSent): endRecording(isSent)
        default: break
        }
    }

    // MARK: Attaching

    /// Adds files to the composer, and takes the text out that named them.
    private func attach(_ paths: [String], replacing text: String?) {
        var problem: AttachedFile.Problem?
        var files: [AttachedFile] = []
        for path in paths {
            do throws(AttachedFile.Problem) {
                guard state.composer.files.count + files.count < Limits.attachmentsPerMessage else { throw .tooMany }
                files.append(try AttachedFile.read(path))
            } catch {
                problem = problem ?? error
            }
        }
        state.composer.files += files
        if let text, problem == nil, state.composer.editor.before.hasSuffix(text) {
            state.composer.editor.replace(last: text.count, with: "")
            perform([.write(state.composer.editor.text)])
        }
        guard case .files(var picker) = state.overlays.last else {
            state.notice = problem?.text
            return
        }
        picker.problem = problem?.text
        state.overlays.removeLast()
        if problem == nil {
            if picker.closes { return }
            picker.editor = TextEditor(PathText.parts(of: picker.editor.text).folder)
            picker.position = ListPosition()
        }
        state.overlays.append(.files(picker))
    }

    /// Offers to attach files whose paths were pasted, if all of them exist.
    private func offer(_ readings: [[String]], pasted text: String) {
        let found = readings.first { paths in
            paths.allSatisfy { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: PathText.expanded(path), isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
        }
        guard let paths = found, state.overlays.isEmpty else { return }
        let names = paths.map { (PathText.expanded($0) as NSString).lastPathComponent }
        let label = names.count == 1 ? "Attach \(names[0])" : "Attach \(names.count) files"
        state.overlays = [
            .menu(
                Menu(
                    title: "A file was pasted", text: names.count == 1 ? "" : names.joined(separator: "\n"),
                    items: [
                        Menu.Item(key: "y", label: label, outcome: .command(.attach(paths, replacing: text))),
                        Menu.Item(key: "n", label: "Keep the text", outcome: .nothing),
                    ]))
        ]
    }

    private func list(_ folder: String) {
        self.folder = nil
        Task { [weak self] in
            let listing = await Task.detached(priority: .userInitiated) { FolderListing.read(folder) }.value
            guard let self, case .files(let picker) = self.state.overlays.last,
                PathText.parts(of: picker.editor.text).folder == folder
            else { return }
            self.folder = listing
            self.source.change()
        }
    }

    // MARK: Sending

    private func send(_ text: String, _ files: [AttachedFile], in chat: ChatViewModel) {
        draft.forget()
        let earlier = lastSend
        lastSend = Task { [weak self] in
            await earlier?.value
            chat.attach(files.map { OutgoingFile($0.path, name: $0.name) })
            await chat.write(text)
            await chat.send()
            self?.draft.sent(chat)
            let isLeft = !chat.composer.attachments.isEmpty
            for attachment in chat.composer.attachments { chat.removeAttachment(attachment.id) }
            guard let self, isLeft else { return }
            // It could not be queued: neither the text nor the files are lost.
            if self.models.chat === chat, self.state.composer.edited == nil {
                self.state.composer.files = files + self.state.composer.files
                if self.state.composer.editor.isEmpty { self.state.composer.editor = TextEditor(chat.draft) }
            } else {
                self.state.unsentFiles[chat.conversation] = files
            }
            self.source.change()
        }
    }

    private func sendText(of message: MessageID, _ isDiscarding: Bool) {
        start { [weak self] models in
            do throws(ClientError) {
                let following = try await models.client.sendTextAlone(of: message, discardingAttachments: isDiscarding)
                self?.state.notice =
                    following == nil ? "The text goes alone." : "The text goes now, the files follow."
            } catch {
                self?.state.notice = "\(error.message) \(error.suggestion)"
            }
            self?.source.change()
        }
    }

    // MARK: Voice messages

    private func record() {
        guard models.chat != nil, !state.isRecording else { return }
        state.overlays = [.recording(RecordingState(startedAt: SystemClock().now()))]
        let recorder = recorder
        Task { [weak self] in
            do {
                try await recorder.begin { [weak self] trouble in self?.recordingStopped(trouble) }
                // The user may have left it before it began.
                guard let self, self.state.isRecording else { return recorder.end() }
                self.tickWhileRecording()
            } catch {
                self?.recordingStopped(ProgramTrouble(error, "records sound", ProgramChoice.recorder.variable))
            }
        }
    }

    private func tickWhileRecording() {
        Task { [weak self] in
            while let self, self.state.isRecording {
                self.source.change()
                guard (try? await Task.sleep(for: .milliseconds(250))) != nil else { return }
            }
        }
    }

    /// - Parameter trouble: why it was stopped; `nil` for the longest duration.
    private func recordingStopped(_ trouble: ProgramTrouble?) {
        guard let index = state.overlays.firstIndex(where: { if case .recording = $0 { true } else { false } }),
            case .recording(var recording) = state.overlays[index]
        else { return }
        if let trouble {
            state.overlays.remove(at: index)
            if trouble.isMissing {
                // What to install is more than the status line holds.
                let close = Menu.Item(key: "q", label: "Close", outcome: .nothing)
                state.overlays.append(.menu(Menu(title: "Voice message", text: trouble.text, items: [close])))
            } else {
                state.notice = trouble.text
            }
        } else {
            recording.isFull = true
            state.overlays[index] = .recording(recording)
        }
        source.change()
    }

    private func endRecording(_ isSent: Bool) {
        guard isSent, let chat = models.chat else {
            recorder.end()
            state.overlays.removeAll { if case .recording = $0 { true } else { false } }
            return
        }
        let original = state.composer.original
        let (recorder, earlier) = (recorder, lastSend)
        lastSend = Task { [weak self] in
            await earlier?.value
            do throws(ProgramTrouble) {
                let recording = try await recorder.finish()
                if let original { chat.reply(to: chat.message(original)) }
                await chat.sendVoice(recording.path, duration: recording.duration, waveform: recording.waveform)
                try? FileManager.default.removeItem(atPath: recording.path)
                if self?.state.composer.original == original { self?.state.composer.original = nil }
            } catch {
                self?.state.notice = error.text
            }
            self?.state.overlays.removeAll { if case .recording = $0 { true } else { false } }
            self?.source.change()
        }
    }
}
