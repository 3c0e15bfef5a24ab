import Foundation
import NexusClient
import NexusCore
import Observation

/// Why the terminal client cannot begin.
public enum TerminalProblem: Error, Equatable {
    /// Standard input or output is no terminal.
    case noTerminal
    /// The terminal that `TERM` names is unknown, or cannot show a full screen.
    case unsuitable(String)
}

/// The client on the whole screen of a terminal: waits for input and changes, and draws.
@MainActor
public final class TerminalClient {
    /// Milliseconds after which an Escape was the key, and not the beginning of a sequence.
    private static let escapeMilliseconds: Int64 = 40
    /// Milliseconds between redraws for the times on the screen.
    private static let tickMilliseconds: Int64 = 15_000

    let models: TerminalModels
    let device: TerminalDevice
    let source = HappeningSource()
    var state = ScreenState()
    var content = ScreenContent()
    let draft = DraftKeeper()
    /// A picture that is on the screen over the cells.
    var picture: String?
    /// The last message on its way into the outbox.
    var lastSend: Task<Void, Never>?
    /// The folder of the path that is being typed.
    var folder: FolderListing?
    let environment: [String: String]
    let scratch = ScratchFolder()
    let player: VoicePlayer
    let recorder: VoiceRecorder
    private var maker = ContentMaker()
    private var decoder = InputDecoder()
    private var theme: Theme
    private var targets: Frame?
    /// The last message of which the user was told outside of the screen.
    var told: MessageID?
    /// The reminders of which the user was told outside of the screen.
    var toldReminders: Set<Reminder.Firing> = []
    private var openingShown: ConversationID?
    private var highlighted: MessageID?
    /// The first row when a short screen last asked for older ones.
    private var askedBefore: ChatRow.ID?
    private var isStopped = false

    private init(_ client: NexusClient, _ device: TerminalDevice, _ environment: [String: String]) {
        models = TerminalModels(client)
        self.environment = environment
        player = VoicePlayer(scratch, environment)
        recorder = VoiceRecorder(scratch, environment)
        self.device = device
        theme = Theme(device.capabilities.colours)
    }

    /// Shows the client until the user quits or a signal ends it, and gives the terminal back.
    ///
    /// - Returns: the signal that ended it; nil if the user quit.
    public static func run(
        _ client: NexusClient, environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws(TerminalProblem) -> Int32? {
        let terminal: TerminalClient
        do {
            guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw TerminalDevice.Problem.noTerminal }
            terminal = TerminalClient(
                client, try TerminalDevice(try TerminalCapabilities.read(environment)), environment)
            // From now on signals give the terminal back.
            terminal.source.begin()
            try terminal.device.begin()
        } catch TerminalCapabilities.Problem.unknown(let name) {
            throw .unsuitable(name)
        } catch TerminalCapabilities.Problem.tooPlain(let name) {
            throw .unsuitable(name)
        } catch {
            throw .noTerminal
        }
        let signal = await terminal.loop()
        terminal.device.end()
        terminal.player.stop()
        terminal.recorder.end()
        terminal.scratch.remove()
        await terminal.draft.store()?.value
        terminal.models.end()
        await client.close()
        return signal
    }

    private func loop() async -> Int32? {
        models.begin()
        state.size = device.size
        draw()
        let ticks = Task { [source] in
            while (try? await Task.sleep(for: .milliseconds(Self.tickMilliseconds))) != nil { source.send(.tick) }
        }
        // On the main actor, as what changes is: a change of many values is drawn once.
        let changes = Task { [source] in
            for await _ in source.changes { source.send(.changed) }
        }
        defer {
            ticks.cancel()
            changes.cancel()
        }
        for await happening in source.stream {
            switch happening {
            case .bytes(let bytes): take(decoder.decode(bytes))
            case .pause: take(decoder.flush())
            case .resized:
                state.size = device.size
                device.forget()
            case .stop: await stop()
            case .resumed: await resume()
            case .end(let signal): return signal
            case .quit: return nil
            case .changed, .tick: break
            }
            if decoder.isWaiting {
                Task { [source] in
                    try? await Task.sleep(for: .milliseconds(Self.escapeMilliseconds))
                    source.send(.pause)
                }
            }
            draw()
        }
        return nil
    }

