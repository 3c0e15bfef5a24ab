import Foundation
import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("View models over the real server") @MainActor
struct ClientViewModelTests {
    /// Runs what screens run while they are visible.
    private func screens(_ tasks: [@MainActor @Sendable () async -> Void], _ body: () async throws -> Void) async throws
    {
        let running = tasks.map { work in Task { await work() } }
        defer { for task in running { task.cancel() } }
        try await body()
        for task in running {
            task.cancel()
            await task.value
        }
    }

    @Test("a user signs up, creates a group, archives it, searches, changes their profile, and ends another session")
    func journey() async throws {
        let server = try await TestServer()
        let bob = try await Device.signedUp("Bob", at: server.address)
        let device = try Device()
        let session = SessionViewModel(device.client)
        let connection = ConnectionViewModel(device.client)
        let list = ConversationListViewModel(device.client)
        let banners = BannersViewModel(device.client)
        let start = NewConversationViewModel(device.client)
        try await screens([
            { await session.run() }, { await connection.observe() }, { await list.observe() },
            { await banners.observe() },
        ]) {
            let entry = SignInViewModel(device.client, server: server.address)
            await entry.lookUp()
            #expect(entry.takesEveryone)
            entry.mode = .signUp
            (entry.name, entry.email, entry.password) = ("Ada", "ada@example.org", "correct horse")
            #expect(await entry.submit())
            try await eventually("she is online and caught up") { connection.status.phase == .online }
            try await eventually("she has no conversations") { list.emptiness == .noConversations }

            start.isGroup = true
            start.picker.query = "bob"
            await start.picker.load()
            start.picker.pick(try #require(start.picker.people.first))
            start.title = "Engines"
            let group = try #require(await start.create())
            try await eventually("it is sent") { connection.waiting == 0 && list.rows.first?.title == "Engines" }
            try await eventually("Bob has it") { try await bob.client.conversation(group) != nil }

            try await bob.client.send("the difference engine is green", in: group)
            try await eventually("a banner shows") { banners.shown?.conversation == group }
            banners.tap()
            #expect(banners.takeDestination()?.conversation == group)
            try await eventually("it counts") { list.unread == 1 }

            await list.archive(group)
            try await eventually("it is put away") { list.archived.map(\.id) == [group] && list.shown.isEmpty }
            await list.markRead(group)

            let search = SearchViewModel(device.client)
            search.query = "difference"
            try await eventually("it is found") {
                await search.load()
                return search.messages.count == 1 && !search.isOnDevice
            }
            #expect(search.groups.map(\.title) == ["Engines"])

            let profile = ProfileViewModel(device.client)
            await profile.load()
            profile.about = "Countess"
            await profile.save()
            try await eventually("it is sent") { connection.waiting == 0 }
            let person = PersonViewModel(try #require(profile.user), service: bob.client)
            try await eventually("Bob reads it") {
                await person.loadProfile()
                return person.user.about == "Countess"
            }
            await person.load()
            #expect(person.sharedGroups.map(\.id) == [group] && person.error == nil)

            let other = try Device()
            try await other.client.signIn(
                server: server.address, email: "ada@example.org", password: "correct horse")
            let sessions = SessionsViewModel(device.client)
            await sessions.load()
            #expect(sessions.sessions.map(\.isCurrent) == [true, false])
            await sessions.end(try #require(sessions.others.first?.id))
            #expect(sessions.others.isEmpty && sessions.error == nil)
            await #expect(throws: ClientError.self) { try await other.client.run() }
            #expect(session.error == nil && list.error == nil)
        }
    }

    @Test("the details show what only the server has, and an invitation of a group opens an account")
    func details() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (group, creation) = try await ada.client.createGroup(title: "Engines", members: [try await bob.user])
        _ = try await ada.client.answer(to: creation, within: 10_000)
        let model = ConversationDetailsViewModel(group, service: ada.client)
        try await screens([{ await model.observe() }]) {
            try await eventually("the server has told") { model.retention != nil && model.mayInvite }
            #expect(model.members.map(\.name) == ["Ada", "Bob"] && model.may?.rename == true)
            await model.setRetention(days: 30)
            #expect(model.retention?.days == 30 && model.error == nil)
            let link = try #require(await model.invite(uses: 2))
            #expect(model.invitations.count == 1)

            let carol = try Device()
            let entry = SignInViewModel(carol.client)
            await entry.open(link)
            #expect(entry.error == nil && entry.info != nil)
            (entry.name, entry.email, entry.password) = ("Carol", "carol@example.org", "correct horse")
            #expect(await entry.submit())
            try await eventually("she is a member") { model.members.count == 3 }
            await model.revoke(try #require(model.invitations.first?.id))
            #expect(model.invitations.isEmpty)
            await entry.open(link)
            #expect(entry.error?.code == "invitation_invalid")

            let message = try await ada.client.send("read me", in: group)
            _ = try await ada.client.answer(to: message.retyped(), within: 10_000)
            let pin = try await ada.client.pin(message)
            _ = try await ada.client.answer(to: pin, within: 10_000)
            await model.loadFromServer()
            #expect(model.pinned.map(\.text) == ["read me"])
            await model.unpin(message)

            let person = try #require(model.members.first { $0.name == "Carol" })
            await model.setRole(.admin, of: person.user)
            try await eventually("she is an admin") {
                model.members.first { $0.user == person.user }?.role == .admin
            }
            await model.remove(try await bob.user.id)
            try await eventually("he is no member") { model.members.map(\.name) == ["Ada", "Carol"] }
            await model.add([try await bob.user])
            try await eventually("he is one again") { model.members.count == 3 }
            await model.dissolve()
            try await eventually("it is gone") { model.isGone }
            #expect(model.error == nil)
        }
    }

    @Test("security and leaving: a password, a second factor, a proof, and a deletion that is taken back")
    func settings() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let model = SettingsViewModel(ada.client)
        await model.security.load()
        #expect(model.security.secondFactor?.since == nil && model.security.error == nil)
        await model.security.changePassword(from: "correct horse", to: "correct horses")
        #expect(model.security.outcome == .passwordChanged)
        #expect(model.security.log.contains { $0.act == .changePassword })
        await model.security.beginSecondFactor(password: "correct horses")
        let key = try #require(model.security.key)
        await model.security.confirmSecondFactor(code: "12")
        #expect(model.security.error?.code == "wrong_code")
        await model.security.confirmSecondFactor(code: AuthenticatorApp.code(of: key.key))
        #expect(model.security.recoveryCodes.count == 10 && model.security.secondFactor?.since != nil)

        let other = try Device()
        defer { withExtendedLifetime(other) {} }
        let entry = SignInViewModel(other.client, server: server.address)
        (entry.email, entry.password) = ("ada@example.org", "correct horses")
        #expect(await !entry.submit())
        #expect(entry.needsCode && entry.error == nil)
        entry.code = try #require(model.security.recoveryCodes.first)
        #expect(await entry.submit())

        await model.leaving.load()
        let code = model.security.recoveryCodes[1]
        #expect(await !model.leaving.deleteAccount(password: "correct horses"))
        #expect(model.leaving.needsCode)
        let isScheduled = await model.leaving.deleteAccount(password: "correct horses", code: code)
        // The only administrator of a server cannot leave it.
        #expect(isScheduled == (model.leaving.deletion?.deletesAt != nil))
        if isScheduled { await model.leaving.keepAccount() }
        #expect(model.leaving.deletion?.deletesAt == nil)
    }

    @Test("topics are read offline, and one deleted offline is deleted on the server after the next connection")
    func history() async throws {
        let server = try await TestServer()
        let line = try await CuttableLine(to: server.port)
        let ada = try await Device.signedUp("Ada", at: line.address)
        let model = AssistantViewModel(ada.client)
        #expect(await model.ask("When is the launch?"))
        #expect(
            await {
                model.begin(); return await model.ask("Who sang?")
            }())
        #expect(model.topics.count == 2)
        try await ada.client.fetchThreads()
        line.become(.cut)
        try await eventually("there is no network") { await !ada.client.isOnline }
        let later = AssistantViewModel(ada.client)
        await later.load()
        #expect(later.isOffline && later.topics.count == 2 && later.error == nil)
        await later.open(try #require(later.topics.last?.id))
        #expect(later.exchanges.map(\.question) == ["When is the launch?"])
        await later.delete(try #require(later.topics.last?.id))
        #expect(later.topics.count == 1 && later.exchanges.isEmpty && later.error == nil)
        let other = try Device()
        try await other.client.signIn(server: server.address, email: "ada@example.org", password: "correct horse")
        #expect(try await other.client.topics().topics.count == 2)
        line.become(.open)
        try await ada.client.networkReturned()
        try await eventually("the server knows") { try await other.client.topics().topics.count == 1 }
    }
}
