import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The list's view model") @MainActor
struct ConversationListViewModelTests {
    private static let problem = ClientError.storeUnavailable("disk is full")

    private func service() async throws -> ScriptedLists {
        let offline = try await OfflineClient()
        var state = ScriptedLists.State()
        state.rows = try await offline.client.conversations()
        return ScriptedLists(state)
    }

    @Test("keeps its content while the store fails, reports it, and recovers by itself")
    func failing() async throws {
        let service = try await service()
        let model = ConversationListViewModel(service, clock: ManualClock())
        #expect(model.isLoading && model.emptiness == .loading)
        try await observing(model, { await $0.observe() }) {
            try await eventually("the rows are there") { model.rows.map(\.title) == ["Bob"] && !model.isLoading }
            #expect(model.emptiness == nil)
            service.fail(.rows, with: ConversationListViewModelTests.problem)
            service.broadcast.send(.failed(ConversationListViewModelTests.problem))
            try await eventually("it is said") { model.error == ConversationListViewModelTests.problem }
            #expect(model.rows.map(\.title) == ["Bob"])
            service.fail(.rows, with: nil)
            service.broadcast.send(.connection(isOnline: true))
            try await eventually("it is over") { model.error == nil }
        }
    }

    @Test("an error of a user's action stays until the next action, and goes by itself after five seconds")
    func errorStays() async throws {
        let service = try await service()
        let clock = ManualClock()
        let model = ConversationListViewModel(service, clock: clock)
        service.fail(.change, with: .refused(.conversationGone))
        await model.pin(Samples.talk)
        #expect(model.error?.code == "conversation_gone")
        await model.load()
        #expect(model.error?.code == "conversation_gone")
        service.fail(.change, with: nil)
        await model.pin(Samples.talk)
        #expect(model.error == nil)
        service.fail(.change, with: .refused(.conversationGone))
        await model.leave(Samples.talk)
        try await eventually("it waits") { clock.sleepers(within: 5_000) == 1 }
        clock.advance(by: 5_000)
        try await eventually("it is gone") { model.error == nil }
    }

    @Test("pins, archives, mutes and marks rows offline, and arranges them in sections")
    func actions() async throws {
        let offline = try await OfflineClient()
        let group = try await offline.client.createGroup(title: "Lunch", members: [Samples.bob]).0
        let model = ConversationListViewModel(offline.client)
        await model.load()
        #expect(model.sections.map(\.kind) == [.recent] && model.unread == 3)
        await model.pin(Samples.talk)
        #expect(model.sections.map(\.kind) == [.pinned, .recent])
        #expect(model.sections.first?.rows.map(\.title) == ["Bob"])
        await model.mute(Samples.talk, for: .always)
        #expect(model.unread == 0, "a muted conversation has no badge")
        await model.mute(Samples.talk, for: nil)
        await model.setNotifications(.mentions, sound: true, in: Samples.talk)
        #expect(model.rows.first?.level == .mentions && model.rows.first?.playsSound == true)
        await model.markRead(Samples.talk)
        #expect(model.unread == 0)
        await model.markUnread(Samples.talk)
        #expect(model.unread == 1 && model.rows.first?.isMarkedUnread == true)
        await model.archive(group)
        #expect(model.archived.map(\.title) == ["Lunch"] && model.shown.map(\.title) == ["Bob"])
        model.showsArchive = true
        #expect(model.sections.map(\.kind) == [.archived] && model.shown.map(\.title) == ["Lunch"])
        model.filter = "o"
        #expect(model.sections.map(\.kind) == [.found] && model.shown.count == 2, "a filter finds archived rows too")
        model.filter = "nobody has this"
        #expect(model.emptiness == .nothingFound)
        model.filter = " "
        await model.archive(group, false)
        #expect(model.shown.count == 2, "an empty archive closes")
        #expect(model.error == nil)
    }

    @Test("deletes a conversation for the user, leaves a group and blocks a person: each is in the list no longer")
    func removal() async throws {
        let offline = try await OfflineClient()
        let model = ConversationListViewModel(offline.client)
        await model.deleteForMe(Samples.talk)
        #expect(model.rows.isEmpty && model.error == nil)
        let other = try await OfflineClient()
        let second = ConversationListViewModel(other.client)
        await second.load()
        #expect(second.rows.count == 1)
        await second.block(Samples.bob.id)
        #expect(second.rows.isEmpty && second.error == nil)
        await second.leave(ConversationID(high: 1, low: 1))
        #expect(second.error?.code == "conversation_gone")
    }

    @Test("shows the presence of the other person, and that changes still arrive")
    func presence() async throws {
        let service = try await service()
        service.change {
            $0.presence = [Samples.bob.id: Presence(user: Samples.bob.id, isOnline: false, lastSeen: Samples.time(5))]
            $0.report = ConnectionReport(phase: .updating)
        }
        let model = ConversationListViewModel(service)
        await model.load()
        #expect(model.rows.first.flatMap { model.presence(in: $0) }?.lastSeen == Samples.time(5))
        #expect(model.isOnline && model.isUpdating)
        service.change { $0.rows = [] }
        await model.load()
        #expect(model.emptiness == .loading)
        service.change { $0.report = ConnectionReport(phase: .online) }
        await model.load()
        #expect(model.emptiness == .noConversations)
    }

    @Test("nothing of it stays once its screen disappears")
    func noLeak() async throws {
        let service = try await service()
        try await expectNoLeak({ ConversationListViewModel(service) }, observe: { await $0.observe() }) {
            !$0.rows.isEmpty
        }
        service.broadcast.send(.connection(isOnline: true))
    }
}
