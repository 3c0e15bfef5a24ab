import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("Screens over the real server") @MainActor
struct ClientScreenTests {
    @Test("a message shows at once as pending, then sent, delivered and read, never twice")
    func status() async throws {
        let server = try await TestServer()
        let line = try await CuttableLine(to: server.port)
        let ada = try await Device.signedUp("Ada", at: line.address)
        let bob = try await Device.signedUp("Bob", at: server.address, connects: false)
        let (talk, creation) = try await ada.client.openDirect(with: try await bob.user)
        _ = try await ada.client.answer(to: try #require(creation), within: 10_000)
        let model = ChatViewModel(talk, service: ada.client)
        let task = Task { await model.observe() }
        line.become(.cut)
        try await eventually("there is no network") { !model.isLoading && !model.isOnline }
        await model.write("hello")
        await model.send()
        #expect(model.messages.map(\.status) == [.pending])
        line.become(.open)
        try await ada.client.networkReturned()
        try await eventually("it is sent") { model.messages.map(\.status) == [.sent] }
        try await bob.connect()
        try await eventually("it is delivered") { model.messages.map(\.status) == [.delivered] }
        try await bob.client.markRead(talk)
        try await eventually("it is read") { model.messages.map(\.status) == [.read] }
        task.cancel()
        await task.value
    }

    @Test("a refused message shows the reason, and can be retried or discarded")
    func failed() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let line = try await CuttableLine(to: server.port)
        let away = try Device()
        try await away.client.signIn(server: line.address, email: "bob@example.org", password: "correct horse")
        try await away.connect()
        let (group, creation) = try await ada.client.createGroup(title: "Plans", members: [try await bob.user])
        _ = try await ada.client.answer(to: creation, within: 10_000)
        try await eventually("Bob has it") { try await away.client.conversation(group) != nil }
        line.become(.cut)
        try await eventually("he is away") { await !away.client.isOnline }
        try await away.client.rename(group, to: "Mine now")
        let message = try await away.client.send("am I in?", in: group)
        let removal = try await ada.client.remove(try await bob.user.id, from: group)
        _ = try await ada.client.answer(to: removal, within: 10_000)
        line.become(.open)
        try await away.client.networkReturned()
        try await eventually("it was refused") {
            try await away.client.outbox().first { $0.operation.id == message.retyped() }?.isFailed == true
        }
        #expect(try await away.client.conversation(group) == nil)
        try await away.client.retry(message.retyped())
        try await eventually("it is refused again") {
            try await away.client.outbox().first { $0.operation.id == message.retyped() }?.isFailed == true
        }
        for entry in try await away.client.outbox() { try await away.client.discard(entry.operation.id) }
        #expect(try await away.client.outbox().isEmpty)
    }

    @Test("missing pages are fetched when viewed, each message once")
    func olderPages() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        for number in 1...1_200 { try await ada.client.send("\(number)", in: talk) }
        try await eventually("everything is sent") { try await ada.client.unsentCount() == 0 }
        let fresh = try Device()
        try await fresh.client.signIn(server: server.address, email: "bob@example.org", password: "correct horse")
        try await fresh.connect()
        try await eventually("the conversation is there") { try await fresh.client.conversation(talk) != nil }
        try await fresh.client.markRead(talk)
        let model = ChatViewModel(talk, service: fresh.client)
        let task = Task { await model.observe() }
        try await eventually("the newest page is there") { model.messages.last?.text == "1200" }
        #expect(model.messages.count < 1_000)
        while model.hasOlder {
            let count = model.messages.count
            await model.loadOlder()
            #expect(model.error == nil)
            guard model.messages.count > count else { break }
        }
        #expect(!model.hasOlder)
        #expect(model.messages.map(\.text) == (1...1_200).map { "\($0)" })
        #expect(model.rows.allSatisfy { if case .gap = $0.content { false } else { true } })
        task.cancel()
        await task.value
    }

    @Test("the session's screen signs up, stays connected, and signs out")
    func session() async throws {
        let server = try await TestServer()
        let device = try Device()
        let model = SessionViewModel(device.client)
        let task = Task { await model.run() }
        try await eventually("the user is signed out") { model.state == .signedOut }
        await model.signUp(server: server.address, name: "Ada", email: "ada@example.org", password: "correct horse")
        #expect(model.error == nil)
        try await eventually("it connects") { await device.client.isOnline }
        await model.signOut()
        #expect(model.state == .signedOut)
        await model.signIn(server: server.address, email: "ada@example.org", password: "correct horse")
        try await eventually("it connects again") { await device.client.isOnline }
        task.cancel()
        await task.value
    }
}

extension OutboxEntry {
    fileprivate var isFailed: Bool { if case .failed = state { true } else { false } }
}
