import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusBus
import NexusClient
import NexusCore
import NexusDatabase
import NexusServer
import NexusTestSupport
import Testing

/// Two whole servers over one PostgreSQL and one bus, with Ada at the first and Bob at the second.
@Suite(
    "Several nodes", .enabled(if: PostgresProcess.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(5)))
struct SeveralNodesTests {
    enum Kind: String, CaseIterable {
        case local, nats

        static let all = NatsServer.isInstalled ? allCases : [.local]

        fileprivate func make() throws -> Hub {
            switch self {
            case .local:
                let network = LocalBusNetwork()
                return Hub(bus: .local(network), stop: { network.stop() }, start: { network.start() })
            case .nats:
                let server = try NatsServer()
                return Hub(bus: .nats(server.settings), stop: { server.kill() }, start: { try server.start() })
            }
        }
    }

    /// The bus, and how it is stopped.
    fileprivate struct Hub: Sendable {
        var bus: NodeBus
        var stop: @Sendable () -> Void
        var start: @Sendable () throws -> Void
    }

    private final class Cluster {
        let postgres: PostgresProcess
        let hub: Hub
        let servers: [TestServer]
        let ada: WireDevice
        let bob: WireDevice
        let talk: ConversationID

        init(_ kind: Kind) async throws {
            let (postgres, hub) = (try PostgresProcess(), try kind.make())
            (self.postgres, self.hub) = (postgres, hub)
            let address = try postgres.address()
            var servers: [TestServer] = []
            for _ in 0..<2 {
                servers.append(
                    try await TestServer(settings: { settings in
                        settings.database.storage = .postgres(address)
                        settings.database.isShared = true
                        settings.bus = hub.bus
                        settings.typingLife = 600_000
                    }))
            }
            self.servers = servers
            for server in servers { try await Cluster.connected(server) }
            ada = try await WireDevice.signedUp("Ada", at: servers[0].address)
            bob = try await WireDevice.signedUp("Bob", at: servers[1].address)
            talk = ConversationID.direct(between: ada.user, and: bob.user)
            try await ada.perform(.createDirect(talk, with: bob.user))
        }

        /// Waits until a node has the bus, or has it no more.
        static func connected(_ server: TestServer, _ isConnected: Bool = true) async throws {
            try await eventually("the bus is \(isConnected ? "there" : "away")") {
                let response = try await HTTPClient.shared.execute(
                    HTTPClientRequest(url: server.address + "/metrics"), timeout: .seconds(30))
                let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
                return text.contains("\nnexus_bus_connected \(isConnected ? 1 : 0)\n")
            }
        }

        func stop() async {
            for server in servers { await server.stop() }
        }
    }

    private static func texts(at device: WireDevice) -> [String] {
        device.frames.flatMap { frame -> [String] in
            if case .change(let change) = frame { change.messages.map(\.text) } else { [] }
        }
    }

    @Test("a conversation, its messages, typing and presence cross at once", arguments: Kind.all)
    func crossing(_ kind: Kind) async throws {
        let cluster = try await Cluster(kind)
        let (ada, bob, talk) = (cluster.ada, cluster.bob, cluster.talk)
        try await eventually("they see each other") {
            ada.presence(of: bob.user).last?.isOnline == true && bob.presence(of: ada.user).last?.isOnline == true
        }
        ada.send(.typing(talk, active: true))
        try await eventually("Bob sees Ada type") { bob.typing(in: talk).last?.isActive == true }
        try await ada.perform(.post(talk, Post(text: "hello", writtenAt: .zero)))
        try await eventually("Bob has it") { Self.texts(at: bob) == ["hello"] }
        try await eventually("and Ada does not type any more") { bob.typing(in: talk).last?.isActive == false }
        try await bob.perform(.post(talk, Post(text: "hi", writtenAt: .zero)))
        try await eventually("Ada has the answer") { Self.texts(at: ada) == ["hello", "hi"] }
        ada.send(.activity(active: false))
        try await eventually("Bob sees Ada go") { bob.presence(of: ada.user).last?.isOnline == false }
        #expect(bob.presence(of: ada.user).last?.lastSeen != nil)
        ada.send(.activity(active: true))
        try await eventually("Bob sees Ada come") { bob.presence(of: ada.user).last?.isOnline == true }
        await cluster.stop()
    }

