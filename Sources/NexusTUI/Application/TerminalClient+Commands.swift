import Foundation
import NexusClient
import NexusCore

extension TerminalClient {
    /// Does what keys and clicks ask for.
    func perform(_ commands: [Command]) {
        for command in commands { perform(command) }
    }

    private func perform(_ command: Command) {
        switch command {
        case .quit: source.send(.quit)
        case .suspend: source.send(.stop)
        case .redraw: device.forget()
        case .reconnect:
            state.notice = "Connecting…"
            start { await $0.connection.retry() }
        case .open(let conversation): open(conversation)
        case .jump(let conversation, let message, _):
            open(conversation)
            start { _ = await $0.chat?.jump(to: message) }
        case .close:
            state.keepFiles()
            models.closeChat()
            state.opened = nil
        case .openBanner:
            guard let banner = models.banners.shown else { return }
            models.banners.dismiss()
            perform(.open(banner.conversation))
        case .dismissBanner:
            if models.banners.shown != nil {
                models.banners.dismiss()
            } else if let fired = content.fired.first {
                start { await $0.reminders.remove(fired.insight) }
            }
        case .filter(let text): models.list.filter = text
        case .search(let text): models.beginSearch().query = text
        case .findPeople(let text): models.beginPeople().query = text
        case .signIn(let server, let email, let password, let code): signIn(server, email, password, code)
        case .view(let attachment): view(attachment)
        case .closeView:
            if device.capabilities.pictures == .kitty { device.write(PictureEncoding.kittyNone) }
            device.forget()
        case .download(let attachment): download(attachment, to: FreePath.path(of: attachment.name, in: "."))
        case .save(let attachment, let path): download(attachment, to: FreePath.path(path, for: attachment.name))
        case .openOutside(let attachment): openOutside(attachment)
        case .copy(let text):
            // OSC 52: the terminal's clipboard, also over ssh. The text is base64, and so cannot end the sequence.
            device.write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\")
        default:
            performInChat(command)
            performOnConversation(command)
            performInSheet(command)
            performWithFiles(command)
            performOnReminder(command)
        }
    }

    func start(_ work: @escaping @MainActor (TerminalModels) async -> Void) {
        let models = models
        Task { await work(models) }
    }

    func open(_ conversation: ConversationID) {
        if models.chat?.conversation != conversation {
            draft.store()
            player.stop()
        }
        state.show(conversation)
        models.open(conversation).setAttended(state.isActive)
        models.list.filter = ""
    }

    // MARK: The chat

    private func performInChat(_ command: Command) {
        guard let chat = models.chat else { return }
        switch command {
        case .loadOlder: start { _ in await chat.loadOlder() }
        case .loadNewer: start { _ in await chat.loadNewer() }
        case .toNewest: start { _ in await chat.jumpToNewest() }
        case .write(let text): if state.composer.edited == nil { draft.write(text, to: chat) }
        case .reply(let message): chat.reply(to: message.flatMap { chat.message($0) })
        case .mention(let user): chat.mention(user)
        case .send(let text): send(text, in: chat)
        case .edit(let message, let text):
            start { _ in await chat.edit(message, to: text) }
        case .react(let emoji, let message):
            guard let row = chat.message(message) else { return }
            start { _ in await chat.react(emoji, to: row) }
        case .pin(let message, let isPinned): start { _ in await chat.pin(message, isPinned) }
        case .delete(let message): start { _ in await chat.delete(message) }
        case .deleteForMe(let message): start { _ in await chat.deleteForMe([message]) }
        case .retry(let message): start { _ in await chat.retry(message) }
        case .discard(let message): start { _ in await chat.discard(message) }
        case .forward(let message, let conversation):
            start { [weak self] _ in
                if await chat.forward([message], to: [conversation]) { self?.state.notice = "Forwarded." }
            }
        default: break
        }
    }

