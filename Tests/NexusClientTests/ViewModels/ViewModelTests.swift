import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("Offline view models") @MainActor
struct ViewModelTests {
    private func texts(_ model: ChatViewModel) -> [String] {
        model.messages.map(\.text)
    }

    private func last(_ model: ChatViewModel) -> MessageRow? {
        model.rows.last?.message
    }

    @Test("a conversation shows stored messages at once, and sent ones at once")
    func send() async throws {
        let offline = try await OfflineClient()
        let model = ChatViewModel(Samples.talk, service: offline.client)
        await model.load()
        #expect(texts(model) == ["message 2", "message 3", "message 4"])
        #expect(model.title == "Bob")
        #expect(!model.isLoading)
        await model.write("hello")
        await model.send()
        #expect(last(model)?.text == "hello")
        #expect(last(model)?.status == .pending)
        #expect(model.draft == "")
        #expect(model.error == nil)
    }

    @Test("a refusal is shown, and the text stays")
    func refused() async throws {
        let offline = try await OfflineClient()
        let model = ChatViewModel(Samples.talk, service: offline.client, clock: ManualClock())
        await model.load()
        await model.write("   ")
        await model.send()
        #expect(model.error?.code == "text_empty")
        #expect(model.draft == "   ")
        #expect(texts(model).count == 3)
    }

    @Test("a draft, unsent messages, edits and deletions survive a restart")
    func restart() async throws {
        let folder: TemporaryFolder
        do {
            let offline = try await OfflineClient()
            folder = offline.folder
            let model = ChatViewModel(Samples.talk, service: offline.client)
            await model.write("first")
            await model.send()
            await model.load()
            let message = try #require(last(model)?.id)
            await model.edit(message, to: "first, better")
            await model.write("half a th")
            await offline.client.close()
        }
        let again = try await OfflineClient(in: folder)
        let model = ChatViewModel(Samples.talk, service: again.client)
        let task = Task { await model.observe() }
        try await eventually("it shows what was there") {
            texts(model).last == "first, better" && model.draft == "half a th"
        }
        let message = try #require(last(model)?.id)
        await model.discard(message)
        #expect(texts(model).count == 3)
        task.cancel()
        await task.value
    }

    @Test("older pages come before, each message once")
    func older() async throws {
        let offline = try await OfflineClient(messages: 120)
        try await offline.client.markRead(Samples.talk)
        let model = ChatViewModel(Samples.talk, service: offline.client)
        await model.load()
        #expect(texts(model).count == 50)
        #expect(model.hasOlder)
        await model.loadOlder()
        #expect(texts(model).count == 100)
        await model.loadOlder()
        #expect(texts(model) == (2...121).map { "message \($0)" })
        #expect(!model.hasOlder)
        await model.loadOlder()
        #expect(texts(model).count == 120)
        #expect(model.error == nil)
    }

    @Test("the list is sorted by last change, filters, counts unread, and follows events")
    func list() async throws {
        let offline = try await OfflineClient()
        let group = try await offline.client.createGroup(title: "Lunch", members: [Samples.bob]).0
        let model = ConversationListViewModel(offline.client)
        let task = Task { await model.observe() }
        try await eventually("both are there") { model.rows.count == 2 }
        #expect(model.unread == 3)
        #expect(!model.isOnline)
        model.filter = "lun"
        #expect(model.shown.map(\.title) == ["Lunch"])
        model.filter = "message 4"
        #expect(model.shown.map(\.title) == ["Bob"])
        model.filter = ""
        try await offline.client.send("noon?", in: group)
        try await eventually("the last message shows") { model.rows.contains { $0.lastText == "noon?" } }
        try await offline.client.markRead(Samples.talk)
        try await eventually("nothing is unread") { model.unread == 0 }
        task.cancel()
        await task.value
    }

    @Test("signing out works offline: nothing stays on the device, and the session is ended later")
    func signOut() async throws {
        let offline = try await OfflineClient()
        let model = SessionViewModel(offline.client)
        let task = Task { await model.run() }
        try await eventually("the account is known") { model.state != .loading }
        #expect(model.state.isSignedIn)
        await model.signOut()
        #expect(model.error == nil)
        #expect(model.state == .signedOut)
        let folder = try ProfileFolder(offline.folder.path)
        #expect(try folder.credentials.load() == nil)
        #expect(try folder.farewell.load() != nil)
        #expect(try await offline.client.account() == nil)
        await #expect(throws: ClientError.signedOut) { try await offline.client.conversations() }
        task.cancel()
        await task.value
    }

    @Test("signing in offline says so, and can be retried")
    func signIn() async throws {
        let folder = try TemporaryFolder()
        let client = NexusClient(
            try ProfileFolder(folder.path),
            configuration: ClientConfiguration(http: AccessTokenTests.ScriptedHTTP(), live: ScriptedLine()))
        let model = SessionViewModel(client)
        await model.signIn(server: "http://127.0.0.1:1", email: "ada@example.org", password: "longenough")
        #expect(model.error?.isOffline == true)
        #expect(model.state == .signedOut)
        await model.signUp(server: "http://127.0.0.1:1", name: "Ada", email: "ada", password: "longenough")
        #expect(model.error?.code == "invalid_email")
        #expect(!model.isWorking)
    }
}
