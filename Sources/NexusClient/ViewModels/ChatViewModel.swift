import NexusCore
import Observation

/// One conversation on the screen: its rows from the store, with the changes in the outbox applied.
@Observable @MainActor
public final class ChatViewModel {
    public let conversation: ConversationID
    /// The content of the screen; `nil` until the store has been read, and if the conversation is unknown.
    public private(set) var screen: ChatScreen?
    /// Names of members who type at this moment.
    public private(set) var typing: [String] = []
    /// The text in the composer. It survives restarts.
    public private(set) var draft = ""
    /// The message that the composer replies to.
    public private(set) var replyingTo: MessageRow?
    /// Members picked for a mention, to distinguish those with the same name.
    public private(set) var mentioned: [UserID] = []
    public private(set) var isLoading = true
    public private(set) var isLoadingOlder = false
    /// Whether the user is no longer a member.
    public private(set) var isGone = false
    /// The last error; content stays on the screen.
    public var error: ClientError?

    @ObservationIgnored private let service: any ChatService
    @ObservationIgnored private let minutesFromUTC: Int
    /// The first position to show.
    @ObservationIgnored private var start: Seq?
    @ObservationIgnored private var readWhenOpened: Seq?
    @ObservationIgnored private var keptDraft = ""
    /// Whether the error came from loading: the next successful load clears it.
    @ObservationIgnored private var isLoadFailing = false

    /// Messages beyond which a window at the bottom is reset to the newest page.
    static let windowLimit = 400

    public init(_ conversation: ConversationID, service: any ChatService, minutesFromUTC: Int = 0) {
        self.conversation = conversation
        self.service = service
        self.minutesFromUTC = minutesFromUTC
    }

    public var rows: [TimelineRow] { screen?.rows ?? [] }
    public var title: String { screen?.conversation.title ?? "" }
    public var hasOlder: Bool { screen?.hasOlder ?? false }

    /// Keeps the screen current while it is there; returns when the task is cancelled.
    public func observe() async {
        let conversation = conversation
        let signals = service.signals { $0.concerns(conversation) }
        await attempt { service throws(ClientError) in try await service.setViewed(conversation) }
        await load()
        for await _ in signals { await load() }
        // The screen disappeared, and its task is cancelled.
        await leave()
    }

    /// Reloads, for example after an error.
    public func load() async {
        do throws(ClientError) {
            var screen = try await look()
            if let opened = screen, readWhenOpened == nil {
                readWhenOpened = opened.read
                screen = try await look()
            }
            show(screen)
            take(try await service.draft(in: conversation))
            let names = try await service.typing(in: conversation).map(\.name)
            if names != typing { typing = names }
            if isLoadFailing { error = nil }
            isLoadFailing = false
        } catch {
            self.error = error
            isLoadFailing = true
        }
        isLoading = false
    }

    private func look() async throws(ClientError) -> ChatScreen? {
        try await service.screen(
            of: conversation, from: start, readWhenOpened: readWhenOpened, minutesFromUTC: minutesFromUTC)
    }

    /// Takes the stored draft, perhaps from another device, unless the user has typed since.
    private func take(_ kept: String) {
        guard kept != keptDraft else { return }
        if draft == keptDraft { draft = kept }
        keptDraft = kept
    }

    private func show(_ screen: ChatScreen?) {
        if screen != nil {
            isGone = false
        } else if self.screen != nil {
            isGone = true
        }
        if start == nil { start = screen?.oldest }
        if screen != self.screen { self.screen = screen }
    }

    /// Loads the page before, from the server if necessary.
    public func loadOlder() async {
        guard !isLoadingOlder, hasOlder, let oldest = screen?.oldest else { return }
        isLoadingOlder = true
        defer { isLoadingOlder = false }
        let conversation = conversation
        await attempt { service throws(ClientError) in
            let page = try await service.fetchMessages(
                in: conversation, before: oldest, limit: Limits.defaultPageMessages, within: 10_000)
            if let first = page.messages.first?.seq { return await self.begin(at: first) }
            // An empty conversation has nothing to load; others need the network.
            guard page.isComplete else { throw ClientError.offline("older messages are not on this device") }
        }
        await load()
    }

    /// The user is back at the bottom: resets a long window.
    public func returnedToBottom() async {
        guard rows.count > ChatViewModel.windowLimit else { return }
        start = nil
        await load()
    }

    private func begin(at seq: Seq) { start = min(seq, start ?? seq) }

    // MARK: Writing

