import NexusCore
import Observation

/// The service of the insights' view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol InsightsService: ChangeService {
    func insights(_ filter: InsightFilter, cursor: String?, limit: Int) async throws(ClientError) -> InsightPage
    func update(_ insight: InsightRecord, _ change: InsightChange) async throws(ClientError) -> InsightRecord
    func make(_ new: NewInsight) async throws(ClientError) -> InsightRecord
    func split(_ split: InsightSplit) async throws(ClientError) -> InsightRecord
    func merge(_ merge: InsightMerge) async throws(ClientError) -> InsightRecord
    func insightFile(_ filter: InsightFilter, as format: InsightFile.Format) async throws(ClientError) -> InsightFile
}

extension NexusClient: InsightsService {}

/// Action items, decisions, deadlines and priorities of one conversation, or of all.
@Observable @MainActor
public final class InsightsViewModel {
    /// Open ones first, then by due date, then the newest.
    public private(set) var insights: [InsightRecord] = []
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
    /// The last error; content stays on the screen.
    public var error: ClientError?

    @ObservationIgnored private let service: any InsightsService
    @ObservationIgnored private var cursor: String?
    /// Whether the error came from loading: the next successful load clears it.
    @ObservationIgnored private var isLoadFailing = false

    private static let page = 50
    private static let limit = 200

    /// - Parameter conversation: the one whose insights are shown; `nil` for those of all.
    public init(_ service: any InsightsService, conversation: ConversationID? = nil) {
        self.service = service
        filter = InsightFilter(conversation: conversation)
    }

    /// Keeps the insights current while the screen is visible; returns when the task is cancelled.
    public func observe() async {
        let conversation = filter.conversation
        let signals = service.signals { event in
            switch event {
            case .insights(let id): conversation == nil || id == nil || id == conversation
            case .connection(let isOnline): isOnline
            default: false
            }
        }
        await load()
        for await _ in signals { await load() }
    }

    /// Reloads as many as are shown.
    public func load() async {
        let shown = min(max(insights.count, Self.page), Self.limit)
        do throws(ClientError) {
            let page = try await service.insights(filter, cursor: nil, limit: shown)
            take(page, after: [])
            if isLoadFailing { error = nil }
            isLoadFailing = false
        } catch {
            self.error = error
            isLoadFailing = true
        }
        isLoading = false
    }

    /// Shows the next page too.
    public func loadMore() async {
        guard let cursor else { return }
        let asked = filter
        let page = await attempt { service throws(ClientError) in
            try await service.insights(asked, cursor: cursor, limit: Self.page)
        }
        // Pages loaded before and after a reload are not mixed.
        guard let page, filter == asked, self.cursor == cursor else { return }
        take(page, after: insights)
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
        let changed = await attempt { service throws(ClientError) in
            try await service.update(insight, change)
        }
        guard changed != nil else { return }
        // The server decides on its position in the order.
        await load()
    }

    /// Makes a message an action item, a decision or a deadline.
    public func make(_ new: NewInsight) async {
        let made = await attempt { service throws(ClientError) in try await service.make(new) }
        if made != nil { await load() }
    }

    /// Makes a second insight of a part of one.
    ///
    /// - Parameters:
    ///   - text: the words of the new one.
    ///   - rest: the words that the first one keeps.
    ///   - id: of the new one.
    public func split(_ insight: InsightRecord, text: String, rest: String, id: InsightID) async {
        guard let first = insight.id else { return }
        let split = InsightSplit(insight: first, id: id, text: text, rest: rest)
        let made = await attempt { service throws(ClientError) in try await service.split(split) }
        if made != nil { await load() }
    }

    /// Merges another insight of the same message and kind into one.
    public func merge(_ other: InsightRecord, into insight: InsightRecord) async {
        guard let kept = insight.id, let gone = other.id else { return }
        let merge = InsightMerge(insight: kept, other: gone)
        let merged = await attempt { service throws(ClientError) in try await service.merge(merge) }
        if merged != nil { await load() }
    }

    /// The shown insights as a file; `nil` after an error.
    public func file(as format: InsightFile.Format) async -> InsightFile? {
        let asked = filter
        return await attempt { service throws(ClientError) in try await service.insightFile(asked, as: format) }
    }

    private func take(_ page: InsightPage, after earlier: [InsightRecord]) {
        let all = earlier + page.insights
        if all != insights { insights = all }
        if page.open != openCount { openCount = page.open }
        if page.isPartial != isPartial { isPartial = page.isPartial }
        cursor = page.cursor
    }

    private func attempt<Value: Sendable>(
        _ work: @Sendable (any InsightsService) async throws(ClientError) -> Value
    ) async -> Value? {
        do throws(ClientError) {
            let value = try await work(service)
            error = nil
            return value
        } catch {
            self.error = error
            isLoadFailing = false
            return nil
        }
    }
}
