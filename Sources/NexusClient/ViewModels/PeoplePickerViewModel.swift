import NexusCore
import Observation

/// The service of the people picker. ``NexusClient`` implements it; tests and previews may replace it.
public protocol PeopleService: ChangeService {
    func account() async throws(ClientError) -> Account?
    func conversations() async throws(ClientError) -> [ConversationRow]
    func ownView() async throws(ClientError) -> UserSettingsView
    func people(matching query: String, after cursor: String?, limit: Int?) async throws(ClientError) -> PeopleFound
}

extension NexusClient: PeopleService {}

/// Finds people by name or e-mail; one is picked, or several. Without a query favourites come first, then recent
/// contacts, then the others. Offline it offers the people known to this device.
@Observable @MainActor
public final class PeoplePickerViewModel {
    /// People under one heading.
    public struct Section: Equatable, Sendable {
        public enum Kind: Equatable, Sendable {
            case favourites
            /// The other person of direct conversations, the latest first.
            case recent
            case others
            /// The matches of the query.
            case found
        }

        public var kind: Kind
        public var people: [User]
    }

    /// Why the list is short.
    public enum Note: Equatable, Sendable {
        /// Only the people known to this device are offered.
        case offline
        case noOtherPeople
        case noMatch(String)
        /// All people found are excluded, such as members of the group.
        case allExcluded
        /// The person cannot be reached: they have not joined yet, or are suspended.
        case unreachable(User)
    }

    /// Milliseconds without a change of the query before the server is asked.
    public static let pause: Int64 = 200

    /// A name or an e-mail address; a change starts a search after ``pause``.
    public var query = "" {
        didSet { if query != oldValue { searchSoon() } }
    }
    /// Whether several people can be picked.
    public var picksMany: Bool {
        didSet { if !picksMany { chosen = [] } }
    }
    public private(set) var sections: [Section] = []
    /// The people that are picked, in the order of picking.
    public private(set) var chosen: [User] = []
    public private(set) var favourites: Set<UserID> = []
    public private(set) var note: Note?
    public private(set) var isSearching = true
    /// Whether there are more people to load: ``loadMore()``.
    public private(set) var hasMore = false
    /// The last error; it goes by itself after 5 s, and people stay on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any PeopleService
    private let clock: any ClientClock
    private let notice: ErrorNotice
    /// People that are not offered, besides the user.
    @ObservationIgnored private var excluded: Set<UserID>
    @ObservationIgnored private var found = PeopleSearch()
    @ObservationIgnored private var search: Task<Void, Never>?
    /// The number of the current search: answers to earlier ones are ignored.
    @ObservationIgnored private var turn = 0
    @ObservationIgnored private var isLoadingMore = false

    /// - Parameter excluded: people that are not offered, such as the members of a group.
    public init(
        _ service: any PeopleService, picksMany: Bool = false, excluding excluded: Set<UserID> = [],
        clock: any ClientClock = SystemClock()
    ) {
        self.service = service
        self.picksMany = picksMany
        self.excluded = excluded
        self.clock = clock
        notice = ErrorNotice(clock)
    }

    deinit { search?.cancel() }

    /// All people offered, in order.
    public var people: [User] { sections.flatMap(\.people) }

    /// Keeps the people current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        await service.follow { event in
            switch event {
            case .connection: true
            case .changed(let change): change.own
            default: false
            }
        } load: {
            await load()
        }
        search?.cancel()
    }

    /// Searches at once.
    public func load() async {
        search?.cancel()
        await find()
    }

    private func find() async {
        turn += 1
        let turn = turn
        let query = query.trimmed
        isSearching = true
        let answer = await notice.load(if: { turn == self.turn }) { () throws(ClientError) in
            let page = try await service.people(matching: query, after: nil, limit: nil)
            let settings = try await service.ownView()
            let rows = query.isEmpty ? try await service.conversations() : []
            let me = try await service.account()?.profile.user.id
            return PeopleSearch(query: query, page, settings, rows, excluding: excluded.union(me.map { [$0] } ?? []))
        }
        guard turn == self.turn else { return }
        isSearching = false
        if let answer { show(answer) }
    }

    /// Loads the next page; a screen calls it near the end of the list.
    public func loadMore() async {
        guard let cursor = found.cursor, !isLoadingMore, !isSearching else { return }
        isLoadingMore = true
        defer { isLoadingMore = false }
        let (turn, query) = (turn, found.query)
        let page = await notice.load(if: { turn == self.turn }) { () throws(ClientError) in
            try await service.people(matching: query, after: cursor, limit: nil)
        }
        guard let page else { return }
        var longer = found
        longer.append(page)
        show(longer)
    }

    /// Picks a person, or takes them out again; with ``picksMany`` off they replace the one before.
    ///
    /// - Returns: whether the person can be reached.
    @discardableResult
    public func pick(_ user: User) -> Bool {
        if let place = chosen.firstIndex(where: { $0.id == user.id }) {
            chosen.remove(at: place)
            return true
        }
        guard !user.isUnclaimed, !user.isSuspended else {
            note = .unreachable(user)
            return false
        }
        if picksMany { chosen.append(user) } else { chosen = [user] }
        return true
    }

    /// Whether a person is picked.
    public func isChosen(_ user: User) -> Bool { chosen.contains { $0.id == user.id } }

    /// Takes everyone out and empties the query.
    public func reset() {
        chosen = []
        query = ""
    }

    /// Changes the people that are not offered.
    public func exclude(_ people: Set<UserID>) {
        guard people != excluded else { return }
        excluded = people
        searchSoon()
    }

    private func searchSoon() {
        search?.cancel()
        isSearching = true
        search = Task { [weak self, clock] in
            guard (try? await clock.sleep(milliseconds: PeoplePickerViewModel.pause)) != nil, !Task.isCancelled else {
                return
            }
            await self?.find()
        }
    }

    private func show(_ search: PeopleSearch) {
        found = search
        if search.sections != sections { sections = search.sections }
        favourites = search.favourites
        note = search.note
        hasMore = search.cursor != nil
    }
}
