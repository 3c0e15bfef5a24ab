import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The people picker and new conversations") @MainActor
struct PeoplePickerViewModelTests {
    private let clock = ManualClock()
    private let service = ScriptedLists()
    private let carol = User(id: UserID(high: 0x7000, low: 1 << 63 | 3), name: "Carol", email: "carol@example.org")
    private let dora = User(id: UserID(high: 0x7000, low: 1 << 63 | 4), name: "Dora", email: "dora@example.org")

    private func scripted() async throws {
        let offline = try await OfflineClient()
        let rows = try await offline.client.conversations()
        let pages = [
            "": PeopleFound(people: [Samples.ada, carol], isComplete: true, cursor: "more"),
            "more": PeopleFound(people: [dora, Samples.bob], isComplete: true),
        ]
        let relation = Relation(user: dora.id, name: "Dora", isFavourite: true)
        service.change {
            $0.rows = rows
            $0.pages = pages
            $0.relations = [relation]
        }
    }

    @Test("offers favourites, recent contacts and others, each once and without the user")
    func sections() async throws {
        try await scripted()
        let model = PeoplePickerViewModel(service, clock: clock)
        await model.load()
        #expect(model.sections.map(\.kind) == [.favourites, .recent, .others])
        #expect(model.people.map(\.name) == ["Dora", "Bob", "Carol"])
        #expect(model.hasMore && model.note == nil && !model.isSearching)
        await model.loadMore()
        #expect(model.people.map(\.name) == ["Dora", "Bob", "Carol"])
        #expect(!model.hasMore)
        await model.loadMore()
        #expect(service.count("people more") == 1, "there is no further page")
        let group = PeoplePickerViewModel(service, excluding: [dora.id, Samples.bob.id, carol.id], clock: clock)
        await group.load()
        #expect(group.people.isEmpty && group.note == .allExcluded)
    }

    @Test("asks once the typing pauses, and ignores answers to earlier queries")
    func debounce() async throws {
        try await scripted()
        let model = PeoplePickerViewModel(service, clock: clock)
        model.query = "d"
        model.query = "do"
        try await eventually("one search waits") { clock.sleepers(within: PeoplePickerViewModel.pause) == 1 }
        #expect(model.isSearching && service.count("people d") == 0)
        clock.advance(by: PeoplePickerViewModel.pause)
        try await eventually("it asks") { !model.isSearching }
        #expect(service.now.calls == ["people do"])
        #expect(model.sections.map(\.kind) == [.found])
        service.change { $0.pages[""] = PeopleFound(people: [], isComplete: true) }
        await model.load()
        #expect(model.note == .noMatch("do"))
        service.change { $0.pages[""] = PeopleFound(people: [], isComplete: false) }
        await model.load()
        #expect(model.note == .offline)
    }

    @Test("picks one person or several, and nobody who cannot be reached")
    func picks() async throws {
        let model = PeoplePickerViewModel(service, clock: clock)
        #expect(model.pick(carol) && model.pick(dora))
        #expect(model.chosen == [dora])
        model.picksMany = true
        model.pick(carol)
        #expect(model.chosen == [dora, carol] && model.isChosen(carol))
        model.pick(dora)
        #expect(model.chosen == [carol])
        var away = Samples.bob
        away.isSuspended = true
        #expect(!model.pick(away))
        #expect(model.note == .unreachable(away) && model.chosen == [carol])
        model.reset()
        #expect(model.chosen.isEmpty)
    }

    @Test("an error keeps the people, and the next search removes it")
    func failing() async throws {
        try await scripted()
        let model = PeoplePickerViewModel(service, clock: clock)
        try await observing(model, { await $0.observe() }) {
            try await eventually("they are there") { model.people.count == 3 }
            service.fail(.people, with: .signedOut)
            service.broadcast.send(.connection(isOnline: true))
            try await eventually("it is said") { model.error == .signedOut }
            #expect(model.people.count == 3 && !model.isSearching)
            service.fail(.people, with: nil)
            service.broadcast.send(.connection(isOnline: true))
            try await eventually("it is over") { model.error == nil }
        }
    }

    @Test("starts a direct conversation, or a group with a title and a picture")
    func conversations() async throws {
        let model = NewConversationViewModel(service, clock: clock)
        #expect(!model.canCreate)
        #expect(await model.create() == nil)
        #expect(await model.start(with: carol) == Samples.talk)
        #expect(service.now.calls == ["open Carol"])
        model.picker.reset()
        model.isGroup = true
        model.picker.pick(carol)
        model.picker.pick(dora)
        model.title = "  "
        #expect(!model.canCreate && model.memberCount == 3)
        model.title = " Lunch "
        model.picture = "/lunch.jpg"
        service.fail(.picture, with: .fileUnavailable("/lunch.jpg"))
        #expect(await model.create() == Samples.talk)
        #expect(model.error?.code == "file_unavailable", "the group is there without it")
        service.fail(.create, with: .refused(.conversationGone))
        #expect(await model.create() == nil)
        #expect(model.error?.code == "conversation_gone" && !model.isCreating && model.title == " Lunch ")
    }

    @Test("offline it offers the people this device knows, and creates a group at once")
    func offline() async throws {
        let offline = try await OfflineClient()
        let model = NewConversationViewModel(offline.client, clock: clock)
        await model.picker.load()
        #expect(model.picker.people.map(\.name) == ["Bob"] && model.picker.note == .offline)
        model.isGroup = true
        model.picker.pick(try #require(model.picker.people.first))
        model.title = "Lunch"
        let group = try #require(await model.create())
        #expect(try await offline.client.conversations().contains { $0.id == group && $0.title == "Lunch" })
        #expect(model.error == nil)
    }

    @Test("nothing of them stays once their screen disappears")
    func noLeak() async throws {
        try await scripted()
        let (service, clock) = (service, clock)
        try await expectNoLeak({ PeoplePickerViewModel(service, clock: clock) }, observe: { await $0.observe() }) {
            $0.query = "do"
            return !$0.people.isEmpty
        }
        try await expectNoLeak({ NewConversationViewModel(service, clock: clock) }, observe: { await $0.observe() }) {
            !$0.picker.people.isEmpty
        }
    }
}
