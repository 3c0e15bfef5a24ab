import AsyncHTTPClient
import NIOCore
import NexusClient
import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusServer

/// A manual time, and a counter.
private final class Passing: Sendable {
    private let milliseconds = Atomic<Int64>(0)
    private let losses = Atomic(0)

    var now: Timestamp { SystemClock().now().advanced(by: milliseconds.load(ordering: .relaxed)) }
    var lossCount: Int { losses.load(ordering: .relaxed) }

    func advance(by time: Int64) { milliseconds.wrappingAdd(time, ordering: .relaxed) }
    func lose() { losses.wrappingAdd(1, ordering: .relaxed) }
}

@Suite("Clients whose access expires")
struct ClientAccessTests {
    /// The number of renewals of live sockets.
    private func renewals(at server: TestServer) async throws -> Int {
        let answer = try await HTTPClient.shared.execute(
            HTTPClientRequest(url: "\(server.address)/metrics"), timeout: .seconds(30))
        let text = String(buffer: try await answer.body.collect(upTo: 1 << 20))
        let line = text.split(separator: "\n").first { $0.hasPrefix("nexus_live_renewals_total ") }
        return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
    }

    @Test("renew it in place through three refreshes: the socket stays, and no message is lost")
    func renewed() async throws {
        let passing = Passing()
        let server = try await TestServer(settings: { $0.transport.sweepInterval = .milliseconds(20) }) { passing.now }
        let ada = try await Device.signedUp("Ada", at: server.address)
        let bob = try await Device.signedUp("Bob", at: server.address)
        let (talk, _) = try await ada.client.openDirect(with: try await bob.user)
        let events = ada.client.events()
        let watching = Task {
            for await case .connection(isOnline: false) in events { passing.lose() }
        }
        var said = ["first"]
        try await ada.client.send(said[0], in: talk)
        try await eventually("Bob knows the conversation") { (try? await bob.texts(talk)) == said }
        for number in 1...3 {
            let before = try await renewals(at: server)
            // Almost all the life of an access token at once.
            passing.advance(by: SessionTokens.accessLife - LiveAccess.notice / 2)
            said.append("number \(number)")
            try await bob.client.send(said[number], in: talk)
            try await eventually("both have renewed") { try await renewals(at: server) >= before + 2 }
            try await eventually("Ada has it") { try await ada.texts(talk) == said }
        }
        #expect(await ada.client.isOnline)
        #expect(passing.lossCount == 0)
        watching.cancel()
    }
}
