import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("A conversation's view model") @MainActor
struct ChatViewModelTests {
    private static let problem = ClientError.storeUnavailable("disk is full")

    private func service() async throws -> ScriptedService {
        let offline = try await OfflineClient()
        var state = ScriptedService.State()
        state.screen = try await offline.client.screen(of: Samples.talk)
        return ScriptedService(state)
    }

    @Test("an unsent text stays in the composer, with the reason; a retry sends it")
    func sendFails() async throws {
        let service = try await service()
        let model = ChatViewModel(Samples.talk, service: service)
        await model.load()
        await model.write("precious")
        service.fail(.send, with: ChatViewModelTests.problem)
        await model.send()
        #expect(model.error == ChatViewModelTests.problem)
        #expect(model.draft == "precious")
        #expect(service.now.draft == "precious")
        await model.load()
        #expect(model.error == ChatViewModelTests.problem, "looking again does not hide it")
        service.fail(.send, with: nil)
        await model.send()
        #expect(model.error == nil)
        #expect(model.draft == "")
    }

    @Test("a reply keeps its original until it is sent or cancelled, also after an error")
    func reply() async throws {
        let service = try await service()
        let model = ChatViewModel(Samples.talk, service: service)
        await model.load()
        let question = try #require(model.rows.compactMap { if case .message(let row) = $0 { row } else { nil } }.first)
        model.reply(to: question)
        await model.write("yes")
        service.fail(.send, with: ChatViewModelTests.problem)
        await model.send()
        #expect(model.replyingTo == question)
        service.fail(.send, with: nil)
        await model.send()
        #expect(model.replyingTo == nil)
        await model.write("and more")
        await model.send()
        #expect(service.now.replies == [question.id, nil])
        var deleted = question
        deleted.isDeleted = true
        model.reply(to: deleted)
        #expect(model.replyingTo == nil, "there is nothing to answer")
    }

    @Test(
        "each failed action shows its reason, and leaves the screen unchanged",
        arguments: [
            ScriptedService.Call.change, .outbox, .read, .typing, .fetch,
        ])
    func failing(_ call: ScriptedService.Call) async throws {
        let service = try await service()
        let model = ChatViewModel(Samples.talk, service: service)
        service.change { $0.screen?.hasOlder = true }
        await model.load()
        let rows = model.rows
        let newest = model.screen?.newest ?? 0
        let message = MessageID(high: 1, low: 1)
        service.fail(call, with: ChatViewModelTests.problem)
        switch call {
        case .change:
            await model.edit(message, to: "other")
            #expect(model.error == ChatViewModelTests.problem)
            model.error = nil
            await model.delete(message)
        case .outbox:
            await model.retry(message)
            #expect(model.error == ChatViewModelTests.problem)
            model.error = nil
            await model.discard(message)
        case .read: await model.markRead(through: newest)
        case .typing: await model.write("x")
        default: await model.loadOlder()
        }
        #expect(model.error == ChatViewModelTests.problem)
        #expect(model.rows == rows)
        #expect(!model.isLoadingOlder)
    }

    @Test("older messages that are missing and cannot be fetched are reported")
    func olderMissing() async throws {
        let service = try await service()
        service.change { $0.screen?.hasOlder = true }
        let model = ChatViewModel(Samples.talk, service: service)
        await model.load()
        await model.loadOlder()
        #expect(model.error?.isOffline == true)
    }

    @Test("keeps its content while the store fails, and recovers by itself")
    func storeFails() async throws {
        let service = try await service()
        let model = ChatViewModel(Samples.talk, service: service)
        let task = Task { await model.observe() }
        try await eventually("the rows are there") { !model.rows.isEmpty }
        let rows = model.rows
        service.fail(.screen, with: ChatViewModelTests.problem)
        service.broadcast.send(.failed(ChatViewModelTests.problem))
        try await eventually("it is said") { model.error == ChatViewModelTests.problem }
        #expect(model.rows == rows)
        service.fail(.screen, with: nil)
        service.broadcast.send(.connection(isOnline: true))
        try await eventually("it is over") { model.error == nil }
        task.cancel()
        await task.value
    }

    @Test("a conversation stays gone after a removal until the user is added again")
    func gone() async throws {
        let service = try await service()
        let screen = service.now.screen
        let model = ChatViewModel(Samples.talk, service: service)
        await model.load()
        #expect(!model.isGone)
        service.change { $0.screen = nil }
        await model.load()
        await model.load()
        #expect(model.isGone)
        #expect(model.rows.isEmpty)
        service.change { $0.screen = screen }
        await model.load()
        #expect(!model.isGone)
    }

    @Test("a screen that disappears ends its observation, typing and viewing; nothing of it stays")
    func leaves() async throws {
        let service = try await service()
        var model: ChatViewModel? = ChatViewModel(Samples.talk, service: service)
        weak let gone = model
        let task = Task { [model] in await model?.observe() }
        try await eventually("it is looked at") { service.now.viewed == Samples.talk && gone?.rows.isEmpty == false }
        await model?.write("hal")
        #expect(service.now.isTyping)
        model = nil
        task.cancel()
        await task.value
        #expect(!service.now.isTyping)
        #expect(service.now.viewed == nil)
        #expect(service.now.draft == "hal", "what was being written is kept")
        try await eventually("it is gone") { gone == nil }
    }

    @Test("leaving a screen after the next has appeared does not end the next one's viewing")
    func overlap() async throws {
        let offline = try await OfflineClient()
        let other = try await offline.client.createGroup(title: "Lunch", members: [Samples.bob]).0
        let first = ChatViewModel(Samples.talk, service: offline.client)
        let second = ChatViewModel(other, service: offline.client)
        let leaving = Task { await first.observe() }
        try await eventually("the first is there") { first.screen != nil }
        let staying = Task { await second.observe() }
        try await eventually("the second is there") { second.screen != nil }
        leaving.cancel()
        await leaving.value
        #expect(await offline.client.viewed == other)
        staying.cancel()
        await staying.value
        #expect(await offline.client.viewed == nil)
    }
}

extension NexusClient {
    fileprivate var viewed: ConversationID? { get async { await lease?.runner.viewed } }
}