    private func send(_ text: String, in chat: ChatViewModel) {
        draft.forget()
        let earlier = lastSend
        // One after the other, in the order of the keys.
        lastSend = Task { [weak self] in
            await earlier?.value
            await chat.write(text)
            await chat.send()
            self?.draft.sent(chat)
            // It could not be queued: the text is not lost.
            guard let self, chat.draft == text, self.models.chat === chat, self.state.composer.editor.isEmpty else {
                return
            }
            self.state.composer.editor = TextEditor(text)
            self.source.change()
        }
    }

    // MARK: Conversations

    private func performOnConversation(_ command: Command) {
        switch command {
        case .pinConversation(let id, let isPinned): start { await $0.list.pin(id, isPinned) }
        case .mute(let id, let isMuted): start { await $0.list.mute(id, for: isMuted ? .always : nil) }
        case .archive(let id, let isArchived): start { await $0.list.archive(id, isArchived) }
        case .markUnread(let id): start { await $0.list.markUnread(id) }
        case .leave(let id):
            start { await $0.list.leave(id) }
            state.closeSheet()
        case .rename(let id, let title):
            attempt { client throws(ClientError) in _ = try await client.rename(id, to: title) }
        case .block(let user, let isBlocked):
            attempt { client throws(ClientError) in _ = try await client.block(user, isBlocked) }
        case .allowAI(let id, let isOn):
            attempt { client throws(ClientError) in _ = try await client.setAI(isOn, in: id) }
        case .removeMember(let user, let id):
            attempt { client throws(ClientError) in _ = try await client.remove(user, from: id) }
        case .addMembers(let id, let people):
            attempt { client throws(ClientError) in _ = try await client.add(people, to: id) }
        case .startDirect(let user):
            openWhenMade { client throws(ClientError) in try await client.openDirect(with: user).0 }
        case .createGroup(let title, let people):
            openWhenMade { client throws(ClientError) in try await client.createGroup(title: title, members: people).0 }
        default: break
        }
    }

    private func attempt(_ work: @escaping @Sendable (NexusClient) async throws(ClientError) -> Void) {
        start { models in
            do throws(ClientError) {
                try await work(models.client)
            } catch {
                models.list.error = error
            }
        }
    }

    private func openWhenMade(_ work: @escaping @Sendable (NexusClient) async throws(ClientError) -> ConversationID) {
        start { [weak self] models in
            do throws(ClientError) {
                let made = try await work(models.client)
                await models.list.load()
                self?.open(made)
                self?.source.change()
            } catch {
                models.list.error = error
            }
        }
    }

    // MARK: Sheets

    private func performInSheet(_ command: Command) {
        switch command {
        case .showInsights(let conversation): models.showInsights(of: conversation)
        case .changeInsight(let insight, let insightState):
            start { models in
                switch insightState {
                case .done: await models.insights?.complete(insight)
                case .dismissed: await models.insights?.dismiss(insight)
                default: await models.insights?.confirm(insight)
                }
            }
        case .showAssistant(let conversation): models.showAssistant(of: conversation)
        case .ask(let question): start { await $0.assistant?.ask(question) }
        case .openTopic(let topic): start { await $0.assistant?.open(topic) }
        case .newTopic: models.assistant?.begin()
        case .catchUp: start { await $0.assistant?.catchUp() }
        default: break
        }
    }

    // MARK: Signing in

    private func signIn(_ server: String, _ email: String, _ password: String, _ code: String) {
        start { [weak self] models in
            await models.session.signIn(
                server: server, email: email, password: password, code: code.isEmpty ? nil : code)
            guard let self, case .signIn(var form) = self.state.overlays.first else { return }
            form.isWorking = false
            if let error = models.session.error {
                form.error = "\(error.message) \(error.suggestion)"
                if case .refused(let refusal) = error, refusal.code == .codeRequired {
                    form.asksCode = true
                    form.field = 3
                    form.error = "Enter the code of your authenticator app."
                }
            }
            self.state.overlays = [.signIn(form)]
            self.source.change()
        }
    }
}
