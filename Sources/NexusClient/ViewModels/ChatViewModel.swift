import NexusCore
import Observation

/// One conversation on the screen: its rows from the store, overlaid with what waits in the outbox.
@Observable @MainActor
public final class ChatViewModel {
    public let conversation: ConversationID
    /// What the screen shows; `nil` until the store has been read, and when the conversation is not here.
    public private(set) var screen: ChatScreen?
    /// Names of those who type at this moment.
    public private(set) var typing: [String] = []
    /// What is being written. It is kept across restarts.
    public private(set) var draft = ""
    /// The message that what is being written answers.
    public private(set) var replyingTo: MessageRow?
    /// Those who were picked to be mentioned: of members with one name, they are meant.
    public private(set) var mentioned: [UserID] = []
    public private(set) var isLoading = true
    public private(set) var isLoadingOlder = false
    /// Whether the person is no longer a member of it.
    public private(set) var isGone = false
    /// What went wrong last; what is held stays on the screen.
    public var error: ClientError?

    @ObservationIgnored private let service: any ChatService
    @ObservationIgnored private let minutesFromUTC: Int
    /// The position from which on everything held is shown.
    @ObservationIgnored private var start: Seq?
    @ObservationIgnored private var readWhenOpened: Seq?
    @ObservationIgnored private var keptDraft = ""
    /// Whether the error is that of looking: it goes away when looking works again.
    @ObservationIgnored private var isLoadFailing = false

    /// Messages after which a window that has not been scrolled up begins anew at the newest page.
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
        // The screen is gone, and this task with it.
        await leave()
    }

    /// Looks again, after an error.
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

    /// The draft as it is kept, perhaps by another device: it does not take away what has been typed here since.
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

    /// Shows the page before, fetched where this device does not hold it.
    public func loadOlder() async {
        guard !isLoadingOlder, hasOlder, let oldest = screen?.oldest else { return }
        isLoadingOlder = true
        defer { isLoadingOlder = false }
        let conversation = conversation
        await attempt { service throws(ClientError) in
            let page = try await service.fetchMessages(
                in: conversation, before: oldest, limit: Limits.defaultPageMessages, within: 10_000)
            if let first = page.messages.first?.seq { return await self.begin(at: first) }
            // Where nothing was ever written there is nothing to show; elsewhere the network is missing.
            guard page.isComplete else { throw ClientError.offline("older messages are not on this device") }
        }
        await load()
    }

    /// The person is back at the bottom: a long window need not be kept.
    public func returnedToBottom() async {
        guard rows.count > ChatViewModel.windowLimit else { return }
        start = nil
        await load()
    }

    private func begin(at seq: Seq) { start = min(seq, start ?? seq) }

    // MARK: Writing

    /// Keeps what is being written, and lets the others see that somebody writes.
    public func write(_ text: String) async {
        draft = text
        let conversation = conversation
        await attempt { service throws(ClientError) in
            try await service.setDraft(text, in: conversation)
            try await service.setTyping(!text.isEmpty, in: conversation)
        }
    }

    /// Sends what is being written. It shows at once; the composer is empty once it is durable.
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

    /// What is written next answers that message; `nil` answers none.
    public func reply(to message: MessageRow?) { replyingTo = message?.isDeleted == true ? nil : message }

    /// Somebody was picked to be mentioned; `@` and their name are for ``write(_:)``.
    public func mention(_ user: UserID) { if !mentioned.contains(user) { mentioned.append(user) } }

    public func edit(_ message: MessageID, to text: String) async {
        await attempt { service throws(ClientError) in _ = try await service.edit(message, to: text) }
        await load()
    }

    /// Reacts with an emoji, or takes one's own reaction with it away.
    public func react(_ emoji: String, to message: MessageRow) async {
        let isThere = message.reactions.contains { $0.emoji == emoji && $0.isMine }
        await attempt { service throws(ClientError) in
            _ = try await service.react(emoji, to: message.id, on: !isThere)
        }
        await load()
    }

    /// Pins a message for everybody, or no longer.
    public func pin(_ message: MessageID, _ isPinned: Bool) async {
        await attempt { service throws(ClientError) in _ = try await service.pin(message, isPinned) }
        await load()
    }

    /// What an edited message has said, oldest first; empty where that cannot be known now, which ``error`` explains.
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

    /// Says in other conversations what messages say, with what they carry.
    public func forward(_ messages: [MessageID], to conversations: [ConversationID]) async {
        await attempt { service throws(ClientError) in _ = try await service.forward(messages, to: conversations) }
        await load()
    }

    public func delete(_ message: MessageID) async {
        await attempt { service throws(ClientError) in _ = try await service.delete([message]) }
        await load()
    }

    /// Deletes messages for the person alone.
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
        // In a task of its own: this one is cancelled, and the others should see that nobody writes any more.
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
    /// Whether the screen of that conversation may look different after it.
    func concerns(_ conversation: ConversationID) -> Bool {
        switch self {
        case .changed(let change):
            change.conversations.contains(conversation) || change.outbox || change.profile || change.own
        case .typing(let other): other == conversation
        case .uploading: false
        case .connection, .presence, .refused, .failed, .startedOver: true
        case .arrived, .insights, .assistant, .signedOut: false
        }
    }
}
