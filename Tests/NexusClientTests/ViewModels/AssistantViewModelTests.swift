import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusClient

@Suite("The assistant's view model") @MainActor
struct AssistantViewModelTests {
    private let service = ScriptedAssistant()

    @Test("an answer shows while it streams, and continues its topic")
    func asks() async {
        let model = AssistantViewModel(service)
        await model.ask("  ")
        #expect(model.exchanges.isEmpty)
        await model.ask("Who sang?")
        #expect(model.exchanges.map(\.question) == ["Who sang?"])
        #expect(model.draft == nil)
        #expect(model.topics.count == 1)
        await model.ask("and when?")
        #expect(model.exchanges.map(\.number) == [1, 2])
        #expect(model.topics.count == 1)
        model.begin()
        await model.ask("Who danced?")
        #expect(model.exchanges.map(\.question) == ["Who danced?"])
        #expect(model.topics.count == 2)
    }

    @Test("an error stays on the screen with the content, and the next answer clears it")
    func fails() async {
        let model = AssistantViewModel(service)
        await model.ask("Who sang?")
        service.refuse(.offline("no route"))
        await model.ask("and when?")
        #expect(model.error == .offline("no route"))
        #expect(model.exchanges.count == 1)
        #expect(model.draft == nil)
        service.refuse(nil)
        await model.ask("and when?")
        #expect(model.error == nil)
        #expect(model.exchanges.count == 2)
    }

    @Test("a topic deleted here or on another device is closed")
    func deletes() async throws {
        let model = AssistantViewModel(service)
        await model.ask("Who sang?")
        let topic = try #require(model.topic)
        await model.delete(topic)
        #expect(model.topic == nil && model.exchanges.isEmpty && model.topics.isEmpty)
        await model.ask("Who danced?")
        service.forgetAll()
        await model.load()
        #expect(model.topic == nil && model.topics.isEmpty)
    }

    @Test("offline the history of this device is shown, and asking says why it cannot")
    func offline() async throws {
        let model = AssistantViewModel(service, clock: ManualClock())
        try await observing(model, { await $0.observe() }) {
            await model.ask("Who sang?")
            service.broadcast.send(.assistant(nil))
            try await eventually("it is kept") { await (try? service.storedTopics(about: nil).count) == 1 }
        }
        service.refuse(.offline("no route"))
        let later = AssistantViewModel(service, clock: ManualClock())
        await later.load()
        #expect(later.isOffline && !later.canAsk && later.error == nil && later.topics.count == 1)
        await later.open(try #require(later.topics.first?.id))
        #expect(later.exchanges.map(\.question) == ["Who sang?"] && later.error == nil)
        await later.load()
        #expect(later.exchanges.count == 1)
        #expect(await !later.ask("and when?"))
        #expect(later.error?.isOffline == true && later.exchanges.count == 1)
        service.refuse(nil)
        await later.load()
        #expect(!later.isOffline && later.canAsk)
    }

    @Test("offers ready-made questions with a title and an icon")
    func prompts() {
        let all = AssistantViewModel(service).prompts
        let one = AssistantViewModel(service, conversation: Samples.talk).prompts
        #expect(all != one && one.map(\.icon) == ["doc.text.fill", "checklist", "checkmark.circle.fill", "calendar"])
        #expect((all + one).allSatisfy { !$0.title.isEmpty && !$0.message.isEmpty })
    }

    @Test("nothing of it stays once its screen disappears")
    func noLeak() async throws {
        let service = service
        try await expectNoLeak({ AssistantViewModel(service) }, observe: { await $0.observe() }) { !$0.isLoading }
    }

    @Test("there are summaries of one conversation, but not of all")
    func summaries() async {
        let group = ConversationID(high: 0x7000, low: 1 << 63 | 1)
        let model = AssistantViewModel(service, conversation: group)
        await model.summarize(.week)
        #expect(model.summary?.messages == 7)
        await model.catchUp(after: 3)
        #expect(model.summary?.messages == 3)
        let all = AssistantViewModel(service)
        await all.catchUp()
        #expect(all.summary == nil)
    }
}

/// Answers each question at once, with its own words.
private final class ScriptedAssistant: AssistantAnswering {
    private struct State {
        var threads: [TopicID: AssistantThread] = [:]
        /// Those on the device.
        var kept: [TopicID: AssistantThread] = [:]
        var refusal: ClientError?
        var made: UInt64 = 0
    }

    let broadcast = EventBroadcast<ClientEvent>()
    private let state = Mutex(State())

    func refuse(_ error: ClientError?) { state.withLock { $0.refusal = error } }
    func forgetAll() { state.withLock { $0.threads = [:] } }

    private func check() throws(ClientError) {
        if let refusal = state.withLock({ $0.refusal }) { throw refusal }
    }

    nonisolated func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
        broadcast.stream(keeping: 1, where: isWanted)
    }

    func ask(
        _ text: String, topic: TopicID?, in conversation: ConversationID?,
        told: @escaping @Sendable (AssistantEvent) async -> Void
    ) async throws(ClientError) -> (topic: TopicID, exchange: AssistantExchange) {
        try check()
        let (id, exchange) = state.withLock { state -> (TopicID, AssistantExchange) in
            state.made += 1
            let id = topic ?? TopicID(high: 0x7000, low: 1 << 63 | state.made)
            var thread =
                state.threads[id]
                ?? AssistantThread(
                    topic: AssistantTopic(
                        id: id, conversation: conversation, title: text, changedAt: .zero, count: 0), exchanges: [])
            let exchange = AssistantExchange(
                number: thread.exchanges.count + 1, question: text, askedAt: .zero,
                answer: AssistantAnswer(.notFound, citations: []))
            thread.exchanges.append(exchange)
            state.threads[id] = thread
            return (id, exchange)
        }
        await told(.began(id, readAs: nil))
        await told(.finished(id, exchange))
        return (id, exchange)
    }

    func storedTopics(about conversation: ConversationID?) async throws(ClientError) -> [AssistantTopic] {
        state.withLock { $0.kept.values.map(\.topic) }
    }

    func storedThread(_ topic: TopicID) async throws(ClientError) -> AssistantThread? {
        state.withLock { $0.kept[topic] }
    }

    func fetchThreads(about conversation: ConversationID?) async throws(ClientError) {
        try check()
        state.withLock { $0.kept = $0.threads }
    }

    func topics(about conversation: ConversationID?) async throws(ClientError) -> TopicList {
        try check()
        return TopicList(topics: state.withLock { $0.threads.values.map(\.topic) })
    }

    func thread(_ topic: TopicID) async throws(ClientError) -> AssistantThread {
        try check()
        guard let thread = state.withLock({ $0.threads[topic] }) else {
            throw .refused(Refusal(.notFound, "This topic no longer exists."))
        }
        return thread
    }

    func deleteTopic(_ topic: TopicID) async throws(ClientError) { state.withLock { $0.threads[topic] = nil } }

    func summary(
        of conversation: ConversationID, _ range: ConversationSummary.Range
    ) async throws(ClientError) -> ConversationSummary {
        ConversationSummary(messages: 7, through: 7, read: 7, points: [])
    }

    func catchUp(on conversation: ConversationID, after seq: Seq?) async throws(ClientError) -> ConversationSummary {
        ConversationSummary(messages: Int(seq ?? 0), through: 7, read: 7, points: [])
    }
}
