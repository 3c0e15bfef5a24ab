import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("The search's view model") @MainActor
struct SearchViewModelTests {
    private let clock = ManualClock()
    private let service = ScriptedLists()
    private let group = ConversationID(high: 0x7000, low: 1 << 63 | 9)

    private func result(_ number: UInt64, in conversation: ConversationID = Samples.talk) -> SearchResult {
        SearchResult(
            conversation: conversation, message: MessageID(high: 7, low: number), seq: Seq(number),
            sender: Samples.bob.id, senderName: "Bob", writtenAt: Samples.time(0),
            snippet: SearchSnippet(text: "kite \(number)", marks: []))
    }

    private func found(
        _ results: [SearchResult], cursor: String? = nil, isOnDevice: Bool = false
    ) -> SearchFound {
        SearchFound(
            results: results, cursor: cursor, isOnDevice: isOnDevice, isPartial: isOnDevice, byMeaning: !isOnDevice)
    }

    @Test("asks once the typing pauses, for a page at a time, and groups messages by conversation")
    func search() async throws {
        let offline = try await OfflineClient()
        let rows = try await offline.client.conversations()
        let first = found([result(1), result(2, in: group)], cursor: "more")
        let second = found([result(3)])
        service.change {
            $0.rows = rows
            $0.found = ["message": first, "message after more": second]
        }
        let model = SearchViewModel(service, clock: clock)
        model.query = "mess"
        model.query = "message"
        try await eventually("conversations are found at once") { model.conversations.map(\.title) == ["Bob"] }
        #expect(model.isSearching && model.messages.isEmpty)
        try await eventually("one search waits") { clock.sleepers(within: SearchViewModel.pause) == 1 }
        clock.advance(by: SearchViewModel.pause)
        try await eventually("messages are found") { model.messages.count == 2 }
        #expect(service.count("search mess") == 0 && model.hasMore && model.isByMeaning && model.hasSearched)
        await model.loadMore()
        #expect(model.messages.count == 3 && !model.hasMore)
        #expect(model.groups.map(\.title) == ["Bob", ""])
        #expect(model.groups.map(\.messages.count) == [2, 1])
        await model.loadMore()
        #expect(service.count("search message after more") == 1)
        model.query = " "
        #expect(model.messages.isEmpty && model.conversations.isEmpty && !model.isSearching && !model.hasSearched)
    }

    @Test("filters are parts of the query, and the order is a choice; both search at once")
    func filters() async throws {
        let model = SearchViewModel(service, clock: clock)
        model.query = "kite"
        model.toggle(.withPhoto)
        #expect(model.query == "kite has:image" && model.isOn(.withPhoto) && !model.isOn(.fromMe))
        try await eventually("it asks") { service.count("search kite has:image") == 1 }
        model.toggle(.withPhoto)
        #expect(model.query == "kite")
        model.order = .newest
        try await eventually("it asks for the newest") { service.count("search kite newest") == 1 }
        #expect(SearchFilter.allCases.allSatisfy { !$0.title.isEmpty && $0.part.contains(":") })
    }

    @Test("one conversation is searched by its identifier, and finds no conversations")
    func inOne() async throws {
        let model = SearchViewModel(service, conversation: Samples.talk, clock: clock)
        model.query = "kite"
        await model.load()
        #expect(service.count("search in:\(Samples.talk.text) kite") == 1)
        #expect(model.conversations.isEmpty)
    }

    @Test("says that it searched this device, and asks again once the connection returns")
    func offline() async throws {
        let device = found([result(1)], isOnDevice: true)
        service.change { $0.other = device }
        let model = SearchViewModel(service, clock: clock)
        try await observing(model, { await $0.observe() }) {
            model.query = "kite"
            await model.load()
            #expect(model.isOnDevice && model.isPartial && !model.isByMeaning && model.messages.count == 1)
            let all = found([result(1), result(2)])
            service.change { $0.other = all }
            try await eventually("it asks again") {
                service.broadcast.send(.connection(isOnline: true))
                return model.messages.count == 2
            }
            #expect(!model.isOnDevice)
        }
    }

    @Test("an invalid query is explained, and finds nothing")
    func invalid() async throws {
        let offline = try await OfflineClient()
        let model = SearchViewModel(offline.client, clock: clock)
        model.query = "message"
        await model.load()
        #expect(model.messages.count == 3 && model.isOnDevice && model.error == nil)
        #expect(model.groups.map(\.title) == ["Bob"])
        model.query = "has:nothing"
        await model.load()
        #expect(model.error?.code == "search_invalid" && model.messages.isEmpty)
        model.query = "message"
        await model.load()
        #expect(model.error == nil)
    }

    @Test("nothing of it stays once its screen disappears")
    func noLeak() async throws {
        let answer = found([result(1)])
        service.change { $0.other = answer }
        let (service, clock) = (service, clock)
        try await expectNoLeak({ SearchViewModel(service, clock: clock) }, observe: { await $0.observe() }) {
            if $0.query.isEmpty { $0.query = "kite" }
            clock.advance(by: SearchViewModel.pause)
            return $0.messages.count == 1
        }
    }
}
