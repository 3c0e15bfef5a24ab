import Foundation
import Logging
import NexusCore
import NexusDatabase
import NexusServer

/// The real server in this process, on any free port; over memory, or over a folder to be started again on.
public final class TestServer: Sendable {
    public let port: Int
    private let task: Task<Void, any Error>

    public var address: String { "http://127.0.0.1:\(port)" }

    /// Returns once connections are accepted. Limits of rates are off unless `settings` turns them on.
    ///
    /// - Parameters:
    ///   - data: a database file that outlives the server; memory without it.
    ///   - port: 0 takes any free one.
    ///   - settings: changes the server's configuration.
    ///   - logger: where it logs; without, critical lines only.
    /// - Throws: what ended the server before it accepted connections.
    public init(
        data: String? = nil, port: Int = 0, settings: (inout ServerConfiguration) -> Void = { _ in },
        logger: Logger? = nil,
        now: @escaping @Sendable () -> Timestamp = {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
    ) async throws {
        var configuration = ServerConfiguration(
            database: try DatabaseConfiguration(storage: data.map { .file($0) } ?? TestDatabase.storage()), now: now)
        configuration.transport.port = port
        configuration.transport.waitForTests()
        configuration.rateLimits.isOn = false
        configuration.isOpenToEveryone = true
        configuration.passwordCostLog2 = 4
        configuration.eventLoopThreads = 1
        settings(&configuration)
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        let server = try NexusApplication(configuration, logger: logger ?? TestServer.quiet) { bound.yield($0) }
        task = Task {
            defer { bound.finish() }
            try await server.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await task.value
            throw NotStarted()
        }
        self.port = port
    }

    deinit { task.cancel() }

    /// Stops it and waits until its database is closed.
    public func stop() async {
        task.cancel()
        _ = await task.result
    }

    /// It ended without an error before it accepted connections.
    private struct NotStarted: Error {}

    private static var quiet: Logger {
        var logger = Logger(label: "test.server")
        logger.logLevel = .critical
        return logger
    }
}
