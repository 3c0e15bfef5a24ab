import NexusClient
import NexusCore
import NexusTestSupport
import Testing

@Suite("Clients behind a proxy that passes no WebSockets", .timeLimit(.minutes(10)))
struct ClientProxyTests {
    /// Ada behind the proxy, and Bob beside it, with a conversation between them.
    private struct Pair {
        let server: TestServer
        let proxy: OfficeProxy
        let ada: Device
        let bob: Device
        let talk: ConversationID

        init(_ upgrades: OfficeProxy.Upgrades, firstPause: Int64 = 60_000) async throws {
            server = try await TestServer()
            proxy = try await OfficeProxy(to: server.port, upgrades)
            let live = AdaptiveTransport(firstPause: firstPause, firstFrameTimeout: 1_000)
            ada = try await Device.signedUp("Ada", at: proxy.address, live: live)
            bob = try await Device.signedUp("Bob", at: server.address)
            (talk, _) = try await ada.client.openDirect(with: try await bob.user)
            try await ada.client.send("first", in: talk)
            try await eventually("Bob has the first") { [bob, talk] in (try? await bob.texts(talk)) == ["first"] }
        }

        /// The number of live sockets over requests, as the server counts them.
        func polledSockets() async throws -> Int {
            let reply = try await AsyncHTTPTransport().send(
                HTTPRequest(method: .get, target: "/metrics"), to: try ServerAddress(server.address))
            let line = String(decoding: reply.body, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix("nexus_polled_sockets ") }
            return try #require(line?.split(separator: " ").last.flatMap { Int(Double($0) ?? -1) })
        }
    }

    @Test(
        "converse over requests, with receipts, typing and presence",
        arguments: OfficeProxy.Upgrades.allCases.filter { $0 != .passed })
    func converse(_ upgrades: OfficeProxy.Upgrades) async throws {
        let pair = try await Pair(upgrades)
        let (adaUser, bobUser) = (try await pair.ada.user.id, try await pair.bob.user.id)
        #expect(try await pair.polledSockets() == 1)
        try await pair.bob.client.send("second", in: pair.talk)
        try await eventually("Ada has the second") { try await pair.ada.texts(pair.talk) == ["first", "second"] }
        try await pair.bob.client.markRead(pair.talk)
        try await eventually("Ada sees that Bob has read") {
            try await pair.ada.statuses(pair.talk).first == .read
        }
        try await pair.bob.client.setTyping(true, in: pair.talk)
        try await eventually("Ada sees Bob type") {
            try await pair.ada.client.typing(in: pair.talk).map(\.user) == [bobUser]
        }
        try await pair.ada.client.setTyping(true, in: pair.talk)
        try await eventually("Bob sees Ada type") {
            try await pair.bob.client.typing(in: pair.talk).map(\.user) == [adaUser]
        }
        try await eventually("each sees the other online") {
            let seen = try await pair.ada.client.presence(of: [bobUser])[bobUser]?.isOnline
            let shown = try await pair.bob.client.presence(of: [adaUser])[adaUser]?.isOnline
            return seen == true && shown == true
        }
        await pair.ada.quit()
        try await eventually("Bob sees Ada go at once") {
            try await pair.bob.client.presence(of: [adaUser])[adaUser]?.isOnline == false
        }
        #expect(try await pair.polledSockets() == 0)
    }

    @Test("lose and double nothing while answers to their requests are lost")
    func lostAnswers() async throws {
        let pair = try await Pair(.refused)
        let count = 60
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for (device, letter) in [(pair.ada, "a"), (pair.bob, "b")] {
                tasks.addTask {
                    for number in 1...count {
                        if number % 6 == 0 { pair.proxy.lose(1) }
                        try await device.client.send("\(letter)\(number)", in: pair.talk)
                    }
                }
            }
            try await tasks.waitForAll()
        }
        for device in [pair.ada, pair.bob] {
            try await eventually("all is there") { try await device.texts(pair.talk).count == 2 * count + 1 }
        }
        let order = try await pair.bob.texts(pair.talk)
        #expect(pair.proxy.lost > 0)
        #expect(try await pair.ada.texts(pair.talk) == order)
        #expect(order.filter { $0.hasPrefix("a") } == (1...count).map { "a\($0)" })
        #expect(order.filter { $0.hasPrefix("b") } == (1...count).map { "b\($0)" })
    }

    @Test("go back to a WebSocket once the proxy passes it")
    func back() async throws {
        let pair = try await Pair(.stripped, firstPause: 50)
        try await eventually("they try again while they are behind it") { pair.proxy.wishes > 2 }
        #expect(try await pair.polledSockets() == 1)
        pair.proxy.become(.passed)
        try await eventually("no socket over requests is left") { try await pair.polledSockets() == 0 }
        try await eventually("Ada is online") { await pair.ada.client.isOnline }
        try await pair.ada.client.send("as a WebSocket", in: pair.talk)
        try await eventually("Bob has it") { try await pair.bob.texts(pair.talk).last == "as a WebSocket" }
        #expect(try await pair.polledSockets() == 0)
    }

    @Test("learn that their session was ended elsewhere")
    func sessionEnded() async throws {
        let pair = try await Pair(.closed)
        let laptop = try Device()
        try await laptop.client.signIn(server: pair.server.address, email: "ada@example.org", password: "correct horse")
        let other = try #require(try await laptop.client.sessions().first { !$0.isCurrent })
        try await laptop.client.endSession(other.id)
        let ending = await pair.ada.ending
        #expect(throws: ClientError.self) { try ending?.get() }
        #expect(try await pair.ada.client.account() == nil)
    }

    @Test("take a stopped server for what it is, and come back with it")
    func stopped() async throws {
        let files = try Device()
        _ = try await files.client.account()
        let data = files.folder + "/server.sqlite"
        var server = try await TestServer(data: data)
        let port = server.port
        let proxy = try await OfficeProxy(to: port, .refused)
        let ada = try await Device.signedUp("Ada", at: proxy.address)
        let (group, operation) = try await ada.client.createGroup(title: "Notes", members: [])
        _ = try await ada.client.answer(to: operation, within: 10_000)
        await server.stop()
        try await eventually("Ada notices") { await !ada.client.isOnline }
        try await ada.client.send("written meanwhile", in: group)
        server = try await TestServer(data: data, port: port)
        try await eventually("Ada is back") {
            try await ada.client.networkReturned()
            return await ada.client.isOnline
        }
        try await eventually("the message is sent") { try await ada.client.unsentCount() == 0 }
        await ada.quit()
        await server.stop()
    }
}
