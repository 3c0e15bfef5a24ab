import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("A conversation's view model") @MainActor
struct ChatViewModelTests {
    private nonisolated static let problem = ClientError.storeUnavailable("disk is full")

    /// A service with an open conversation of Ada and Bob.
    private func service() async throws -> ScriptedService {
        let offline = try await OfflineClient()
        let service = ScriptedService()
        let update = try await offline.client.openChat(Samples.talk).changes()
        service.chat.change { $0.waiting = update }
        return service
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
        let question = try #require(model.messages.first)
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
            ScriptedService.Call.change, .outbox, .read, .typing, .screen,
        ])
    func failing(_ call: ScriptedService.Call) async throws {
        let service = try await service()
        let model = ChatViewModel(Samples.talk, service: service)
        service.chat.change { $0.waiting.hasOlder = true }
        await model.load()
        let rows = model.rows
        let newest = try #require(model.messages.last?.seq)
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
        default:
            service.chat.change { $0.showFailure = ChatViewModelTests.problem }
            await model.loadOlder()
        }
        #expect(model.error == ChatViewModelTests.problem)
        #expect(model.rows == rows)
        #expect(!model.isLoadingOlder)
    }

    @Test("keeps its content while the store fails, and recovers by itself")
    func storeFails() async throws {
        let service = try await service()
        let model = ChatViewModel(Samples.talk, service: service)
        let task = Task { await model.observe() }
        try await eventually("the rows are there") { !model.rows.isEmpty }
        let rows = model.rows
        service.chat.change { $0.changesFailure = ChatViewModelTests.problem }
        try await eventually("it is said") { model.error == ChatViewModelTests.problem }
        #expect(model.rows == rows)
        service.chat.change { $0.changesFailure = nil }
        try await eventually("it is over") { model.error == nil }
        task.cancel()
        await task.value
    }

    @Test("a conversation stays gone after a removal until the user is added again")
    func gone() async throws {
        let service = try await service()
        let first = service.chat.now.waiting
        let model = ChatViewModel(Samples.talk, service: service)
        await model.load()
        #expect(!model.isGone)
        service.chat.change { state in
            state.waiting.header = first.header
            state.waiting.header?.isGone = true
            state.waiting.splices = [RowSplice(at: 0, remove: first.splices.flatMap(\.rows).count, rows: [])]
        }
        await model.load()
        await model.load()
        #expect(model.isGone)
        #expect(model.status == .gone)
        #expect(model.rows.isEmpty)
        service.chat.change { $0.waiting = first }
        await model.load()
        #expect(!model.isGone)
        #expect(!model.rows.isEmpty)
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
        try await eventually("the first is there") { first.header != nil }
        let staying = Task { await second.observe() }
        try await eventually("the second is there") { second.header != nil }
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