    @Test(
        "personal settings reach a device at another node, and a session ended there loses its socket",
        arguments: Kind.all)
    func sessions(_ kind: Kind) async throws {
        let cluster = try await Cluster(kind)
        let second = try await cluster.ada.signedInAgain(at: cluster.servers[1].address)
        try await cluster.ada.perform(.updateRelation(cluster.bob.user, RelationChange(isBlocked: true)))
        try await eventually("the other device learns of it") {
            second.frames.contains { if case .own = $0 { true } else { false } }
        }
        try await cluster.ada.end(second, at: cluster.servers[0].address)
        try await eventually("its socket is closed") { second.isClosed }
        #expect(!cluster.ada.isClosed)
        await cluster.stop()
    }

    @Test("a node that ends takes the presence of its people along", arguments: Kind.all)
    func ending(_ kind: Kind) async throws {
        let cluster = try await Cluster(kind)
        try await eventually("they see each other") {
            cluster.bob.presence(of: cluster.ada.user).last?.isOnline == true
        }
        await cluster.servers[0].stop()
        try await eventually("Bob sees Ada go") { cluster.bob.presence(of: cluster.ada.user).last?.isOnline == false }
        await cluster.stop()
    }

    @Test(
        "without the bus messages are found by asking, and they come live again once it is back, also in a group begun meanwhile",
        arguments: Kind.all)
    func away(_ kind: Kind) async throws {
        let cluster = try await Cluster(kind)
        let (ada, bob, talk) = (cluster.ada, cluster.bob, cluster.talk)
        cluster.hub.stop()
        for server in cluster.servers { try await Cluster.connected(server, false) }
        try await ada.perform(.post(talk, Post(text: "one", writtenAt: .zero)))
        bob.send(.changes(talk, after: 0))
        try await eventually("Bob finds it") {
            bob.frames.contains {
                if case .changes(let changes) = $0 { changes.messages.map(\.text) == ["one"] } else { false }
            }
        }
        #expect(Self.texts(at: bob).isEmpty)
        // Bob's node hears of it from the database alone.
        let group: ConversationID = WireDevice.identifier()
        try await ada.perform(.createGroup(group, title: "Plans", members: [bob.user]))
        try cluster.hub.start()
        for server in cluster.servers { try await Cluster.connected(server) }
        // What was subscribed may count a moment later than the connection.
        var number = 1
        try await eventually("what is written now comes by itself") {
            number += 1
            for id in [talk, group] { try await ada.perform(.post(id, Post(text: "\(number)", writtenAt: .zero))) }
            return bob.hasMessage(in: talk) && bob.hasMessage(in: group)
        }
        try await eventually("they see each other") {
            ada.presence(of: bob.user).last?.isOnline == true && bob.presence(of: ada.user).last?.isOnline == true
        }
        await cluster.stop()
    }
}

extension WireDevice {
    /// Whether a message of a conversation came by itself.
    fileprivate func hasMessage(in conversation: ConversationID) -> Bool {
        frames.contains { frame in
            if case .change(let change) = frame {
                change.conversation == conversation && !change.messages.isEmpty
            } else {
                false
            }
        }
    }

    /// Another device of the same user.
    fileprivate func signedInAgain(at address: String) async throws -> WireDevice {
        let body = SignInRequest(email: profile.user.email, password: "correct horse", device: "second")
        var request = HTTPClientRequest(url: address + "\(Endpoints.signIn.path)")
        request.method = .POST
        request.body = .bytes(.init(bytes: body.json))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let device = try WireDevice(
            try SignedIn.decode(Array(buffer: try await response.body.collect(upTo: 1 << 20))), at: address)
        try await device.connect()
        return device
    }

    /// Ends the session of another device, at this device's server.
    fileprivate func end(_ other: WireDevice, at address: String) async throws {
        let welcome = other.frames.compactMap { if case .welcome(let welcome) = $0 { welcome } else { nil } }.first
        let session = try #require(welcome?.session)
        var request = HTTPClientRequest(url: address + "/v1/sessions/\(session)")
        request.method = .DELETE
        request.headers.add(name: "Authorization", value: "Bearer \(accessToken)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        #expect(response.status == .ok)
    }
}
