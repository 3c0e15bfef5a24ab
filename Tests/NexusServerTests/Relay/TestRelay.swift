import Foundation
import Logging
import NIOCore
import NexusCore
import NexusDatabase
import NexusTestSupport
import Testing

@testable import NexusServer

/// The real relay in this process, on any free port.
final class TestRelay: Sendable {
    let port: Int
    private let task: Task<Void, any Error>

    /// - Parameters:
    ///   - data: a database file that outlives the relay; memory without it.
    ///   - push: the keys of the app.
    init(
        data: String? = nil, port: Int = 0, push: PushSettings = PushSettings(),
        settings: (inout RelayConfiguration) -> Void = { _ in }, logger: Logger? = nil,
        now: @escaping @Sendable () -> Timestamp = PushBench.present
    ) async throws {
        var configuration = RelayConfiguration(
            database: DatabaseConfiguration(storage: data.map { .file($0) } ?? .memory), push: push, now: now)
        configuration.transport.port = port
        configuration.eventLoopThreads = 1
        configuration.transport.shutdownTimeout = .milliseconds(100)
        // A busy machine is not a slow push service.
        configuration.push.patience = PushPatience(connect: .minutes(1), whole: .minutes(2))
        settings(&configuration)
        var quiet = Logger(label: "test.relay")
        quiet.logLevel = .critical
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        let relay = try RelayApplication(configuration, logger: logger ?? quiet) { bound.yield($0) }
        task = Task {
            defer { bound.finish() }
            try await relay.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await task.value
            throw NotStarted()
        }
        self.port = port
    }

    deinit { task.cancel() }

    func stop() async {
        task.cancel()
        _ = await task.result
    }

    private struct NotStarted: Error {}

    /// Asks it by HTTP.
    var raw: RunningServer { RunningServer(port: port, clock: TestClock()) }

    /// How a team's server names it.
    func settings(token: String? = nil) throws -> RelayPushSettings? {
        try RelayPushSettings(
            environment: ["NEXUS_PUSH_RELAY": "http://127.0.0.1:\(port)", "NEXUS_PUSH_RELAY_TOKEN": token ?? ""],
            local: ["127.0.0.1:\(port)"])
    }

    func register(token: String? = nil) async throws -> RelayAccount {
        try RelayAccount.decode(try await raw.ask("POST", "/v1/servers", "{}", token: token).body)
    }

    func send(_ push: RelayedPush, _ bearer: String?) async throws -> RunningServer.Answer {
        try await raw.ask("POST", "/v1/pushes", String(decoding: push.json, as: UTF8.self), token: bearer)
    }
}

extension PhonePushService {
    /// Keys for both stand-ins; the authorities of both are trusted.
    static func keys(apple: PhonePushService, google: PhonePushService, roots: URL) throws -> PushSettings {
        var settings = PushSettings()
        settings.apple = try ApplePushSettings(environment: apple.settings)
        settings.apple?.production = apple.base
        settings.apple?.sandbox = apple.base
        settings.google = try GooglePushSettings(environment: google.settings)
        settings.google?.base = google.base
        let authorities = try [apple.roots, google.roots].map { try String(contentsOfFile: $0, encoding: .utf8) }
        try authorities.joined(separator: "\n").write(to: roots, atomically: true, encoding: .utf8)
        settings.roots = roots.path
        return settings
    }

    /// The encrypted notifications that it took, in their order.
    func taken(_ count: Int) async throws -> [String] {
        struct Payload: Decodable {
            struct Message: Decodable { var data: [String: String] }

            var nexus: String?
            var message: Message?
        }
        func all() throws -> [String] {
            try sofar().filter { $0.answer == nil && $0.path != "/token" }.compactMap {
                let payload = try JSONDecoder().decode(Payload.self, from: Data($0.plaintext.utf8))
                return payload.nexus ?? payload.message?.data["nexus"]
            }
        }
        try await eventually("\(count) were taken") { try all().count >= count }
        let taken = try all()
        try #require(taken.count >= count)
        return taken
    }
}
