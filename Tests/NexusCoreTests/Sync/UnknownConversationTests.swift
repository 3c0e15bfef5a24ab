import Testing

@testable import NexusCore

@Suite("An unknown conversation")
struct UnknownConversationTests {
    private func changes(cursor: Seq, after: Seq = 0, _ messages: [Message] = []) -> ServerFrame {
        .changes(
            Changes(
                conversation: team, after: after, cursor: cursor, head: cursor, isReset: after == 0, oldest: 0,
                unread: 0,
                info: after == 0 ? .group() : nil, members: after == 0 ? [.of(ada), .of(ben, role: .owner)] : [],
                messages: messages))
    }

    private func connected() -> ScriptedDevice {
        var device = ScriptedDevice()
        device.connect()
        return device
    }

    @Test("changes during its request are requested next, if the answer was older")
    func overtaken() {
        var device = connected()
        device.hear(.change(Change(conversation: team, seq: 1, info: .group(), members: [.of(ada)])))
        #expect(device.effects.frames == [.changes(team, after: 0)])
        device.hear(.change(.post(2)))
        #expect(device.effects.frames.isEmpty, "it is asked for already")
        device.hear(changes(cursor: 1))
        #expect(device.state()?.record.cursor == 1)
        #expect(device.effects.frames == [.changes(team, after: 1)])
        device.hear(changes(cursor: 2, after: 1, [.at(2)]))
        #expect(device.state()?.isBehind == false)
        #expect(device.effects.frames.isEmpty)
    }

    @Test("nothing more is requested if the answer has it all")
    func complete() {
        var device = connected()
        device.hear(.change(Change(conversation: team, seq: 1, info: .group(), members: [.of(ada)])))
        device.hear(.change(.post(2)))
        device.hear(changes(cursor: 2, [.at(2)]))
        #expect(device.effects.frames.isEmpty)
        #expect(device.state()?.isBehind == false)
    }

    @Test("a discovery beyond an older answer is requested as well")
    func discovered() {
        var device = connected()
        device.hear(.change(Change(conversation: team, seq: 1, info: .group(), members: [.of(ada)])))
        let entry = Moved.Entry(conversation: team, head: 3, hasLeft: false)
        device.hear(.moved(Moved(time: device.now, conversations: [entry], hasMore: false)))
        device.hear(changes(cursor: 1))
        #expect(device.effects.frames == [.changes(team, after: 1)])
    }
}
