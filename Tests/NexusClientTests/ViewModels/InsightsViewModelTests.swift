import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusClient

@Suite("The view model of insights") @MainActor
struct InsightsViewModelTests {
    private static let talk = ConversationID(high: 3, low: 1)

    private static func insight(_ number: UInt64, _ state: InsightRecord.State = .open) -> InsightRecord {
        InsightRecord(
            id: InsightID(high: 8, low: number), conversation: talk, source: MessageID(high: 9, low: number),
            seq: Seq(number), kind: .action,
            text: "task \(number)", state: state,
            sender: InsightRecord.Person(id: UserID(high: 1, low: 1), name: "Ann"),
            writtenAt: .zero, excerpt: "task \(number)")
    }

    @Test("shows the insights on this device, and reloads when they change")
    func follows() async throws {
        let service = ScriptedInsights([Self.insight(1)])
        let model = InsightsViewModel(service, conversation: Self.talk)
        let task = Task { await model.observe() }
        try await eventually("it is shown") { model.insights == [Self.insight(1)] }
        #expect(model.openCount == 1)
        service.set([Self.insight(1), Self.insight(2)])
        service.broadcast.send(.insights(Self.talk))
        try await eventually("both are shown") { model.insights.count == 2 }
        service.set([])
        service.broadcast.send(.insights(ConversationID(high: 3, low: 2)))
        service.broadcast.send(.connection(isOnline: false))
        #expect(model.insights.count == 2, "of another conversation")
        service.broadcast.send(.connection(isOnline: true))
        try await eventually("none is shown") { model.insights.isEmpty }
        service.set([Self.insight(1)])
        service.broadcast.send(.insights(nil))
        try await eventually("it is shown again") { model.insights == [Self.insight(1)] }
        task.cancel()
        await task.value
    }

