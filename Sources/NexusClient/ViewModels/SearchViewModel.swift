import NexusCore
import Observation

/// The service of the search's view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol SearchService: ChangeService {
    func conversations() async throws(ClientError) -> [ConversationRow]
    func search(
        _ text: String, order: SearchCollector.Order, limit: Int, cursor: String?
    ) async throws(ClientError) -> SearchFound
}

extension NexusClient: SearchService {}

/// The search of all conversations, or of one: conversations from this device at once, messages from the server a moment later,
/// or from this device while there is no connection.
@Observable @MainActor
public final class SearchViewModel {
    /// The messages found in one conversation, in the order of the results.
    public struct Group: Equatable, Sendable {
        public var conversation: ConversationID
        /// The title of the conversation; empty if it is not on this device.
        public var title: String
        public var messages: [SearchResult]
    }

    /// Milliseconds without a change of the query before the server is asked.
    public static let pause: Int64 = 250

    /// The conversation that is searched; nil for all.
    public let conversation: ConversationID?
    /// Words and filters (docs/api.md); a change starts a search after ``pause``.
    public var query = "" {
        didSet { if query != oldValue { searchSoon() } }
    }
    /// The best matches first, or the newest; a change searches at once.
    public var order = SearchCollector.Order.best {
        didSet { if order != oldValue { searchSoon(after: 0) } }
    }
    /// The conversations whose title, members or last message match; none in the search of one conversation.
    public private(set) var conversations: [ConversationRow] = []
    /// The messages found so far, in order.
    public private(set) var messages: [SearchResult] = []
    public private(set) var isSearching = false
    /// Whether there are more messages to load: ``loadMore()``.
    public var hasMore: Bool { cursor != nil }
    /// Whether only this device was searched, because it is offline.
    public private(set) var isOnDevice = false
    /// Whether some messages were not searched.
    public private(set) var isPartial = false
    /// Whether similar meanings are among the best matches.
    public private(set) var isByMeaning = false
    /// Whether ``messages`` are of the present query.
    public private(set) var hasSearched = false
    /// The last error, such as an invalid filter; it goes by itself after 5 s.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any SearchService
    private let clock: any ClientClock
    private let notice: ErrorNotice
    @ObservationIgnored private var titles: [ConversationID: String] = [:]
    @ObservationIgnored private var search: Task<Void, Never>?
    private var cursor: String?
    /// The number of the current search: answers to earlier ones are ignored.
    @ObservationIgnored private var turn = 0

    /// - Parameter conversation: the one to search; nil for all.
    public init(
        _ service: any SearchService, conversation: ConversationID? = nil, clock: any ClientClock = SystemClock()
    ) {
        self.service = service
        self.conversation = conversation
        self.clock = clock
        notice = ErrorNotice(clock)
    }

    deinit { search?.cancel() }

    /// ``messages`` by conversation, in the order of each one's first message.
    public var groups: [Group] {
        var groups: [Group] = []
        for message in messages {
            if let place = groups.firstIndex(where: { $0.conversation == message.conversation }) {
                groups[place].messages.append(message)
            } else {
                let title = title(of: message)
                groups.append(Group(conversation: message.conversation, title: title, messages: [message]))
            }
        }
        return groups
    }

    /// The title of the conversation of a message found; empty if it is not on this device.
    public func title(of message: SearchResult) -> String { titles[message.conversation] ?? "" }

    /// Keeps the results current while the screen is there: searches again once the connection returns or is lost.
    public func observe() async {
        let signals = service.signals { event in if case .connection = event { true } else { false } }
        for await _ in signals where !isBlank { await load() }
        search?.cancel()
    }

    /// Searches at once.
    public func load() async {
        search?.cancel()
        guard !isBlank else { return clear() }
        await ask(after: nil)
    }

    /// Loads the next page of messages.
    public func loadMore() async {
        guard let cursor, !isSearching else { return }
        await ask(after: cursor)
    }

    /// Whether a filter is part of the query.
    public func isOn(_ filter: SearchFilter) -> Bool { parts.contains(filter.part) }

    /// Adds a filter to the query, or removes it, and searches at once.
    public func toggle(_ filter: SearchFilter) {
        let rest = parts.filter { $0 != filter.part }
        query = (rest.count < parts.count ? rest : parts + [filter.part]).joined(separator: " ")
        searchSoon(after: 0)
    }

    private var parts: [String] { query.split(whereSeparator: \.isWhitespace).map(String.init) }
    private var isBlank: Bool { query.allSatisfy(\.isWhitespace) }

    private func searchSoon(after pause: Int64 = SearchViewModel.pause) {
        search?.cancel()
        turn += 1
        hasSearched = false
        guard !isBlank else { return clear() }
        isSearching = true
        search = Task { [weak self, clock] in
            await self?.findConversations()
            if pause > 0 {
                guard (try? await clock.sleep(milliseconds: pause)) != nil else { return }
            }
            guard !Task.isCancelled else { return }
            await self?.ask(after: nil)
        }
    }

    /// Conversations are on this device: they show at each keystroke.
    private func findConversations() async {
        let turn = turn
        let rows = await notice.load(if: { turn == self.turn }) { () throws(ClientError) in
            try await service.conversations()
        }
        guard let rows else { return }
        titles = Dictionary(rows.map { ($0.id, $0.title) }) { first, _ in first }
        let found = conversation == nil ? rows.filter { $0.matches(query) } : []
        if found != conversations { conversations = found }
    }

    private func ask(after cursor: String?) async {
        turn += 1
        let turn = turn
        isSearching = true
        await findConversations()
        let text = conversation.map { "in:\($0.text) \(query)" } ?? query
        let order = order
        let answer = await notice.act(if: { turn == self.turn }) { () throws(ClientError) in
            try await service.search(text, order: order, limit: Limits.searchResults, cursor: cursor)
        }
        guard turn == self.turn else { return }
        isSearching = false
        hasSearched = true
        guard let answer else {
            if cursor == nil { show([], SearchFound.nothing) }
            return
        }
        show(cursor == nil ? answer.results : messages + answer.results, answer)
    }

    private func show(_ results: [SearchResult], _ answer: SearchFound) {
        messages = results
        cursor = answer.cursor
        isOnDevice = answer.isOnDevice
        isPartial = answer.isPartial
        isByMeaning = answer.byMeaning
    }

    private func clear() {
        turn += 1
        isSearching = false
        hasSearched = false
        conversations = []
        show([], SearchFound.nothing)
        error = nil
    }
}

extension SearchFound {
    fileprivate static let nothing = SearchFound(
        results: [], cursor: nil, isOnDevice: false, isPartial: false, byMeaning: false)
}
