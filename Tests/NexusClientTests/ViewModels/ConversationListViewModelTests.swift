import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The list's view model") @MainActor
struct ConversationListViewModelTests {
    private static let problem = ClientError.storeUnavailable("disk is full")

    private func service() async throws -> ScriptedService {
        let offline = try await OfflineClient()
        var state = ScriptedService.State()
        state.rows = try await offline.client.conversations()
        return ScriptedService(state)
    }

    @Test("keeps its content while the store fails, reports it, and recovers by itself")
    func failing() async throws {
        let service = try await service()
        let model = ConversationListViewModel(service)
        #expect(model.isLoading)
        let task = Task { await model.observe() }
        try await eventually("the rows are there") { model.rows.map(\.title) == ["Bob"] }
        #expect(!model.isLoading)
        service.fail(.conversations, with: ConversationListViewModelTests.problem)
        service.broadcast.send(.failed(ConversationListViewModelTests.problem))
        try await eventually("it is said") { model.error == ConversationListViewModelTests.problem }
        #expect(model.rows.map(\.title) == ["Bob"])
        service.fail(.conversations, with: nil)
        service.broadcast.send(.connection(isOnline: true))
        try await eventually("it is over") { model.error == nil }
        task.cancel()
        await task.value
    }

    @Test("an error of a user's action stays until the next action, regardless of events")
    func errorStays() async throws {
        let service = try await service()
        let model = ConversationListViewModel(service)
        service.fail(.open, with: .refused(.conversationGone))
        #expect(await model.openDirect(with: Samples.bob) == nil)
        #expect(await model.createGroup(title: "", members: []) == nil)
        #expect(model.error?.code == "conversation_gone")
        await model.load()
        #expect(model.error?.code == "conversation_gone")
        service.fail(.open, with: nil)
        #expect(await model.createGroup(title: "Lunch", members: [Samples.bob]) == Samples.talk)
        #expect(model.error == nil)
        service.fail(.people, with: .signedOut)
        #expect(await model.people(matching: "b") == PeopleFound(people: [], isComplete: false))
        #expect(model.error == .signedOut)
    }

    @Test("nothing of it stays once its screen disappears")
    func noLeak() async throws {
        let service = try await service()
        var model: ConversationListViewModel? = ConversationListViewModel(service)
        weak let gone = model
        let task = Task { [model] in await model?.observe() }
        try await eventually("the rows are there") { gone?.rows.isEmpty == false }
        model = nil
        task.cancel()
        await task.value
        try await eventually("it is gone") { gone == nil }
        service.broadcast.send(.connection(isOnline: true))
    }
}
