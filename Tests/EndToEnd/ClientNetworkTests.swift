import NexusClient
import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@Suite("Clients on a failing network")
struct ClientNetworkTests {
    /// Ada, whose network can be cut, and Bob, whose cannot, with a conversation between them.
    private struct Pair {
        let server: TestServer
        let line: CuttableLine
        let ada: Device
        let bob: Device
        let talk: ConversationID

        init() async throws {
            server = try await TestServer()
            line = try await CuttableLine(to: server.port)
            ada = try await Device.signedUp("Ada", at: line.address)
            bob = try await Device.signedUp("Bob", at: server.address)
            (talk, _) = try await ada.client.openDirect(with: try await bob.user)
            try await ada.client.send("first", in: talk)
            try await eventually("Bob has the first") { [bob, talk] in (try? await bob.texts(talk)) == ["first"] }
        }
    }

    @Test("messages written on both sides of a cut connection arrive on both once it returns, once and in order")
    func cut() async throws {
        let pair = try await Pair()
        pair.line.become(.cut)
        try await eventually("Ada notices") { await !pair.ada.client.isOnline }
        for number in 1...5 { try await pair.ada.client.send("offline \(number)", in: pair.talk) }
        #expect(try await pair.ada.texts(pair.talk) == ["first"] + (1...5).map { "offline \($0)" })
        #expect(try await pair.ada.statuses(pair.talk).suffix(5) == Array(repeating: .pending, count: 5)[...])
        try await pair.bob.client.send("meanwhile", in: pair.talk)
        pair.line.become(.open)
        try await pair.ada.client.networkReturned()
        let expected = ["first", "meanwhile"] + (1...5).map { "offline \($0)" }
        try await eventually("Bob has all") { try await pair.bob.texts(pair.talk) == expected }
        try await eventually("Ada has all") { try await pair.ada.texts(pair.talk) == expected }
    }