    private func take(_ events: [InputEvent]) {
        for event in events {
            // Each key sees what the ones before it have changed.
            switch event {
            case .key(let key): perform(state.press(key, content))
            case .paste(let text): perform(state.paste(text, content))
            case .mouse(let mouse): perform(state.take(mouse, on: targets?.click(x: mouse.x, y: mouse.y), content))
            case .focus(let isFocused): attend(isFocused)
            case .background(let red, let green, let blue):
                theme = Theme(
                    device.capabilities.colours, background: Theme.Background(red: red, green: green, blue: blue))
            case .reportsKeys: device.reportKeys()
            case .showsPictures: device.confirmPictures()
            }
        }
    }

    /// The window got the focus, or lost it: nothing is read in the background, and its conversation announces itself.
    private func attend(_ isFocused: Bool) {
        guard isFocused != state.isActive else { return }
        state.isActive = isFocused
        models.chat?.setAttended(isFocused)
        let viewed = isFocused ? models.chat?.conversation : nil
        models.banners.viewed = viewed
        let client = models.client
        Task { try? await client.setViewed(viewed) }
    }

    // MARK: Drawing

    func draw() {
        guard !isStopped else { return }
        content = withObservationTracking {
            follow()
            return makeContent()
        } onChange: { [source] in
            source.change()
        }
        perform(state.pressWaiting(content))
        settle()
        let frame = ScreenDrawing(state, content, theme: theme).frame()
        targets = frame
        device.show(frame.grid)
        if let picture {
            device.write(picture)
            self.picture = nil
        }
        tell()
    }

    private func makeContent() -> ScreenContent {
        maker.content(of: models, state, Surroundings(folder: folder, voice: player.played), theme: theme)
    }

    /// Takes over what the view models have decided: signing in, where a chat opens, where a jump leads, a draft from elsewhere.
    private func follow() {
        followSession()
        guard let chat = models.chat else { return }
        if let text = draft.taken(
            from: chat, editor: state.composer.editor.text, isEditing: state.composer.edited != nil)
        {
            state.composer.editor = TextEditor(text)
        }
        if openingShown != chat.conversation, let opening = chat.opening {
            openingShown = chat.conversation
            if case .firstUnread(let row) = opening { state.timeline.anchor = .top(row, line: 0) }
        }
        if highlighted != chat.highlighted {
            highlighted = chat.highlighted
            if let highlighted {
                // The rows are laid out before the place is known.
                content = makeContent()
                state.timeline.chosen = highlighted
                state.focus = .timeline
                state.timeline.centre(
                    .message(highlighted), in: content.chat?.blocks ?? [], height: ScreenLayout(state).timeline.height)
            }
        }
    }

    private func followSession() {
        switch models.session.state {
        case .loading: break
        case .signedIn:
            if case .signIn = state.overlays.first { state.overlays = [] }
        case .signedOut:
            guard case .signIn = state.overlays.first else {
                state = ScreenState(size: state.size, overlays: [.signIn(SignInState())])
                models.closeChat()
                return
            }
        }
    }

    /// Tells the chat what is visible, and asks for what is missing.
    private func settle() {
        models.keepOverlays(search: state.isSearching, people: state.isPickingPeople)
        // A recording that cannot be seen would be one without the user's knowledge.
        if !state.isRecording { recorder.end() }
        guard let chat = content.chat, let model = models.chat else { return }
        let height = ScreenLayout(state).timeline.height
        if height > 0, !chat.blocks.isEmpty, !chat.hasNewer { state.timeline.settle(in: chat.blocks, height: height) }
        model.setVisible(height > 0 ? state.timeline.seen(in: chat.blocks, height: height) : [])
        guard height > 0, !chat.isLoading, chat.hasOlder, chat.blocks.lineCount < height, model.isOnline,
            askedBefore != chat.blocks.first?.key
        else { return }
        // Once for each beginning: what cannot be loaded is not asked for again and again.
        askedBefore = chat.blocks.first?.key
        Task { await model.loadOlder() }
    }

    // MARK: Stopping

    func stop() async {
        // Nothing sounds, and nothing is recorded, while the program cannot show it.
        player.stop()
        recorder.end()
        state.overlays.removeAll { if case .recording = $0 { true } else { false } }
        // A stopped process answers no other of the profile: the next one takes it.
        await lastSend?.value
        await models.client.suspend()
        device.end()
        isStopped = true
        device.suspend()
    }

    private func resume() async {
        await models.client.resume()
        isStopped = false
        try? device.begin()
        state.size = device.size
    }
}

extension ScreenState {
    var isSearching: Bool { overlays.contains { if case .search = $0 { true } else { false } } }

    var isPickingPeople: Bool {
        overlays.contains { if case .people = $0 { true } else { false } }
    }
}
