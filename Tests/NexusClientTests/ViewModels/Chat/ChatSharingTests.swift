import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("A conversation on the screen of one of several processes") @MainActor
struct ChatSharingTests {
    private func texts(_ model: ChatViewModel) -> [String] { model.messages.map(\.text) }

    @Test("shows what another process stores, passes on what is written, and stays right when it takes over")
    func follows() async throws {
        let holder = try await OfflineClient()
        try await holder.client.send("one", in: Samples.talk)
        let other = try await OfflineClient(in: holder.folder)
        let connection = Task { try await other.client.run() }
        let model = ChatViewModel(Samples.talk, service: other.client)
        let observing = Task { await model.observe() }
        try await eventually("it is there") { texts(model).last == "one" }
        try await holder.client.send("two", in: Samples.talk)
        try await eventually("the other's message shows") { texts(model).last == "two" }
        await model.write("three")
        await model.send()
        #expect(texts(model).last == "three", "it shows at once")
        #expect(model.draft == "")
        try await holder.client.deleteForMe([Samples.message(2).id])
        try await eventually("the deleted one goes") { !texts(model).contains("message 2") }
        try await holder.client.setDraft("half a thought", in: Samples.talk)
        try await eventually("its draft shows") { model.draft == "half a thought" }
        await holder.client.close()
        try await eventually("this process has the profile") { await other.client.lease != nil }
        await model.write("four")
        await model.send()
        #expect(texts(model) == ["message 3", "message 4", "one", "two", "three", "four"])
        observing.cancel()
        await observing.value
        connection.cancel()
        _ = await connection.result
        await other.client.close()
    }

    @Test("survives that the client is closed and opened again")
    func reopened() async throws {
        let offline = try await OfflineClient()
        let model = ChatViewModel(Samples.talk, service: offline.client)
        await model.load()
        await offline.client.close()
        await model.write("after")
        await model.send()
        #expect(texts(model).last == "after")
        try await offline.client.send("and more", in: Samples.talk)
        await model.load()
        #expect(texts(model).last == "and more")
        #expect(Set(model.rows.map(\.id)).count == model.rows.count)
    }

    @Test("a conversation that is not on this device appears once it arrives")
    func unknown() async throws {
        let offline = try await OfflineClient()
        let id = ConversationID(high: 0x7000, low: 77)
        let model = ChatViewModel(id, service: offline.client)
        let observing = Task { await model.observe() }
        try await eventually("it was looked for") { !model.isLoading }
        #expect(model.header == nil && model.rows.isEmpty && !model.isGone)
        let kind = Operation.Kind.createGroup(id, title: "Lunch", members: [Samples.bob.id])
        _ = try await offline.client.perform(kind, people: [Samples.bob])
        try await eventually("it is there") { model.title == "Lunch" }
        observing.cancel()
        await observing.value
    }

    @Test("nothing of a screen stays once its task is cancelled")
    func released() async throws {
        let offline = try await OfflineClient()
        var model: ChatViewModel? = ChatViewModel(Samples.talk, service: offline.client)
        weak let gone = model
        let task = Task { [model] in await model?.observe() }
        try await eventually("it is there") { gone?.rows.isEmpty == false }
        // Timers of each kind wait.
        model?.setVisible(Set(model?.rows.map(\.id) ?? []))
        _ = await model?.jump(to: Samples.message(3).id)
        await model?.delete(MessageID(high: 9, low: 9))
        #expect(!offline.client.chats.isEmpty)
        model = nil
        task.cancel()
        await task.value
        try await eventually("the model is gone") { gone == nil }
        try await eventually("its chat is closed") { offline.client.chats.isEmpty }
    }

    @Test("a screen that returns has its rows, with what came meanwhile below the separator")
    func returns() async throws {
        let offline = try await OfflineClient()
        let server = ScriptedHistory(Samples.messages(2...4), read: 4)
        try Samples.hold([2...4], read: 4, in: await offline.client.openStore())
        let connection = try await server.connect(offline)
        let model = ChatViewModel(Samples.talk, service: offline.client)
        let first = Task { await model.observe() }
        try await eventually("it is there") { model.messages.count == 3 }
        first.cancel()
        await first.value
        let ids = model.rows.map(\.id)
        server.write("meanwhile")
        try await eventually("it arrived") { try await offline.client.messages(in: Samples.talk).messages.count == 4 }
        let second = Task { await model.observe() }
        try await eventually("it shows") { texts(model).last == "meanwhile" }
        try await eventually("the separator is there") { model.rows.contains { $0.isNewMessages } }
        #expect(Array(model.rows.map(\.id).prefix(ids.count)) == ids)
        second.cancel()
        await second.value
        connection.cancel()
    }
}
