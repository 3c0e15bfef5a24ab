import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("A conversation's history") @MainActor
final class ChatHistoryTests {
    /// Their folders go with them.
    private var kept: [OfflineClient] = []

    /// A device that has some of 200 messages, a server that has all, and the model of the conversation.
    private func chat(
        holding held: [ClosedRange<Seq>] = [101...201], read: Seq = 201
    ) async throws -> (OfflineClient, ScriptedHistory, ChatViewModel) {
        let offline = try await OfflineClient(messages: 0)
        kept.append(offline)
        try Samples.hold(held, read: read, in: await offline.client.openStore())
        return (
            offline, ScriptedHistory(Samples.messages(2...201), read: read),
            ChatViewModel(Samples.talk, service: offline.client)
        )
    }

    private func positions(_ model: ChatViewModel) -> [Seq] { model.messages.compactMap(\.seq) }

    @Test("opens at the newest page, without an animation")
    func bottom() async throws {
        let (_, _, model) = try await chat()
        #expect(model.opening == nil)
        await model.load()
        #expect(positions(model) == Array(152...201))
        #expect(model.opening == .newest)
        #expect(!model.lastChange.isAnimated)
        #expect(model.hasOlder && !model.hasNewer)
        #expect(model.unread == 0)
    }

    @Test("opens at the first unread message, below its separator, with read ones above")
    func unread() async throws {
        let (_, _, model) = try await chat(holding: [2...201], read: 100)
        await model.load()
        #expect(positions(model) == Array(51...150))
        let line = try #require(model.rows.firstIndex { $0.isNewMessages })
        #expect(model.opening == .firstUnread(model.rows[line].id))
        #expect(model.rows[line...].compactMap(\.message).first?.seq == 101)
        #expect(model.hasOlder && model.hasNewer)
        #expect(model.unread == 101)
        await model.loadNewer()
        #expect(positions(model) == Array(51...200))
        await model.loadNewer()
        #expect(positions(model) == Array(51...201))
        #expect(!model.hasNewer)
        #expect(await model.jumpToFirstUnread() == Samples.message(101).id)
        #expect(model.highlighted == Samples.message(101).id)
    }

    @Test("with a connection, missing unread messages are fetched before it opens")
    func unreadMissing() async throws {
        let (offline, server, model) = try await chat(holding: [2...20, 151...201], read: 60)
        let connection = try await server.connect(offline)
        await model.load()
        #expect(positions(model).contains(61))
        let line = try #require(model.rows.firstIndex { $0.isNewMessages })
        #expect(model.rows[line...].compactMap(\.message).first?.seq == 61)
        connection.cancel()
    }

    @Test("older messages come from the server where this device has none; each once, in order")
    func older() async throws {
        let (offline, server, model) = try await chat()
        let connection = try await server.connect(offline)
        await model.load()
        while model.hasOlder {
            let count = model.rows.count
            await model.loadOlder()
            #expect(model.error == nil)
            guard model.rows.count > count else { break }
        }
        #expect(positions(model) == Array(2...201))
        #expect(!model.hasOlder)
        #expect(model.rows.allSatisfy { if case .gap = $0.content { false } else { true } })
        connection.cancel()
    }

    @Test("older messages that are missing and cannot be fetched are reported; those on the device show with the gap")
    func olderMissing() async throws {
        let (_, _, model) = try await chat(holding: [2...40, 101...201])
        await model.load()
        await model.loadOlder()
        #expect(positions(model) == Array(102...201))
        await model.loadOlder()
        #expect(positions(model).first == 2, "what is here is shown")
        #expect(model.rows.contains { $0.content == .gap(41...100) })
        let (_, _, other) = try await chat()
        await other.load()
        await other.loadOlder()
        await other.loadOlder()
        #expect(positions(other).first == 101)
        #expect(other.hasOlder)
        #expect(other.error == nil)
        await other.loadOlder()
        #expect(other.error?.isOffline == true)
        #expect(!other.isLoadingOlder)
    }

    @Test("a jump leads to a message on this device, to one that only the server has, and back to the newest")
    func jump() async throws {
        let (offline, server, model) = try await chat(holding: [2...40, 101...201])
        let connection = try await server.connect(offline)
        await model.load()
        #expect(await model.jump(to: Samples.message(20).id))
        #expect(positions(model) == Array(2...40), "up to the gap")
        #expect(model.highlighted == Samples.message(20).id)
        #expect(!model.lastChange.isAnimated)
        #expect(model.hasNewer)
        #expect(await model.jump(toPosition: 70))
        #expect(positions(model).contains(70))
        #expect(await model.jump(to: MessageID(high: 9, low: 9)) == false)
        #expect(model.error != nil)
        await model.jumpToNewest()
        #expect(positions(model).last == 201)
        #expect(!model.hasNewer)
        connection.cancel()
    }

    @Test("a message that is sent while older ones are shown leads to the newest")
    func sendElsewhere() async throws {
        let (_, _, model) = try await chat(holding: [2...201], read: 100)
        await model.load()
        #expect(model.hasNewer)
        await model.write("here")
        await model.send()
        #expect(model.messages.last?.text == "here")
        #expect(!model.hasNewer)
    }

    @Test("a visible gap is fetched, and so is the original of a visible reply")
    func visible() async throws {
        let (offline, server, model) = try await chat(holding: [2...40, 101...201])
        await model.load()
        await model.loadOlder()
        await model.loadOlder()
        #expect(model.rows.contains { $0.content == .gap(41...100) })
        let connection = try await server.connect(offline)
        let observing = Task { await model.observe() }
        try await eventually("it is online") { model.isOnline }
        for _ in 0..<4 {
            model.setVisible([])
            model.setVisible(Set(model.rows.filter { if case .gap = $0.content { true } else { false } }.map(\.id)))
            try await eventually("it was asked") { model.timers.missing == nil }
            await model.load()
        }
        #expect(positions(model) == Array(2...201))
        observing.cancel()
        await observing.value
        connection.cancel()
    }

    @Test("a long list is reset when the user is back at the bottom")
    func reset() async throws {
        let (_, _, model) = try await chat(holding: [2...601], read: 601)
        await model.load()
        for _ in 0..<10 { await model.loadOlder() }
        #expect(model.messages.count == 550)
        await model.returnedToBottom()
        #expect(model.messages.count == 50)
        #expect(model.hasOlder)
    }

    @Test("each row has an identity of its own, which stays while the row does")
    func identity() async throws {
        let (offline, _, model) = try await chat()
        await model.load()
        let before = model.rows.map(\.id)
        await model.loadOlder()
        #expect(Set(model.rows.map(\.id)).count == model.rows.count)
        #expect(model.rows.map(\.id).suffix(50) == before.suffix(50))
        try await offline.client.send("new", in: Samples.talk)
        await model.load()
        #expect(model.lastChange.isAnimated)
        #expect(model.lastChange.splices.map(\.remove) == [0])
    }
}
