import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusClient
import NexusCore
import NexusDatabase
import NexusServer
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusBench

@Suite(
    "Several nodes over one PostgreSQL", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: PostgresProcess.isInstalled, "PostgreSQL is not installed (Debian: postgresql)"))
struct NodesTests {
    /// Ada at one node and Bob at another, in a group.
    private struct Scene {
        let postgres: PostgresProcess
        let first: TestServer
        let second: TestServer
        let ada: WireDevice
        let bob: WireDevice
        let group: ConversationID = WireDevice.identifier()

        init() async throws {
            postgres = try PostgresProcess()
            (first, second) = (try await NodesTests.node(postgres), try await NodesTests.node(postgres))
            ada = try await WireDevice.signedUp("Ada", at: first.address)
            bob = try await WireDevice.signedUp("Bob", at: second.address)
            try await ada.perform(.createGroup(group, title: "Race", members: [bob.user]))
        }

        func stop() async {
            await first.stop()
            await second.stop()
        }
    }

    /// A node in this process.
    private static func node(_ postgres: PostgresProcess) async throws -> TestServer {
        let address = try postgres.address()
        return try await TestServer(settings: { configuration in
            configuration.database = DatabaseConfiguration(storage: .postgres(address))
            configuration.database.isShared = true
        })
    }

    @Test("a message posted on one node reaches a socket of the other within seconds, without anything between them")
    func arrival() async throws {
        let postgres = try PostgresProcess()
        let (first, second) = (try await Self.node(postgres), try await Self.node(postgres))
        let ada = try await Device.signedUp("Ada", at: first.address)
        let bob = try await Device.signedUp("Bob", at: second.address)
        let (group, _) = try await ada.client.createGroup(title: "Kitchen", members: [try await bob.user])
        let start = ContinuousClock.now
        try await ada.client.send("soup at noon", in: group)
        try await eventually("Bob has it") { (try? await bob.texts(group)) == ["soup at noon"] }
        #expect(ContinuousClock.now - start < .seconds(8))
        try await bob.client.send("gladly", in: group)
        try await eventually("Ada has the answer") {
            (try? await ada.texts(group)).map { Set($0) } == ["soup at noon", "gladly"]
        }
        await ada.quit()
        await bob.quit()
        await first.stop()
        await second.stop()
    }

    @Test("posts into one conversation from both nodes at once take every seq once")
    func interleaved() async throws {
        let scene = try await Scene()
        let (ada, bob, group) = (scene.ada, scene.bob, scene.group)
        for number in 0..<200 {
            for device in [ada, bob] {
                device.send(
                    .operation(
                        NexusCore.Operation(
                            id: WireDevice.identifier(),
                            kind: .post(group, text: "\(number)", writtenAt: SystemClock().now()))))
            }
        }
        func seqs() -> [Seq] {
            [ada, bob].flatMap(\.frames).compactMap { frame -> Seq? in
                guard case .ack(let acknowledgement) = frame, acknowledgement.seq > 1 else { return nil }
                return acknowledgement.seq
            }
        }
        try await eventually("all are acknowledged") { seqs().count == 400 }
        #expect(seqs().sorted() == Array(2...401))
        await scene.stop()
    }

    @Test("a member removed on one node cannot post on the other, and a session ended there closes its sockets here")
    func enforced() async throws {
        let scene = try await Scene()
        let (ada, bob, group) = (scene.ada, scene.bob, scene.group)
        try await bob.perform(.post(group, text: "here", writtenAt: SystemClock().now()))
        try await ada.perform(.removeMember(group, user: bob.user))
        let late = NexusCore.Operation(
            id: WireDevice.identifier(), kind: .post(group, text: "still", writtenAt: SystemClock().now()))
        bob.send(.operation(late))
        try await eventually("it is refused") {
            bob.frames.contains { if case .refusal(.operation(late.id), _) = $0 { true } else { false } }
        }
        // Bob signs out by a request to the other node.
        var request = HTTPClientRequest(url: scene.first.address + "/v1/sessions/current")
        request.method = .DELETE
        request.headers.add(name: "Authorization", value: "Bearer \(bob.accessToken)")
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        #expect(answer.status.code < 300)
        try await eventually("his socket at the second node is closed") {
            let metrics = HTTPClientRequest(url: scene.second.address + "/metrics")
            let body = try await HTTPClient.shared.execute(metrics, timeout: .seconds(30)).body.collect(upTo: 4 << 20)
            return String(buffer: body).contains("nexus_live_connections 0\n")
        }
        await scene.stop()
    }

    @Test(
        "when the node that works in the background is killed, another one does within seconds, and search follows posts of both"
    )
    func takeover() async throws {
        let postgres = try PostgresProcess()
        let first = try ServerProcess(database: postgres.address())
        let second = try ServerProcess(database: postgres.address())
        func leads(_ server: ServerProcess) async throws -> Bool {
            String(decoding: try await server.get("/metrics").body, as: UTF8.self).contains("nexus_node_leads 1")
        }
        try first.start(["--nodes"])
        try await eventually("the first leads") { try await leads(first) }
        try second.start(["--nodes"])
        #expect(try await !leads(second))
        let ada = try await Device.signedUp("Ada", at: first.address)
        let bob = try await Device.signedUp("Bob", at: second.address)
        let (group, _) = try await bob.client.createGroup(title: "Kitchen", members: [try await ada.user])
        try await bob.client.send("soup at noon", in: group)
        try await eventually("a post of the other node is found") {
            try await bob.client.search("soup").results.count == 1
        }
        await ada.quit()
        first.kill()
        try await eventually("the second leads") { try await leads(second) }
        try await bob.client.send("bread at one", in: group)
        try await eventually("it is found, too") { try await bob.client.search("bread").results.count == 1 }
        let health = String(decoding: try await second.get("/health").body, as: UTF8.self)
        #expect(health.contains("it does the work in the background"), "\(health)")
        await bob.quit()
        #expect(second.terminate() == 0)
        #expect(!second.log.contains("new epoch"))
    }

    @Test("nodes are killed and PostgreSQL restarts under load: nothing acknowledged is lost or doubled, and none ends")
    func underLoad() async throws {
        let postgres = try PostgresProcess()
        var first = try ServerProcess(database: postgres.address())
        var second = try ServerProcess(database: postgres.address())
        let team = ResendingTeam(try await first.seed { try await BenchTeam.pairs(4, $0) })
        try first.start(["--nodes"])
        try second.start(["--nodes"])
        for round in 1...2 {
            try await team.write(to: first)
            try await team.haveAcknowledgements(round * 100)
            if round.isMultiple(of: 2) {
                postgres.stop()
                try postgres.start()
                try await team.haveAcknowledgements(round * 100 + 40)
            }
            first.kill()
            try await team.areCut()
            try first.start(["--nodes"])
            swap(&first, &second)
        }
        try await team.expectUnbroken(on: first)
        #expect(first.terminate() == 0)
        #expect(second.terminate() == 0)
        #expect(!first.log.contains("new epoch") && !second.log.contains("new epoch"))
    }
}
