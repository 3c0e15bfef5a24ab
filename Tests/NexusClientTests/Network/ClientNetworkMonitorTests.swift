import NexusCore
import NexusTestSupport
import Testing

@testable import NexusClient

@Suite("A client and the device's networks", .timeLimit(.minutes(5)))
struct ClientNetworkMonitorTests {
    /// Networks that the test changes.
    private final class ScriptedNetworks: NetworkMonitor {
        private let made = AsyncStream.makeStream(of: NetworkState.self)

        func states() -> AsyncStream<NetworkState> { made.stream }
        func become(_ state: NetworkState) { made.continuation.yield(state) }
    }

    /// A client that runs with those networks, at a server of that address.
    private struct Bench {
        let offline: OfflineClient
        let networks = ScriptedNetworks()
        let client: NexusClient
        let socket = ScriptedSocket()
        let task: Task<Void, any Error>

        init(server: String) async throws {
            offline = try await OfflineClient()
            let profile = try ProfileFolder(offline.folder.path)
            let clock = ManualClock(at: SystemClock().now())
            try profile.credentials.save(
                Credentials(server: try ServerAddress(server), signedIn: AccessTokenTests.signedIn(1), at: clock.now()))
            offline.line.next(.socket(socket))
            let made = NexusClient(
                profile,
                configuration: ClientConfiguration(
                    http: offline.http, live: offline.line, clock: clock, network: networks))
            client = made
            task = Task { try await made.run() }
            networks.become(.available)
            try await eventually("it is connected") { await made.isOnline }
        }
    }

    @Test("drops its socket when no network is left, and connects at once when one returns")
    func lost() async throws {
        let bench = try await Bench(server: "https://chat.example.org")
        bench.networks.become(.unavailable)
        try await eventually("the socket is closed") { bench.socket.isClosed }
        #expect(await !bench.client.isOnline)
        let attempts = bench.offline.line.attempts
        bench.offline.line.next(.socket(ScriptedSocket()))
        // The clock stands still: no timer of the engine can have done it.
        bench.networks.become(.available)
        try await eventually("it is connected again") { await bench.client.isOnline }
        #expect(bench.offline.line.attempts == attempts + 1)
        bench.task.cancel()
        _ = await bench.task.result
    }

    @Test("keeps its connection to a server on the same device")
    func loopback() async throws {
        let bench = try await Bench(server: "http://127.0.0.1:1")
        bench.networks.become(.unavailable)
        bench.networks.become(.available)
        bench.networks.become(.unavailable)
        try await bench.client.send("still there", in: Samples.talk)
        try await eventually("the message goes out on the same socket") {
            bench.socket.sent.contains { if case .operation = $0 { true } else { false } }
        }
        #expect(!bench.socket.isClosed)
        bench.task.cancel()
        _ = await bench.task.result
    }
}