    @Test("nothing is lost or doubled while the connection fails again and again")
    func flapping() async throws {
        let pair = try await Pair()
        let count = 60
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                for number in 1...count { try await pair.ada.client.send("a\(number)", in: pair.talk) }
            }
            tasks.addTask {
                for number in 1...count { try await pair.bob.client.send("b\(number)", in: pair.talk) }
            }
            tasks.addTask {
                for _ in 1...6 {
                    try await eventually("there is a connection to break") {
                        try? await pair.ada.client.networkReturned()
                        return await pair.ada.client.isOnline
                    }
                    pair.line.become(.cut)
                    try await eventually("it broke") { await !pair.ada.client.isOnline }
                    pair.line.become(.open)
                }
            }
            try await tasks.waitForAll()
        }
        try await pair.ada.client.networkReturned()
        for device in [pair.ada, pair.bob] {
            try await eventually("all is there") { try await device.texts(pair.talk).count == 2 * count + 1 }
        }
        let order = try await pair.bob.texts(pair.talk)
        #expect(try await pair.ada.texts(pair.talk) == order)
        #expect(order.filter { $0.hasPrefix("a") } == (1...count).map { "a\($0)" })
        #expect(order.filter { $0.hasPrefix("b") } == (1...count).map { "b\($0)" })
    }

    @Test("an offline queue survives a restart of the program and of the server")
    func restart() async throws {
        let files = try Device()
        _ = try await files.client.account()
        let database = files.folder + "/server.sqlite"
        var server = try await TestServer(data: database)
        let port = server.port
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address, connects: false)
        let (talk, creation) = try await ada.client.openDirect(with: try await bob.user)
        _ = try await ada.client.answer(to: try #require(creation), within: 10_000)
        await server.stop()
        try await ada.client.send("one", in: talk)
        let (group, _) = try await ada.client.createGroup(title: "Made offline", members: [try await bob.user])
        try await ada.client.send("two", in: group)
        await ada.quit()

        let again = try Device(folder: ada.folder)
        #expect(try await again.texts(talk) == ["one"])
        #expect(try await again.client.unsentCount() == 3)
        server = try await TestServer(data: database, port: port)
        #expect(try await again.client.sync(within: 20_000) == .settled)
        #expect(try await again.client.unsentCount() == 0)
        #expect(try await bob.client.sync(within: 20_000) == .settled)
        #expect(try await bob.texts(talk) == ["one"])
        #expect(try await bob.texts(group) == ["two"])
        #expect(try await bob.client.conversations().first { $0.id == group }?.title == "Made offline")
        await server.stop()
    }

    @Test("without a server, reads and writes return at once and report the device as offline")
    func offline() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address, connects: false)
        await server.stop()
        #expect(try await ada.client.sync(within: 60_000) == .offline)
        #expect(try await ada.client.conversations().isEmpty)
        let (group, operation) = try await ada.client.createGroup(title: "Alone", members: [])
        #expect(try await ada.client.answer(to: operation, within: 60_000, keepTrying: false) == .offline)
        try await ada.client.send("to myself", in: group)
        #expect(try await ada.texts(group) == ["to myself"])
        let error = await #expect(throws: ClientError.self) { try await ada.client.sessions() }
        #expect(error?.isOffline == true)
    }

    @Test("an expired access token is replaced transparently, also on the live socket")
    func tokens() async throws {
        let hours = Atomic<Int64>(0)
        let server = try await TestServer(now: {
            SystemClock().now().advanced(by: hours.load(ordering: .relaxed) * 3_600_000)
        })
        let ada = try await Device.signedUp("Ada", at: server.address)
        // By the server's clock the token is long over; by the device's it is good.
        hours.store(1, ordering: .relaxed)
        #expect(try await ada.client.sessions().count == 1)
        await ada.quit()
        hours.store(2, ordering: .relaxed)
        try await ada.connect()
        #expect(try await ada.client.sync(within: 20_000) == .settled)
    }

    @Test("a session ended elsewhere is reported; queued messages wait for the next sign-in")
    func revoked() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let (group, operation) = try await ada.client.createGroup(title: "Notes", members: [])
        _ = try await ada.client.answer(to: operation, within: 10_000)
        let laptop = try Device()
        try await laptop.client.signIn(server: server.address, email: "ada@example.org", password: "correct horse")
        let other = try #require(try await laptop.client.sessions().first { !$0.isCurrent })
        try await laptop.client.endSession(other.id)
        let ending = await ada.ending
        #expect(throws: ClientError.self) { try ending?.get() }
        #expect(try await ada.client.account() == nil)
        try await ada.client.send("kept", in: group)
        try await ada.client.signIn(server: server.address, email: "ada@example.org", password: "correct horse")
        #expect(try await ada.client.sync(within: 20_000) == .settled)
        #expect(try await laptop.client.sync(within: 20_000) == .settled)
        #expect(try await laptop.texts(group) == ["kept"])
    }

    @Test("another user cannot sign in to a profile with unsent messages")
    func otherPerson() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address, connects: false)
        _ = try await Device.signedUp("Bob", at: server.address, connects: false)
        await #expect(throws: ClientError.otherAccount("ada@example.org")) {
            try await ada.client.signIn(server: server.address, email: "bob@example.org", password: "correct horse")
        }
        try await ada.client.signOut()
        try await ada.client.signIn(server: server.address, email: "bob@example.org", password: "correct horse")
        #expect(try await ada.user.name == "Bob")
        let wrong = try Device()
        let error = await #expect(throws: ClientError.self) {
            try await wrong.client.signIn(server: server.address, email: "bob@example.org", password: "not the one")
        }
        #expect(error?.code == "wrong_credentials")
    }

    @Test(
        "two clients share a profile: one connects, the other passes its requests to it, and takes over when it exits"
    )
    func sharedProfile() async throws {
        let server = try await TestServer()
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let second = try Device(folder: ada.folder)
        let message = try await second.client.send("from the second", in: talk)
        #expect(try await second.client.answer(to: message.retyped(), within: 10_000) == .acknowledged)
        #expect(try await second.client.sync(within: 10_000) == .settled)
        try await eventually("Bob has it") { (try? await bob.texts(talk)) == ["from the second"] }
        let refused = await #expect(throws: ClientError.self) { try await second.client.send(" ", in: talk) }
        #expect(refused?.code == "text_empty")

        let events = second.client.events()
        second.start()
        try await bob.client.send("to all listeners", in: talk)
        let arrived = await events.first { event in
            if case .arrived(let message) = event { message.text == "to all listeners" } else { false }
        }
        #expect(arrived != nil, "the second follows what the first stores")
        await ada.quit()
        try await eventually("the second takes over") { await second.client.isOnline }
        try await bob.client.send("still there?", in: talk)
        try await eventually("it has it by itself") { try await second.texts(talk).last == "still there?" }
        await second.quit()
    }
}
