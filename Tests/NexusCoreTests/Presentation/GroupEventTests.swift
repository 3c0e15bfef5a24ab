import Testing

@testable import NexusCore

@Suite("Group events")
struct GroupEventTests {
    private func change(_ seq: Seq, _ event: GroupEvent, by sender: UserID = ben) -> Change {
        Change(conversation: team, seq: seq, messages: [.event(seq, event, by: sender)])
    }

    @Test("are shown between the messages, with present names, and separate their groups")
    func shown() {
        var chat = OpenedChat(.inTeam())
        chat.hear(.change(.post(2)))
        chat.hear(.change(change(3, GroupEvent(.title, text: "Plans"))))
        chat.hear(.change(.post(4)))
        #expect(chat.messages.map(\.text) == ["hello", "Ben named the group “Plans”", "hello"])
        #expect(chat.messages.map { $0.event?.kind } == [nil, .title, nil])
        #expect(!chat.messages[2].isContinuation)
        var benjamin = Member.of(ben, changed: 5)
        benjamin.name = "Benjamin"
        chat.hear(.change(Change(conversation: team, seq: 5, members: [benjamin])))
        #expect(chat.messages[1].text == "Benjamin named the group “Plans”")
        #expect(chat.rows == chat.chat.rows)
    }

    @Test("are not unread, previewed, announced or found")
    func quiet() throws {
        var device = ScriptedDevice.inTeam()
        #expect(device.hear(.change(.post(2))).arrived.map(\.seq) == [2])
        #expect(device.hear(.change(change(3, GroupEvent(.added, users: [ada, dan])))).arrived.isEmpty)
        let row = try #require(device.engine.conversationRow(team))
        #expect(row.unread == 1)
        #expect(row.lastText == "hello")
        #expect(device.state()?.record.cursor == 3)
        var found = SearchCollector(
            try SearchGrammar(now: .zero).query("from:ben"), by: ada, order: .newest, limit: 10, senders: [ben],
            conversations: nil)
        found.offer(.at(2))
        found.offer(.event(3, GroupEvent(.title, text: "hello")))
        #expect(found.results().map(\.message.seq) == [2])
    }

    @Test("in a gap do not reduce the count of unread messages there")
    func inGap() throws {
        var device = ScriptedDevice.inTeam(cursor: 5, gaps: Gaps([1...4]), unreadInGaps: 2)
        let page = Page(
            conversation: team, from: 2, through: 3, head: 5,
            messages: [.event(2, GroupEvent(.left)), .at(3)])
        device.hear(.page(page))
        #expect(device.state()?.unread == 2, "one is here, the other still to come")
    }

    @Test("have a sentence for each kind, also for oneself and for many")
    func sentences() {
        func told(_ event: GroupEvent, by actor: UserID = ben) -> String {
            event.sentence(by: actor, for: ada) { names[$0] ?? "" }
        }
        #expect(told(GroupEvent(.title, text: "X"), by: ada) == "You named the group “X”")
        #expect(told(GroupEvent(.about, text: "All of it")) == "Ben changed the description: All of it")
        #expect(told(GroupEvent(.about)) == "Ben removed the description")
        #expect(told(GroupEvent(.picture)) == "Ben changed the picture")
        #expect(told(GroupEvent(.noPicture)) == "Ben removed the picture")
        #expect(told(GroupEvent(.face)) == "Ben changed the picture and the description")
        #expect(told(GroupEvent(.added, users: [ada])) == "Ben added you")
        #expect(told(GroupEvent(.added, users: [cyd, dan])) == "Ben added Cyd and Dan")
        #expect(told(GroupEvent(.added, users: [cyd, dan, ada, ben])) == "Ben added Cyd, Dan, you and one other")
        #expect(told(GroupEvent(.removed, users: [cyd]), by: ada) == "You removed Cyd")
        #expect(told(GroupEvent(.left), by: UserID(high: 9, low: 9)) == "Someone left")
    }
}

extension Message {
    /// A group event at `seq`.
    static func event(_ seq: Seq, _ event: GroupEvent, by sender: UserID = ben) -> Message {
        var message = Message.at(seq, by: sender, text: "")
        message.event = event
        return message
    }
}
