import Testing

@testable import NexusCore

@Suite("The first load of a device")
struct FirstLoadTests {
    private func id(_ number: UInt64) -> ConversationID { ConversationID(high: 0x7000, low: number) }

    private func entry(_ number: UInt64) -> Moved.Entry {
        Moved.Entry(conversation: id(number), head: 2, lastAt: noon.advanced(by: Int64(number) * 1_000))
    }

    private func answer(_ number: UInt64) -> ServerFrame {
        let message = Message.at(2, in: id(number), writtenAt: noon.advanced(by: Int64(number) * 1_000))
        return .changes(
            Changes(
                conversation: id(number), after: 0, cursor: 2, head: 2, isReset: false, oldest: 0, unread: 1,
                mentions: 0, info: .group(id(number)), members: [.of(ada), .of(ben)], messages: [message]))
    }

    private func connected() -> ScriptedDevice {
        var device = ScriptedDevice(since: nil)
        device.handle(.start)
        device.handle(.socketOpened)
        return device
    }

    @Test("requests the conversation with the latest message first, over all pages of the discovery")
    func order() {
        var device = connected()
        device.hear(.moved(Moved(time: noon, conversations: (1...4).map(entry), hasMore: true)))
        #expect(device.effects.frames == [.discover(since: noon)], "the last may be named last")
        device.hear(.moved(Moved(time: noon, conversations: (5...12).map(entry), hasMore: false)))
        #expect(device.effects.frames == (5...12).reversed().map { .changes(id($0), after: 0) })
        device.hear(answer(12))
        #expect(device.effects.frames == [.changes(id(4), after: 0)])
    }

    @Test("pinned conversations come first")
    func pinned() {
        var device = connected()
        device.hear(.moved(Moved(time: noon, conversations: (1...3).map(entry), hasMore: false, own: 1)))
        #expect(device.effects.frames == [.own(after: 0)])
        let settings = ConversationSettings(conversation: id(1), isPinned: true, changed: 1)
        device.hear(.own(UserSettingsChanges(after: 0, cursor: 1, head: 1, settings: [settings], relations: [])))
        #expect(device.effects.frames == [1, 3, 2].map { .changes(id($0), after: 0) })
    }

    @Test("a row is not listed before those above it have arrived: the list grows only at its end")
    func growsAtItsEnd() {
        var device = connected()
        var list = ConversationListing()
        var orders: [[ConversationID]] = []
        func look() {
            for effect in device.effects { list.note(effect) }
            if let order = list.changes(in: device.engine).order { orders.append(order) }
        }
        look()
        device.hear(.moved(Moved(time: noon, conversations: (1...4).map(entry), hasMore: false)))
        look()
        for number in [3, 2, 4, 1] as [UInt64] {
            device.hear(answer(number))
            look()
        }
        #expect(orders == [[4, 3, 2].map(id), [4, 3, 2, 1].map(id)])
        #expect(device.engine.isCaughtUp)
    }

    @Test("a refused conversation blocks nothing")
    func refused() {
        var device = connected()
        var list = ConversationListing()
        device.hear(.moved(Moved(time: noon, conversations: (1...2).map(entry), hasMore: false)))
        device.hear(answer(1))
        for effect in device.effects { list.note(effect) }
        #expect(list.changes(in: device.engine).isEmpty)
        for effect in device.hear(.refusal(.conversation(id(2)), .conversationGone)) { list.note(effect) }
        #expect(list.changes(in: device.engine).order == [id(1)])
    }

    @Test("a broken connection shows what has arrived, and another one starts again")
    func broken() {
        var device = connected()
        var list = ConversationListing()
        device.hear(.moved(Moved(time: noon, conversations: (1...2).map(entry), hasMore: false)))
        device.hear(answer(1))
        for effect in device.effects { list.note(effect) }
        #expect(list.changes(in: device.engine).isEmpty)
        for effect in device.handle(.networkLost) { list.note(effect) }
        #expect(list.changes(in: device.engine).order == [id(1)])
    }

    @Test("a server without message times names the most recently changed one last")
    func undated() {
        var device = connected()
        let entries = (1...3).map { Moved.Entry(conversation: id($0), head: 2) }
        device.hear(.moved(Moved(time: noon, conversations: entries, hasMore: false)))
        #expect(device.effects.frames == [3, 2, 1].map { .changes(id($0), after: 0) })
        var list = ConversationListing()
        device.hear(answer(1))
        #expect(list.changes(in: device.engine).order == [id(1)], "nothing is known of the others")
    }
}