    @Test("offline a user's actions are queued, shown at once and marked as waiting")
    func changes() async throws {
        let service = ScriptedInsights([Self.insight(1), Self.insight(2)])
        service.failServer(with: .offline("no route"))
        let model = InsightsViewModel(service)
        await model.load()
        #expect(model.insights.count == 2 && model.error == nil)
        let (first, second) = (model.insights[0], model.insights[1])
        await model.complete(first)
        #expect(model.insights.map(\.state) == [.done, .open])
        #expect(model.waiting == [try #require(first.id)])
        await model.dismiss(second)
        await model.assign(first, to: UserID(high: 1, low: 2))
        await model.assign(first, to: nil)
        let id = try #require(first.id)
        let own = NewInsight(id: InsightID(high: 8, low: 9), message: MessageID(high: 9, low: 2), kind: .action)
        await model.make(own, in: Self.talk)
        let part = InsightID(high: 8, low: 10)
        await model.split(first, text: "part", rest: "rest", id: part)
        await model.merge(second, into: first)
        #expect(
            service.queued == [
                .change(id, InsightChange(state: .done)),
                .change(try #require(second.id), InsightChange(state: .dismissed)),
                .change(id, InsightChange(assignee: .set(UserID(high: 1, low: 2)))),
                .change(id, InsightChange(assignee: .cleared)), .make(own),
                .split(InsightSplit(insight: id, id: part, text: "part", rest: "rest")),
                .merge(InsightMerge(insight: id, other: try #require(second.id))),
            ])
        #expect(model.error == nil)
    }

    @Test("an error of the device is shown, and goes with the next success")
    func errors() async {
        let service = ScriptedInsights([Self.insight(1)])
        let model = InsightsViewModel(service)
        await model.load()
        service.failDevice(with: .storeUnavailable("full"))
        await model.complete(model.insights[0])
        #expect(model.error == .storeUnavailable("full"))
        #expect(model.insights == [Self.insight(1)])
        service.failDevice(with: nil)
        await model.load()
        #expect(model.error == .storeUnavailable("full"), "what the user did still failed")
        #expect(await model.file(as: .csv)?.text == "csv")
        #expect(model.error == nil)
        service.failDevice(with: .storeUnavailable("full"))
        await model.load()
        #expect(model.error == .storeUnavailable("full") && model.insights == [Self.insight(1)])
        service.failDevice(with: nil)
        await model.load()
        #expect(model.error == nil)
    }

    @Test("what only the server has follows, page by page, without what the device has")
    func pages() async {
        let service = ScriptedInsights([Self.insight(1)], server: (1...120).map { Self.insight($0) })
        let model = InsightsViewModel(service)
        await model.load()
        #expect(model.insights.count == 50)
        #expect(model.hasMore)
        await model.loadMore()
        await model.loadMore()
        #expect(model.insights.count == 120)
        #expect(!model.hasMore)
        await model.load()
        #expect(model.insights.count == 120, "looking again keeps what was shown")
        service.failServer(with: .offline("no route"))
        await model.load()
        #expect(model.insights.count == 120, "and so does looking again without a network")
    }
}

/// Insights that the test decides.
private final class ScriptedInsights: InsightsService {
    private struct State {
        var device: [InsightRecord]
        var server: [InsightRecord]
        var deviceFailure: ClientError?
        var serverFailure: ClientError?
        var queued: [InsightMutation] = []
    }

    let broadcast = EventBroadcast<ClientEvent>()
    private let state: Mutex<State>
    private let isComplete: Bool

    /// - Parameter server: those on the server, if it has more.
    init(_ device: [InsightRecord], server: [InsightRecord]? = nil) {
        state = Mutex(State(device: device, server: server ?? []))
        isComplete = server == nil
    }

    var queued: [InsightMutation] { state.withLock { $0.queued } }

    func set(_ insights: [InsightRecord]) { state.withLock { $0.device = insights } }

    func failDevice(with error: ClientError?) { state.withLock { $0.deviceFailure = error } }

    func failServer(with error: ClientError?) { state.withLock { $0.serverFailure = error } }

    func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
        broadcast.stream(keeping: 1, where: isWanted)
    }

    func insightListing(_ filter: InsightFilter) async throws(ClientError) -> InsightListing {
        if let error = state.withLock({ $0.deviceFailure }) { throw error }
        return state.withLock { state in
            var listing = InsightListing()
            listing.isComplete = isComplete
            listing.known = Set(state.device.compactMap(\.id))
            listing.open = state.device.count { $0.state.isOpen }
            let pending = Set(state.queued.flatMap(\.insights))
            listing.rows = state.device.map { record in
                InsightRow(record: record, isWaiting: record.id.map { pending.contains($0) } ?? false)
            }
            return listing
        }
    }

    func insights(_ filter: InsightFilter, cursor: String?, limit: Int) async throws(ClientError) -> InsightPage {
        if let error = state.withLock({ $0.serverFailure }) { throw error }
        let all = state.withLock { $0.server }
        let start = cursor.flatMap { Int($0) } ?? 0
        let end = min(start + limit, all.count)
        return InsightPage(
            insights: Array(all[start..<end]), cursor: end < all.count ? "\(end)" : nil,
            open: all.count { $0.state.isOpen })
    }

    func queue(
        _ mutation: InsightMutation, in conversation: ConversationID
    ) async throws(ClientError) -> OperationID {
        if let error = state.withLock({ $0.deviceFailure }) { throw error }
        state.withLock { state in
            state.queued.append(mutation)
            guard case .change(let id, let change) = mutation, let word = change.state,
                let index = state.device.firstIndex(where: { $0.id == id })
            else { return }
            state.device[index].state = word
        }
        return OperationID(high: 7, low: 1)
    }

    func insightFile(_ filter: InsightFilter, as format: InsightFile.Format) async throws(ClientError) -> InsightFile {
        InsightFile(name: "insights.\(format.rawValue)", type: "text/csv", text: format.rawValue)
    }
}
