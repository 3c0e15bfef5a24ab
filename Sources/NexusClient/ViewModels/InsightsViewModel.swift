import NexusCore
import Observation

/// What the view model of insights asks for. ``NexusClient`` does it; tests and previews may bring another.
public protocol InsightsService: ChangeService {
    func insights(_ filter: InsightFilter, cursor: String?, limit: Int) async throws(ClientError) -> InsightPage
    func update(
        _ kind: InsightRecord.Kind, of message: MessageID, _ change: InsightChange
    ) async throws(ClientError) -> InsightRecord
    func insightFile(_ filter: InsightFilter, as format: InsightFile.Format) async throws(ClientError) -> InsightFile
}

extension NexusClient: InsightsService {}

/// What messages say is to be done, was decided, is due or matters most: of one conversation, or of all.
@Observable @MainActor
public final class InsightsViewModel {
    /// Open ones first, then by due date, then the newest.
    public private(set) var insights: [InsightRecord] = []
    /// How many action items and deadlines are open.
    public private(set) var openCount = 0
    /// Whether there are more: ``loadMore()``.
    public var hasMore: Bool { cursor != nil }
    /// Whether the server is still reading messages from before.
    public private(set) var isPartial = false
    public private(set) var isLoading = true
    /// What is shown; changing it looks again once ``load()`` is called.
    public var filter: InsightFilter
    /// What went wrong last; what is held stays on the screen.
    public var error: ClientError?

    @ObservationIgnored private let service: any InsightsService
    @ObservationIgnored private var cursor: String?
    /// Whether the error is that of looking: it goes away when looking works again.
    @ObservationIgnored private var isLoadFailing = false

    private static let page = 50
    private static let limit = 200

    /// - Parameter conversation: the one whose insights are shown; `nil` for those of all.
    public init(_ service: any InsightsService, conversation: ConversationID? = nil) {
        self.service = service
        filter = InsightFilter(conversation: conversation)
    }

    /// Keeps what is shown current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        let conversation = filter.conversation
        let signals = service.signals { event in
            switch event {
            case .insights(let id): conversation == nil || id == conversation
            case .connection(let isOnline): isOnline
            default: false
            }
        }
        await load()
        for await _ in signals { await load() }
    }

    /// Looks again, at as many as are shown.
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
        // What was looked at anew meanwhile is not to be mixed with the rest of what was there before.
        guard let page, filter == asked, self.cursor == cursor else { return }
        take(page, after: insights)
    }

    /// Says that it is one, and opens it again where it was closed or said to be done.
    public func confirm(_ insight: InsightRecord) async { await change(insight, InsightChange(state: .open)) }

    public func complete(_ insight: InsightRecord) async { await change(insight, InsightChange(state: .done)) }

    public func dismiss(_ insight: InsightRecord) async { await change(insight, InsightChange(state: .dismissed)) }

    /// Gives it to a member, or to nobody.
    public func assign(_ insight: InsightRecord, to user: UserID?) async {
        await change(insight, InsightChange(assignee: user.map { .set($0) } ?? .cleared))
    }

    /// Changes its text, date or level.
    public func change(_ insight: InsightRecord, _ change: InsightChange) async {
        let changed = await attempt { service throws(ClientError) in
            try await service.update(insight.kind, of: insight.source, change)
        }
        guard changed != nil else { return }
        // Where it stands in the order is the server's to say.
        await load()
    }

    /// What is shown as a file; `nil` where that failed.
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
