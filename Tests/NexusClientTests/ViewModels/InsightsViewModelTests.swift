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
            conversation: talk, source: MessageID(high: 9, low: number), seq: Seq(number), kind: .action,
            text: "task \(number)", state: state,
            sender: InsightRecord.Person(id: UserID(high: 1, low: 1), name: "Ann"),
            writtenAt: .zero, excerpt: "task \(number)")
    }

    @Test("shows the server's insights, and reloads when they change")
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

    @Test("a user's action goes to the server, and its result is shown")
    func changes() async {
        let service = ScriptedInsights([Self.insight(1), Self.insight(2)])
        let model = InsightsViewModel(service)
        await model.load()
        await model.complete(model.insights[0])
        #expect(model.insights.map(\.state) == [.done, .open])
        await model.dismiss(model.insights[1])
        await model.confirm(model.insights[0])
        #expect(model.insights.map(\.state) == [.open, .dismissed])
        await model.assign(model.insights[0], to: UserID(high: 1, low: 2))
        #expect(service.changes.last?.assignee == .set(UserID(high: 1, low: 2)))
        await model.assign(model.insights[0], to: nil)
        #expect(service.changes.last?.assignee == .cleared)
        #expect(await model.file(as: .csv)?.text == "csv")
    }

    @Test("offline it says so, keeps its content, and recovers by itself")
    func offline() async {
        let service = ScriptedInsights([Self.insight(1)])
        let model = InsightsViewModel(service)
        await model.load()
        service.fail(with: .offline("no route"))
        await model.complete(model.insights[0])
        #expect(model.error?.isOffline == true)
        #expect(model.insights == [Self.insight(1)])
        await model.load()
        #expect(model.error?.isOffline == true)
        service.fail(with: nil)
        await model.load()
        #expect(model.error == nil)
    }

    @Test("a member's own, split and merged ones appear, and suggested ones are apart from confirmed ones")
    func own() async {
        var first = Self.insight(1)
        first.id = InsightID(high: 8, low: 1)
        first.certainty = .suggested
        let service = ScriptedInsights([first])
        let model = InsightsViewModel(service)
        await model.load()
        #expect(model.suggested == [first])
        #expect(model.confirmed.isEmpty)
        await model.make(
            NewInsight(id: InsightID(high: 8, low: 2), message: MessageID(high: 9, low: 2), kind: .action, text: "cake")
        )
        #expect(model.confirmed.map(\.text) == ["cake"])
        await model.split(model.suggested[0], text: "part", rest: "rest", id: InsightID(high: 8, low: 3))
        #expect(model.suggested.map(\.text) == ["rest", "part"])
        await model.merge(model.suggested[1], into: model.suggested[0])
        #expect(model.suggested.map(\.text) == ["rest"])
        service.fail(with: .offline("no route"))
        await model.merge(model.confirmed[0], into: model.suggested[0])
        #expect(model.insights.count == 2)
        #expect(model.error?.isOffline == true)
    }

    @Test("the next page continues the displayed one")
    func pages() async {
        let service = ScriptedInsights((1...60).map { Self.insight($0) })
        let model = InsightsViewModel(service)
        await model.load()
        #expect(model.insights.count == 50)
        #expect(model.hasMore)
        await model.loadMore()
        #expect(model.insights.count == 60)
        #expect(!model.hasMore)
        await model.load()
        #expect(model.insights.count == 60, "looking again keeps what was shown")
    }
}

/// Insights that the test decides.
private final class ScriptedInsights: InsightsService {
    let broadcast = EventBroadcast<ClientEvent>()
    private let state: Mutex<(insights: [InsightRecord], failure: ClientError?, changes: [InsightChange])>

    init(_ insights: [InsightRecord]) { state = Mutex((insights, nil, [])) }

    var changes: [InsightChange] { state.withLock { $0.changes } }

    func set(_ insights: [InsightRecord]) { state.withLock { $0.insights = insights } }

    func fail(with error: ClientError?) { state.withLock { $0.failure = error } }

    func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
        broadcast.stream(keeping: 1, where: isWanted)
    }

    private func check() throws(ClientError) {
        if let error = state.withLock({ $0.failure }) { throw error }
    }

    func insights(_ filter: InsightFilter, cursor: String?, limit: Int) async throws(ClientError) -> InsightPage {
        try check()
        let all = state.withLock { $0.insights }
        let start = cursor.flatMap { Int($0) } ?? 0
        let end = min(start + limit, all.count)
        return InsightPage(
            insights: Array(all[start..<end]), cursor: end < all.count ? "\(end)" : nil,
            open: all.count { $0.state.isOpen })
    }

    func update(_ insight: InsightRecord, _ change: InsightChange) async throws(ClientError) -> InsightRecord {
        try check()
        let changed = state.withLock { state -> InsightRecord? in
            state.changes.append(change)
            guard let index = state.insights.firstIndex(where: { $0.source == insight.source }) else { return nil }
            if let word = change.state { state.insights[index].state = word }
            return state.insights[index]
        }
        guard let changed else { throw .refused(Refusal(.notFound, "gone")) }
        return changed
    }

    func make(_ new: NewInsight) async throws(ClientError) -> InsightRecord {
        try check()
        return state.withLock { state in
            var made = state.insights[0]
            (made.id, made.source, made.text) = (new.id, new.message, new.text ?? "")
            (made.certainty, made.isMade) = (.confirmed, true)
            state.insights.append(made)
            return made
        }
    }

    func split(_ split: InsightSplit) async throws(ClientError) -> InsightRecord {
        try check()
        return state.withLock { state in
            var part = state.insights[0]
            (part.id, part.text) = (split.id, split.text)
            if let rest = split.rest { state.insights[0].text = rest }
            state.insights.append(part)
            return part
        }
    }

    func merge(_ merge: InsightMerge) async throws(ClientError) -> InsightRecord {
        try check()
        return state.withLock { state in
            state.insights.removeAll { $0.id == merge.other }
            return state.insights[0]
        }
    }

    func insightFile(_ filter: InsightFilter, as format: InsightFile.Format) async throws(ClientError) -> InsightFile {
        try check()
        return InsightFile(name: "insights.\(format.rawValue)", type: "text/csv", text: format.rawValue)
    }
}
