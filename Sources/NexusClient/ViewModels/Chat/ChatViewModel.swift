import Foundation
import NexusCore
import Observation

/// One conversation on the screen: its rows, its header and its composer.
///
/// A screen creates one, runs ``observe()`` in a task while it is visible, and tells it with ``setVisible(_:)`` which rows
/// are. Everything works offline.
@Observable @MainActor
public final class ChatViewModel {
    public let conversation: ConversationID
    /// Top to bottom: days, gaps, the separator of new messages, and messages; unsent ones come last.
    public internal(set) var rows: [ChatRow] = []
    /// The change that led to the present ``rows``.
    public internal(set) var lastChange = ChatChange()
    /// Where the screen begins; `nil` until the rows are there.
    public internal(set) var opening: ChatOpening?
    /// The message that the last jump led to, for a moment.
    public internal(set) var highlighted: MessageID?
    /// Its name, members, typing, presence and abilities; `nil` until the conversation is on this device.
    public internal(set) var header: ChatHeader?
    /// Whether there is history before ``rows``, here or on the server.
    public internal(set) var hasOlder = false
    /// Whether there is history after ``rows``.
    public internal(set) var hasNewer = false
    public internal(set) var isLoading = true
    public internal(set) var isLoadingOlder = false
    public internal(set) var isLoadingNewer = false
    public internal(set) var isOnline = false
    /// The number of unread messages, for a button that leads to the newest.
    public internal(set) var unread = 0
    /// The user's read position.
    public internal(set) var read: Seq = 0
    public internal(set) var composer = ChatComposer()
    public internal(set) var selection = MessageSelection()
    /// The pinned messages, the one that was pinned last first.
    public internal(set) var pins: [MessageRow] = []
    /// The index of the pin that the bar shows.
    public internal(set) var pinIndex = 0
    /// Uploads under way, by message.
    public internal(set) var uploads: [MessageID: UploadProgress] = [:]
    /// The last error, for 5 s; content stays on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    @ObservationIgnored let service: any ChatService
    @ObservationIgnored let clock: any ClientClock
    private let notice: ErrorNotice
    @ObservationIgnored private let minutesFromUTC: Int
    @ObservationIgnored var chat: (any OpenChat)?
    @ObservationIgnored private var lastMarker = 0
    @ObservationIgnored var reading = Reading()
    @ObservationIgnored var timers = ChatTimers()
    @ObservationIgnored private var lastRefresh: Task<Void, Never>?

    /// - Parameters:
    ///   - clock: measures how long messages are visible and errors are shown.
    ///   - minutesFromUTC: the reader's offset from UTC in minutes.
    public init(
        _ conversation: ConversationID, service: any ChatService, clock: any ClientClock = SystemClock(),
        minutesFromUTC: Int = TimeZone.current.secondsFromGMT() / 60
    ) {
        self.conversation = conversation
        self.service = service
        self.clock = clock
        notice = ErrorNotice(clock)
        self.minutesFromUTC = minutesFromUTC
    }

    public var title: String { header?.title ?? "" }
    /// Names of members who type at this moment.
    public var typing: [String] { header?.typing ?? [] }
    /// Whether the user is no longer a member.
    public var isGone: Bool { header?.isGone ?? false }
    /// What the line below the title says.
    public var status: ChatStatus { header.map { ChatStatus($0) } ?? .unknown }

    // MARK: Life

    /// Keeps the screen current while it is there; returns when the task is cancelled. It may be observed again.
    public func observe() async {
        let conversation = conversation
        await attempt { service throws(ClientError) in try await service.setViewed(conversation) }
        let isReturning = chat != nil
        if let chat = await openedChat() {
            let signals = chat.signals()
            if isReturning { await look() }
            await refresh()
            timers.pins = Task { [weak self] in await self?.loadPins() }
            for await _ in signals { await refresh() }
        }
        await leave()
    }

    /// Opens the conversation if it is not open, and takes the present changes.
    public func load() async {
        await open()
        await refresh()
    }

