import Foundation
import Logging
import NexusClient
import NexusCore
import NexusDatabase
import NexusServer

/// The real server in this process, on any free port; over memory, or over a folder to be started again on.
final class TestServer: Sendable {
    let port: Int
    private let task: Task<Void, any Error>

    var address: String { "http://127.0.0.1:\(port)" }

    /// - Parameters:
    ///   - data: a database file that outlives the server; memory without it.
    ///   - port: 0 takes any free one.
    ///   - settings: changes the server's configuration.
    init(
        data: String? = nil, port: Int = 0, settings: (inout ServerConfiguration) -> Void = { _ in },
        now: @escaping @Sendable () -> Timestamp = { SystemClock().now() }
    ) async throws {
        var configuration = ServerConfiguration(
            database: DatabaseConfiguration(storage: data.map { .file($0) } ?? .memory), now: now)
        configuration.transport.port = port
        configuration.rateLimits.isOn = false
        configuration.isOpenToEveryone = true
        configuration.passwordCostLog2 = 4
        configuration.eventLoopThreads = 1
        settings(&configuration)
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        var logger = Logger(label: "test.server")
        logger.logLevel = .critical
        let server = try NexusApplication(configuration, logger: logger) { port in
            bound.yield(port)
            bound.finish()
        }
        task = Task {
            defer { bound.finish() }
            try await server.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await task.value
            throw ClientError.offline("the server did not start")
        }
        self.port = port
    }

    deinit { task.cancel() }

    /// Stops it and waits until its database is closed.
    func stop() async {
        task.cancel()
        _ = await task.result
    }
}
