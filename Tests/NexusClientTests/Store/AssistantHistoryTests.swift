import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The history of questions on the device")
struct AssistantHistoryTests {
    private func id(_ number: Int) -> TopicID { TopicID(high: 0x7000, low: 1 << 63 | UInt64(number)) }

    private func topic(_ number: Int, about conversation: ConversationID? = nil, changed: Int64? = nil)
        -> AssistantTopic
    {
        AssistantTopic(
            id: id(number), conversation: conversation, title: "question \(number)",
            changedAt: Samples.time(changed ?? Int64(number)), count: 1)
    }

    private func thread(_ topic: AssistantTopic, citing message: Message? = nil) -> AssistantThread {
        let citations = message.map { message in
            [
                Citation(
                    message: message.id, conversation: message.conversation, title: "Bob", seq: message.seq,
                    sender: message.sender, senderName: "Bob", writtenAt: message.writtenAt, excerpt: message.text)
            ]
        }
        let answer = AssistantAnswer(.quotes, citations: citations ?? [])
        return AssistantThread(
            topic: topic,
            exchanges: [AssistantExchange(number: 1, question: topic.title, askedAt: Samples.time(5), answer: answer)])
    }

    @Test("keeps topics by conversation, newest first, and replaces them by the server's")
    func topics() throws {
        let store = try LocalStore.inMemory()
        try store.put([topic(1), topic(2)], about: nil)
        try store.put([topic(3, about: Samples.talk)], about: Samples.talk)
        #expect(try store.topics(about: nil) == [topic(2), topic(1)])
        #expect(try store.topics(about: Samples.talk) == [topic(3, about: Samples.talk)])
        try store.put([topic(1, changed: 9)], about: nil)
        #expect(try store.topics(about: nil) == [topic(1, changed: 9)])
        #expect(try store.topics(about: Samples.talk).count == 1)
        try store.apply([.removeConversation(Samples.talk)])
        #expect(try store.topics(about: Samples.talk).isEmpty)
    }

    @Test("keeps the threads of the fifty topics that changed last, and knows which are outdated")
    func threads() throws {
        let store = try LocalStore.inMemory()
        let all = (1...60).map { topic($0) }
        try store.put(all, about: nil)
        for topic in all { try store.put(thread(topic)) }
        #expect(try store.thread(of: id(10)) == nil)
        #expect(try store.thread(of: id(11)) == thread(topic(11)))
        #expect(try store.topicsWithoutThread(about: nil, among: 20).isEmpty)
        try store.put(all.dropLast() + [topic(60, changed: 99)], about: nil)
        #expect(try store.topicsWithoutThread(about: nil, among: 20) == [id(60)])
        #expect(try store.thread(of: id(60)) != nil, "an outdated one can still be read")
        var long = thread(topic(59))
        long.exchanges[0].question = String(repeating: "a", count: JSONLimits.standard.bytes)
        try store.put(long)
        #expect(try store.thread(of: id(59)) == thread(topic(59)), "the earlier one stays")
    }

    @Test("a topic deleted offline is hidden until the server knows, also if the server lists it")
    func deletion() async throws {
        let offline = try await OfflineClient()
        let store = try await offline.client.openStore()
        try store.put([topic(1), topic(2)], about: nil)
        try await offline.client.deleteTopic(id(1))
        #expect(try await offline.client.storedTopics() == [topic(2)])
        try store.put([topic(1), topic(2)], about: nil)
        #expect(try await offline.client.storedTopics() == [topic(2)])
        #expect(try store.hiddenTopics() == [id(1)])
        #expect(try await offline.client.storedThread(id(1)) == nil)
        try store.removeTopic(id(1))
        #expect(try store.hiddenTopics().isEmpty)
    }

    @Test("a stored answer shows the present state of its sources")
    func sources() async throws {
        let offline = try await OfflineClient()
        let store = try await offline.client.openStore()
        let message = Samples.message(3)
        try store.put(thread(topic(1), citing: message))
        let excerpt = { () async throws -> Citation? in
            try await offline.client.storedThread(id(1))?.exchanges.first?.answer.citations.first
        }
        #expect(try await excerpt()?.excerpt == "message 3")
        var edited = Samples.message(3, text: "message three", changed: 20)
        edited.editedAt = Samples.time(50)
        try store.apply([.upsertMessages([edited])])
        #expect(try await excerpt()?.excerpt == "message three")
        #expect(try await excerpt()?.state == .edited)
        try store.apply([.upsertMessages([Samples.message(3, changed: 21, deleted: true)])])
        #expect(try await excerpt()?.excerpt == "")
        #expect(try await excerpt()?.state == .gone)
        let elsewhere = ConversationID(high: 0x7000, low: 1 << 63 | 77)
        try store.put(thread(topic(2, about: elsewhere)))
        #expect(try await offline.client.storedThread(id(2)) == nil, "the user is no member")
        #expect(try await offline.client.storedTopics(about: elsewhere).isEmpty)
    }
}
