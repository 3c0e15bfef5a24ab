import AsyncHTTPClient
import Logging
import NIOCore
import NIOHTTP1
import NexusCore
import NexusDatabase

/// A server on a restored folder, which answers requests of this machine and does nothing else.
struct RehearsalServer: Sendable {
    private let port: Int
    private let task: Task<Void, any Error>

    /// The configuration without anything that reaches beyond the folder.
    static func configuration(_ folder: String, now: @escaping @Sendable () -> Timestamp) -> ServerConfiguration {
        var configuration = ServerConfiguration(
            database: DatabaseConfiguration(storage: .file("\(folder)/nexus.sqlite")), now: now)
        configuration.media.folder = "\(folder)/media"
        configuration.transport.host = "127.0.0.1"
        configuration.transport.port = 0
        configuration.rateLimits.isOn = false
        configuration.followsChanges = false
        configuration.runsServices = false
        configuration.eventLoopThreads = 1
        return configuration
    }

    /// Returns once it accepts connections.
    ///
    /// - Throws: what ended it before.
    init(_ configuration: ServerConfiguration, logger: Logger) async throws {
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        let application = try NexusApplication(configuration, logger: logger) { bound.yield($0) }
        task = Task {
            defer { bound.finish() }
            try await application.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await task.value
            throw DatabaseError(.unavailable, detail: "the server ended at once")
        }
        self.port = port
    }

    /// Stops it, and returns when its files are closed.
    func stop() async {
        task.cancel()
        _ = await task.result
    }

    /// The answer to a GET; status 0 if there is none.
    func get(_ path: String, token: String?, limit: Int) async -> (status: Int, body: [UInt8]) {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        do {
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
            let body = try await response.body.collect(upTo: limit)
            return (Int(response.status.code), Array(buffer: body))
        } catch {
            return (0, [])
        }
    }
}
