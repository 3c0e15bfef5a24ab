import NexusCore
import Observation

/// The service of the insights' view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol InsightsService: ChangeService {
    /// Those on this device.
    func insightListing(_ filter: InsightFilter) async throws(ClientError) -> InsightListing
    /// Those on the server.
    func insights(_ filter: InsightFilter, cursor: String?, limit: Int) async throws(ClientError) -> InsightPage
    func queue(_ mutation: InsightMutation, in conversation: ConversationID) async throws(ClientError) -> OperationID
    func insightFile(_ filter: InsightFilter, as format: InsightFile.Format) async throws(ClientError) -> InsightFile
}

extension NexusClient: InsightsService {}

/// Action items, decisions, deadlines and priorities of one conversation, or of all: those on this device, which work
/// offline, then those that only the server has.
@Observable @MainActor
public final class InsightsViewModel {
    /// Open ones first, then by due date, then the newest; those that only the server has come last.
    public private(set) var insights: [InsightRecord] = []
    /// Those of ``insights`` with a change that waits to be sent.
    public private(set) var waiting: Set<InsightID> = []
    /// Those of ``insights`` that are sure enough, or that a member confirmed.
    public var confirmed: [InsightRecord] { insights.filter { $0.certainty != .suggested } }
    /// Those of ``insights`` that may be none: a screen shows them apart, for ``confirm(_:)`` or ``dismiss(_:)``.
    public var suggested: [InsightRecord] { insights.filter { $0.certainty == .suggested } }
    /// The number of open action items and deadlines.
    public private(set) var openCount = 0
    /// Whether there are more to load: ``loadMore()``.
    public var hasMore: Bool { cursor != nil }
    /// Whether the server is still processing older messages.
    public private(set) var isPartial = false
    public private(set) var isLoading = true
    /// The filter; a change takes effect with ``load()``.
    public var filter: InsightFilter
    /// The last error; it goes by itself after 5 s, and content stays on the screen. Being offline is none for insights on this device.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    @ObservationIgnored private let service: any InsightsService
    private let notice: ErrorNotice
    /// For the next page of the server.
    @ObservationIgnored private var cursor: String?
    /// Those of the server that are not on this device.
    @ObservationIgnored private var others: [InsightRecord] = []
    /// How many of the server's were asked for.
    @ObservationIgnored private var asked = InsightsViewModel.page

    private static let page = 50
    private static let limit = 200

    /// - Parameter conversation: the one whose insights are shown; `nil` for those of all.
    public init(
        _ service: any InsightsService, conversation: ConversationID? = nil, clock: any ClientClock = SystemClock()
    ) {
        self.service = service
        notice = ErrorNotice(clock)
        filter = InsightFilter(conversation: conversation)
    }

    /// Keeps the insights current while the screen is visible; returns when the task is cancelled.
    public func observe() async {
        let conversation = filter.conversation
        await service.follow { event in
            switch event {
            case .insights(let id): conversation == nil || id == nil || id == conversation
            case .connection(let isOnline): isOnline
            default: false
            }
        } load: {
            await load()
        }
    }

    /// Reloads as many as are shown.
    public func load() async {
        let filter = filter
        await notice.load { () throws(ClientError) in
            show(try await service.insightListing(filter))
            isLoading = false
            try await loadOthers(from: nil, limit: min(asked, Self.limit))
        }
        isLoading = false
    }

    /// Shows the next page too.
    public func loadMore() async {
        guard let cursor else { return }
        asked += Self.page
        await notice.load { () throws(ClientError) in try await loadOthers(from: cursor, limit: Self.page) }
    }

    /// Asks the server for what is not on this device. Offline the last answer stays.
    private func loadOthers(from cursor: String?, limit: Int) async throws(ClientError) {
        let filter = filter
        let page: InsightPage
        do throws(ClientError) {
            page = try await service.insights(filter, cursor: cursor, limit: limit)
        } catch {
            if error.isOffline { return }
            throw error
        }
        let listing = try await service.insightListing(filter)
        // Pages loaded before and after a reload are not mixed.
        guard filter == self.filter, cursor == nil || cursor == self.cursor else { return }
        isPartial = page.isPartial
        others = (cursor == nil ? [] : others) + (listing.isComplete ? [] : page.insights)
        self.cursor = listing.isComplete ? nil : page.cursor
        show(listing)
        if !listing.isComplete { openCount = max(openCount, page.open) }
    }

    /// Confirms it, and reopens it if it was closed or suggested as done.
    public func confirm(_ insight: InsightRecord) async { await change(insight, InsightChange(state: .open)) }

    public func complete(_ insight: InsightRecord) async { await change(insight, InsightChange(state: .done)) }

    public func dismiss(_ insight: InsightRecord) async { await change(insight, InsightChange(state: .dismissed)) }

    /// Assigns it to a member, or unassigns it.
    public func assign(_ insight: InsightRecord, to user: UserID?) async {
        await change(insight, InsightChange(assignee: user.map { .set($0) } ?? .cleared))
    }

    /// Changes its text, date or level.
    public func change(_ insight: InsightRecord, _ change: InsightChange) async {
        guard let id = insight.id else { return }
        await queue(.change(id, change), in: insight.conversation)
    }

    /// Makes a message an action item, a decision or a deadline.
    public func make(_ new: NewInsight, in conversation: ConversationID) async {
        await queue(.make(new), in: conversation)
    }

    /// Makes a second insight of a part of one.
    ///
    /// - Parameters:
    ///   - text: the words of the new one.
    ///   - rest: the words that the first one keeps.
    ///   - id: of the new one.
    public func split(_ insight: InsightRecord, text: String, rest: String, id: InsightID) async {
        guard let first = insight.id else { return }
        await queue(.split(InsightSplit(insight: first, id: id, text: text, rest: rest)), in: insight.conversation)
    }

    /// Merges another insight of the same message and kind into one.
    public func merge(_ other: InsightRecord, into insight: InsightRecord) async {
        guard let kept = insight.id, let gone = other.id else { return }
        await queue(.merge(InsightMerge(insight: kept, other: gone)), in: insight.conversation)
    }

    /// The shown insights as a file; `nil` after an error.
    public func file(as format: InsightFile.Format) async -> InsightFile? {
        let filter = filter
        return await notice.act { () throws(ClientError) in try await service.insightFile(filter, as: format) }
    }

    private func queue(_ mutation: InsightMutation, in conversation: ConversationID) async {
        let filter = filter
        let listing = await notice.act { () throws(ClientError) in
            _ = try await service.queue(mutation, in: conversation)
            return try await service.insightListing(filter)
        }
        if let listing { show(listing) }
    }

    private func show(_ listing: InsightListing) {
        let more = others.filter { $0.id.map { !listing.known.contains($0) } ?? true }
        let all = listing.rows.map(\.record) + (listing.isComplete ? [] : more)
        if all != insights { insights = all }
        if listing.open != openCount { openCount = listing.open }
        let pending = Set(listing.rows.filter(\.isWaiting).compactMap(\.record.id))
        if pending != waiting { waiting = pending }
    }
}
