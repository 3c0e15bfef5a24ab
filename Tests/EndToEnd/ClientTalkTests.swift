import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("Clients talk over the real server")
struct ClientTalkTests {
    @Test("a message reaches the other, and its status goes from sent to delivered to read")
    func talk() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address, connects: false)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        try await ada.client.send("hello", in: talk)
        try await eventually("the server has it") { try await ada.statuses(talk) == [.sent] }
        try await bob.connect()
        try await eventually("Bob has it") { (try? await bob.texts(talk)) == ["hello"] }
        try await eventually("Ada sees that") { try await ada.statuses(talk) == [.delivered] }
        #expect(try await bob.client.conversations().first?.unread == 1)
        #expect(try await bob.client.conversations().first?.title == "Ada")
        try await bob.client.markRead(talk)
        #expect(try await bob.client.conversations().first?.unread == 0)
        try await eventually("Ada sees that too") { try await ada.statuses(talk) == [.read] }
    }

    @Test("many members of a group write at once; all see the same in the same order")
    func group() async throws {
        let server = try await TestServer()
        var devices: [Device] = []
        for name in ["Ada", "Bob", "Cyd", "Dee", "Eve"] {
            devices.append(try await Device.signedUp(name, at: server.address))
        }
        var others: [User] = []
        for device in devices.dropFirst() { others.append(try await device.user) }
        let (group, _) = try await devices[0].client.createGroup(title: "All", members: others)
        for device in devices {
            try await eventually("all devices have the group") { try await device.client.conversation(group) != nil }
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for (number, device) in devices.enumerated() {
                tasks.addTask {
                    for count in 1...10 { try await device.client.send("\(number).\(count)", in: group) }
                }
            }
            try await tasks.waitForAll()
        }
        for device in devices {
            try await eventually("everything is sent") { try await device.client.unsentCount() == 0 }
            try await eventually("everything is here") { try await device.texts(group).count == 50 }
        }
        let order = try await devices[0].texts(group)
        #expect(Set(order).count == 50)
        for device in devices { #expect(try await device.texts(group) == order) }
        for number in devices.indices {
            #expect(order.filter { $0.hasPrefix("\(number).") } == (1...10).map { "\(number).\($0)" })
        }
    }

    @Test("a reply quotes the present state of its original, on every device")
    func reply() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let question = try await ada.client.send("lunch?", in: talk)
        try await eventually("Bob has it") { (try? await bob.texts(talk)) == ["lunch?"] }
        try await bob.client.send("yes", in: talk, replyingTo: question)
        for device in [ada, bob] {
            try await eventually("the quote is there") {
                try await device.client.messages(in: talk).messages.map(\.quote?.text) == [nil, "lunch?"]
            }
        }
        try await ada.client.edit(question, to: "lunch at one?")
        try await eventually("it follows the edit") {
            try await bob.client.messages(in: talk, limit: 1).messages.map(\.quote?.text) == ["lunch at one?"]
        }
        try await ada.client.delete([question])
        try await eventually("it follows the deletion") {
            try await bob.client.messages(in: talk).messages.compactMap(\.quote).map(\.state) == [.deleted]
        }
    }

    @Test("reactions reach everyone, also those added and removed offline")
    func reactions() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address, connects: false)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let message = try await ada.client.send("lunch?", in: talk)
        #expect(try await ada.client.sync(within: 10_000) == .settled)
        #expect(try await bob.client.sync(within: 10_000) == .settled)
        for on in [true, false, true] { try await bob.client.react("👍", to: message, on: on) }
        try await bob.client.react("🎉", to: message)
        try await bob.client.react("🎉", to: message, on: false)
        #expect(try await bob.client.unsentCount() == 2)
        #expect(try await bob.client.messages(in: talk).messages.last?.reactions.map(\.emoji) == ["👍"])
        try await bob.connect()
        try await eventually("Ada sees it") {
            try await ada.client.messages(in: talk).messages.last?.reactions.map(\.names) == [["Bob"]]
        }
        try await ada.client.react("👍", to: message)
        try await eventually("both are there") {
            try await bob.client.messages(in: talk).messages.last?.reactions.map(\.count) == [2]
        }
        await #expect(throws: ClientError.self) { try await ada.client.react("nice", to: message) }
    }

    @Test("a pin reaches everyone, also one made offline, and is listed online and offline")
    func pins() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address, connects: false)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let message = try await ada.client.send("The address is 5 Elm Road", in: talk)
        try await ada.client.send("See you", in: talk)
        #expect(try await ada.client.sync(within: 10_000) == .settled)
        #expect(try await bob.client.sync(within: 10_000) == .settled)
        try await bob.client.pin(message)
        #expect(try await bob.client.messages(in: talk).messages.first?.pinnedBy == "Bob")
        try await bob.connect()
        try await eventually("Ada sees it") {
            try await ada.client.messages(in: talk).messages.first?.pinnedBy == "Bob"
        }
        #expect(try await ada.client.pinnedMessages(in: talk).map(\.id) == [message])
        try await ada.client.pin(message, false)
        try await eventually("it is gone") {
            try await bob.client.messages(in: talk).messages.first?.pinnedBy == nil
        }
        #expect(try await bob.client.pinnedMessages(in: talk).isEmpty)
    }

    @Test(
        "a forwarded message arrives with its text, author and attachments, also if forwarded offline"
    )
    func forward() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address, connects: false)
        let cyd = try await Device.signedUp("Cyd", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let message = try await ada.client.send("The address is 5 Elm Road", in: talk)
        #expect(try await ada.client.sync(within: 10_000) == .settled)
        #expect(try await bob.client.sync(within: 10_000) == .settled)
        let (elsewhere, _) = try await bob.client.openDirect(with: try await cyd.user)
        try await bob.client.forward([message], to: [elsewhere])
        #expect(try await bob.client.messages(in: elsewhere).messages.last?.forwardedFrom == "Ada")
        try await bob.connect()
        try await eventually("Cyd has it") {
            let row = try? await cyd.client.messages(in: elsewhere).messages.last
            return row?.text == "The address is 5 Elm Road" && row?.forwardedFrom == "Ada" && row?.senderName == "Bob"
        }
        let many = (0...Limits.forwardTargets).map { ConversationID(high: 1, low: UInt64($0)) }
        await #expect(throws: ClientError.self) { try await bob.client.forward([message], to: many) }
    }

    @Test("a message deleted for oneself disappears from all of one's devices and from search, but not for others")
    func deletedForMe() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let second = try Device()
        try await second.client.signIn(server: server.address, email: "bob@example.org", password: "correct horse")
        try await second.connect()
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let message = try await ada.client.send("Party for Bob", in: talk)
        try await ada.client.send("See you", in: talk)
        for device in [bob, second] {
            try await eventually("it is there") { (try? await device.texts(talk))?.count == 2 }
        }
        try await bob.client.deleteForMe([message])
        for device in [bob, second] {
            try await eventually("it is gone") { (try? await device.texts(talk)) == ["See you"] }
            #expect(try await device.client.message(message) == nil)
        }
        #expect(try await ada.texts(talk).count == 2)
    }

    @Test("a mention is counted separately, follows the member's name and is found by mentions:me")
    func mentions() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (group, _) = try await ada.client.createGroup(title: "Plans", members: [try await bob.user])
        try await ada.client.send("hello", in: group)
        let mention = try await ada.client.send("@Bob lunch?", in: group)
        try await eventually("Bob is told apart") {
            let row = try await bob.client.conversations().first
            return row?.unread == 2 && row?.mentions == 1
        }
        try await bob.client.updateProfile(name: "Robert")
        try await eventually("the name is that of today") {
            try await ada.client.messages(in: group).messages.last?.text == "@Robert lunch?"
        }
        #expect(try await bob.client.search("mentions:me").results.map(\.message) == [mention])
        #expect(try await ada.client.search("mentions:me").results.isEmpty)
        try await bob.client.markRead(group)
        #expect(try await bob.client.conversations().first?.mentions == 0)
    }

    @Test("an edit and a deletion reach everyone")
    func editAndDelete() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let first = try await ada.client.send("frist", in: talk)
        let second = try await ada.client.send("oops", in: talk)
        try await eventually("both are there") { (try? await bob.texts(talk)) == ["frist", "oops"] }
        try await ada.client.edit(first, to: "first")
        try await ada.client.delete([second])
        try await eventually("Bob sees both") {
            let rows = try await bob.client.messages(in: talk).messages
            return rows.map(\.text) == ["first", ""] && rows[0].editedAt != nil && rows[1].isDeleted
        }
        let error = await #expect(throws: ClientError.self) { try await bob.client.edit(first, to: "mine") }
        #expect(error?.code == "forbidden")
    }

    @Test("two devices of one user have the same state, and reading on one is reading on both")
    func twoDevices() async throws {
        let server = try await TestServer()
        let phone = try await Device.signedUp("Ada", at: server.address)
        let laptop = try Device()
        try await laptop.client.signIn(server: server.address, email: "ada@example.org", password: "correct horse")
        try await laptop.connect()
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await bob.client.openDirect(with: try await phone.user)
        try await bob.client.send("to both", in: talk)
        for device in [phone, laptop] {
            try await eventually("both have it") { (try? await device.texts(talk)) == ["to both"] }
        }
        try await phone.client.send("from the phone", in: talk)
        try await eventually("the laptop has it as its own") {
            try await laptop.client.messages(in: talk).messages.last?.isMine == true
        }
        try await phone.client.markRead(talk)
        try await eventually("nothing is unread there") {
            try await laptop.client.conversations().first?.unread == 0
        }
        #expect(try await phone.client.sessions().count == 2)
    }

    @Test("a removed member gets nothing from then on, and keeps nothing of the group")
    func removed() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let cyd = try await Device.signedUp("Cyd", at: server.address)
        let (group, _) = try await ada.client.createGroup(
            title: "Plans", members: [try await bob.user, try await cyd.user])
        try await ada.client.send("for all", in: group)
        try await eventually("Bob has it") { (try? await bob.texts(group)) == ["for all"] }
        try await ada.client.remove(try await bob.user.id, from: group)
        try await eventually("Bob's is gone") { try await bob.client.conversation(group) == nil }
        try await ada.client.send("not for Bob", in: group)
        try await eventually("Cyd has it") {
            (try? await cyd.texts(group)) == ["for all", "Ada removed Bob", "not for Bob"]
        }
        let error = await #expect(throws: ClientError.self) { try await bob.client.send("let me in", in: group) }
        #expect(error?.code == "conversation_gone")
        #expect(try await bob.client.conversations().isEmpty)
        let refused = await #expect(throws: ClientError.self) {
            let operation = try await cyd.client.remove(try await ada.user.id, from: group)
            _ = try await cyd.client.answer(to: operation, within: 10_000)
        }
        #expect(refused?.code == "forbidden", "only the owner takes people out")
    }

    @Test("typing and presence are visible to the other, and end")
    func presence() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let bobUser = try await bob.user
        let (talk, _) = try await ada.client.openDirect(with: bobUser)
        try await eventually("Bob has it") { try await bob.client.conversation(talk) != nil }
        try await eventually("Ada sees Bob") {
            try await ada.client.presence(of: [bobUser.id])[bobUser.id]?.isOnline == true
        }
        try await bob.client.setTyping(true, in: talk)
        try await eventually("Ada sees him type") { try await ada.client.typing(in: talk).map(\.name) == ["Bob"] }
        try await bob.client.send("there", in: talk)
        try await eventually("it ends with the message") { try await ada.client.typing(in: talk).isEmpty }
        await bob.quit()
        try await eventually("he is gone") {
            try await ada.client.presence(of: [bobUser.id])[bobUser.id]?.isOnline == false
        }
    }

    @Test("people are found by name and address, and cached")
    func people() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        _ = try await Device.signedUp("Bob", at: server.address, connects: false)
        let found = try await ada.client.people(matching: "bob@")
        #expect(found.people.map(\.name) == ["Bob"])
        #expect(found.isComplete)
        await server.stop()
        let offline = try await ada.client.people(matching: "bob@")
        #expect(offline.people == found.people)
        #expect(!offline.isComplete)
    }

    @Test("a new device loads a long history of long messages in full")
    func longHistory() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address, connects: false)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let count = 300
        for number in 1...count {
            try await ada.client.send("\(number) " + String(repeating: "é", count: 7_000), in: talk)
        }
        try await eventually("everything is sent") { try await ada.client.unsentCount() == 0 }
        try await bob.connect()
        try await eventually("Bob has the newest") {
            (try? await bob.client.messages(in: talk, limit: 1).messages.last?.text.hasPrefix("\(count) ")) == true
        }
        var before: Seq?
        var seen: [String] = []
        while true {
            let page = try await bob.client.fetchMessages(in: talk, before: before, limit: 50, within: 20_000)
            #expect(page.isComplete)
            seen = page.messages.map { String($0.text.prefix { $0 != " " }) } + seen
            guard page.hasOlder, let first = page.messages.first?.seq else { break }
            before = first
        }
        #expect(seen == (1...count).map { "\($0)" })
    }
}