    /// The user returned to the screen: the present unread messages are the new ones.
    public func look() async {
        guard let chat else { return }
        await attempt { _ throws(ClientError) in try await chat.look() }
        await refresh()
    }

    /// The chat; retries with every event while it cannot be opened. `nil` if the task is cancelled.
    private func openedChat() async -> (any OpenChat)? {
        let events = service.signals { _ in true }
        await open()
        if let chat { return chat }
        for await _ in events {
            await open()
            if let chat { return chat }
        }
        return nil
    }

    func open() async {
        guard chat == nil else { return }
        let opened = await notice.load { () throws(ClientError) in
            try await service.openChat(conversation, minutesFromUTC: minutesFromUTC)
        }
        guard let opened else { return isLoading = false }
        if chat == nil { chat = opened }
    }

    /// Takes the changes since the last call. One call at a time: splices are applied in the order in which they were taken.
    func refresh() async {
        let before = lastRefresh
        let task = Task { [weak self] in
            await before?.value
            await self?.takeChanges()
        }
        lastRefresh = task
        await task.value
    }

    private func takeChanges() async {
        guard let chat else { return }
        let update = await notice.load { () throws(ClientError) in try await chat.changes() }
        guard let update else { return isLoading = false }
        take(update)
    }

    private func take(_ update: ChatUpdate) {
        let wasOnline = isOnline
        if let header = update.header {
            self.header = header
            composer.take(draft: header.draft)
        }
        if update.hasOlder != hasOlder { hasOlder = update.hasOlder }
        if update.hasNewer != hasNewer { hasNewer = update.hasNewer }
        if update.isOnline != isOnline { isOnline = update.isOnline }
        if update.unread != unread { unread = update.unread }
        if update.read != read { read = update.read }
        if update.uploads != uploads { uploads = update.uploads }
        apply(update.splices, isAnimated: !update.isMove && opening != nil)
        if opening == nil, header != nil {
            opening = rows.first { $0.isNewMessages }.map { .firstUnread($0.id) } ?? .newest
        }
        if isLoading { isLoading = false }
        if !update.splices.isEmpty || wasOnline != isOnline {
            rowsChanged(update.splices, isBack: isOnline && !wasOnline)
        }
    }

    private func apply(_ splices: [RowSplice], isAnimated: Bool) {
        guard !splices.isEmpty else { return }
        for splice in splices {
            let fresh = splice.rows.map { row in
                lastMarker += 1
                return ChatRow(row, marker: lastMarker)
            }
            // Clamped: a scripted service may be wrong.
            let start = min(max(splice.at, 0), rows.count)
            let end = min(max(start, start + splice.remove), rows.count)
            rows.replaceSubrange(start..<end, with: fresh)
        }
        lastChange = ChatChange(number: lastChange.number + 1, splices: splices, isAnimated: isAnimated)
    }

    /// The screen disappeared, and its task is cancelled.
    private func leave() async {
        timers.cancel()
        reading = Reading()
        let (service, conversation) = (service, conversation)
        // In a separate task, since this one is cancelled: others must see that typing ended.
        await Task {
            try? await service.setTyping(false, in: conversation)
            try? await service.endViewing(conversation)
        }.value
    }

    // MARK: Errors

    /// Does something with the service and shows its error; returns whether it succeeded.
    @discardableResult
    func attempt(_ work: @Sendable (any ChatService) async throws(ClientError) -> Void) async -> Bool {
        await answer(work) != nil
    }

    /// Asks the service and shows its error; nil after one.
    func answer<Value: Sendable>(
        _ work: @Sendable (any ChatService) async throws(ClientError) -> Value
    ) async -> Value? {
        let service = service
        return await notice.act { () throws(ClientError) in try await work(service) }
    }

    /// The rows that are messages.
    public var messages: [MessageRow] { rows.compactMap(\.message) }

    /// A message that is shown.
    public func message(_ id: MessageID) -> MessageRow? { rows.last { $0.id == .message(id) }?.message }
}
