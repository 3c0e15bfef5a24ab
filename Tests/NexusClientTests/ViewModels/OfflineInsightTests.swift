import NexusCore
import Testing

@testable import NexusClient

@Suite("Insights without a network", .timeLimit(.minutes(1))) @MainActor
struct OfflineInsightTests {
    private static let id = InsightID(high: 8, low: 1)

    private static func prepare(_ client: OfflineClient) throws {
        let store = try LocalStore(at: ProfileFolder(client.folder.path).store)
        var record = Samples.record(cursor: 4)
        record.info.allowsAI = true
        let insight = InsightRecord(
            id: id, conversation: Samples.talk, source: Samples.message(2).id, seq: 2, kind: .action, text: "cake",
            sender: InsightRecord.Person(id: Samples.bob.id, name: "Bob"), writtenAt: Samples.time(0), excerpt: "cake")
        try store.apply([
            .putConversation(record), .putInsights(Samples.talk, cursor: 4, keeping: [id], rows: [insight]),
        ])
    }

    @Test("are read, completed, assigned and made, also after a restart, and wait in the outbox")
    func restart() async throws {
        let folder: TemporaryFolder
        do {
            let offline = try await OfflineClient()
            folder = offline.folder
            try Self.prepare(offline)
            let model = InsightsViewModel(offline.client, conversation: Samples.talk)
            await model.load()
            #expect(model.insights.map(\.text) == ["cake"] && model.openCount == 1)
            await model.complete(model.insights[0])
            await model.assign(model.insights[0], to: Samples.ada.id)
            await model.make(
                NewInsight(id: InsightID(high: 8, low: 2), message: Samples.message(3).id, kind: .decision),
                in: Samples.talk)
            #expect(model.error == nil)
            await offline.client.close()
        }
        let again = try await OfflineClient(in: folder)
        let model = InsightsViewModel(again.client, conversation: Samples.talk)
        await model.load()
        #expect(model.insights.map(\.text) == ["message 3", "cake"])
        #expect(model.insights.map(\.state) == [.open, .done])
        #expect(model.insights[0].sender.name == "Bob" && model.insights[1].assignee?.name == "Ada")
        #expect(model.waiting == [Self.id, InsightID(high: 8, low: 2)])
        let store = try LocalStore(at: ProfileFolder(folder.path).store)
        #expect(try store.outbox().map(\.operation.kind.name) == ["changeInsight", "changeInsight", "makeInsight"])
        await again.client.close()
    }

    @Test("a store keeps those that it is told to, and sets their revisions to 0 in a new epoch")
    func store() throws {
        let store = try Samples.store()
        let row = { (id: InsightID, text: String) in
            InsightRecord(
                id: id, conversation: Samples.talk, source: Samples.message(2).id, seq: 2, kind: .action, text: text,
                sender: InsightRecord.Person(id: Samples.bob.id, name: "Bob"), writtenAt: Samples.time(0), excerpt: "")
        }
        let other = InsightID(high: 8, low: 2)
        try store.apply([
            .putInsights(
                Samples.talk, cursor: 4, keeping: [Self.id, other], rows: [row(Self.id, "a"), row(other, "b")]),
            .putInsightsThrough(4),
        ])
        try store.apply([.putInsights(Samples.talk, cursor: 5, keeping: [other, Self.id], rows: [row(Self.id, "c")])])
        var snapshot = try #require(try store.snapshot())
        #expect(snapshot.insights[Samples.talk] == InsightState(cursor: 5, rows: [row(other, "b"), row(Self.id, "c")]))
        #expect(snapshot.insightsThrough == 4)
        try store.apply([.outdateInsights, .putInsights(Samples.talk, cursor: 6, keeping: [other], rows: [])])
        snapshot = try #require(try store.snapshot())
        #expect(snapshot.insights[Samples.talk]?.rows.map(\.text) == ["b"] && snapshot.insightsThrough == 0)
        try store.apply([.removeConversation(Samples.talk)])
        #expect(try store.snapshot()?.insights.isEmpty == true)
    }
}