    /// Saves the composer's text, and sends typing.
    public func write(_ text: String) async {
        draft = text
        let conversation = conversation
        await attempt { service throws(ClientError) in
            try await service.setDraft(text, in: conversation)
            try await service.setTyping(!text.isEmpty, in: conversation)
        }
    }

    /// Sends the composer's text. It shows at once; the composer is cleared once it is durable.
    public func send() async {
        let text = draft
        let conversation = conversation
        let original = replyingTo?.id
        let mentioned = mentioned
        await attempt { service throws(ClientError) in
            _ = try await service.send(text, in: conversation, replyingTo: original, mentioning: mentioned)
            try await service.setDraft("", in: conversation)
            await self.clear(text, original)
        }
        await load()
    }

    private func clear(_ sent: String, _ original: MessageID?) {
        if draft == sent { draft = "" }
        if replyingTo?.id == original { replyingTo = nil }
        mentioned = []
    }

    /// Replies to that message; `nil` cancels the reply.
    public func reply(to message: MessageRow?) { replyingTo = message?.isDeleted == true ? nil : message }

    /// Picks a member to mention; `@` and their name are for ``write(_:)``.
    public func mention(_ user: UserID) { if !mentioned.contains(user) { mentioned.append(user) } }

    public func edit(_ message: MessageID, to text: String) async {
        await attempt { service throws(ClientError) in _ = try await service.edit(message, to: text) }
        await load()
    }

    /// Reacts with an emoji, or removes the user's reaction.
    public func react(_ emoji: String, to message: MessageRow) async {
        let isThere = message.reactions.contains { $0.emoji == emoji && $0.isMine }
        await attempt { service throws(ClientError) in
            _ = try await service.react(emoji, to: message.id, on: !isThere)
        }
        await load()
    }

    /// Pins a message for everyone, or unpins it.
    public func pin(_ message: MessageID, _ isPinned: Bool) async {
        await attempt { service throws(ClientError) in _ = try await service.pin(message, isPinned) }
        await load()
    }

    /// The versions of an edited message, oldest first; empty if they cannot be loaded, which ``error`` explains.
    public func versions(of message: MessageID) async -> [MessageVersion] {
        do throws(ClientError) {
            let versions = try await service.versions(of: message)
            error = nil
            return versions
        } catch {
            self.error = error
            return []
        }
    }

    /// Forwards messages and their attachments.
    public func forward(_ messages: [MessageID], to conversations: [ConversationID]) async {
        await attempt { service throws(ClientError) in _ = try await service.forward(messages, to: conversations) }
        await load()
    }

    public func delete(_ message: MessageID) async {
        await attempt { service throws(ClientError) in _ = try await service.delete([message]) }
        await load()
    }

    /// Deletes messages for the user alone.
    public func deleteForMe(_ messages: [MessageID]) async {
        await attempt { service throws(ClientError) in _ = try await service.deleteForMe(messages) }
        await load()
    }

    /// Tries a message that failed again, under the same identifier.
    public func retry(_ message: MessageID) async {
        await attempt { service throws(ClientError) in try await service.retry(message.retyped()) }
        await load()
    }

    /// Gives a message that failed or waits up.
    public func discard(_ message: MessageID) async {
        await attempt { service throws(ClientError) in try await service.discard(message.retyped()) }
        await load()
    }

    /// Everything up to that position has been on the screen.
    public func markRead(through seq: Seq) async {
        guard seq > screen?.read ?? 0 else { return }
        let conversation = conversation
        await attempt { service throws(ClientError) in try await service.markRead(conversation, through: seq) }
    }

    private func leave() async {
        let (service, conversation) = (service, conversation)
        // In a separate task, since this one is cancelled: others must see that typing ended.
        await Task {
            try? await service.setTyping(false, in: conversation)
            try? await service.endViewing(conversation)
        }.value
    }

    private func attempt(_ work: @Sendable (any ChatService) async throws(ClientError) -> Void) async {
        do throws(ClientError) {
            try await work(service)
            error = nil
        } catch {
            self.error = error
            isLoadFailing = false
        }
    }
}

extension ClientEvent {
    /// Whether the change affects the screen of that conversation.
    func concerns(_ conversation: ConversationID) -> Bool {
        switch self {
        case .changed(let change):
            change.conversations.contains(conversation) || change.outbox || change.profile || change.own
        case .typing(let other): other == conversation
        case .uploading: false
        case .connection, .presence, .refused, .failed, .startedOver: true
        case .arrived, .insights, .assistant, .reminders, .signedOut: false
        }
    }
}
