import Foundation
import NexusBus
import Synchronization

/// A real server of NATS in a process of its own, which a test starts, kills and starts again at the same port.
public final class NatsServer: Sendable {
    /// Whether this machine has one; tests that need it are left out otherwise.
    public static let isInstalled = path != nil

    private static let path = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private struct NotStarted: Error {}

    private let folder: URL
    private let arguments: [String]
    private let state: Mutex<(process: Process?, port: Int)>

    /// - Parameter arguments: of the server, besides its address.
    public init(_ arguments: [String] = [], port: Int = -1) throws {
        state = Mutex((nil, port))
        folder = FileManager.default.temporaryDirectory.appending(path: "nexus-nats-\(UUID().uuidString)")
        self.arguments = arguments
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    public var port: Int { state.withLock { $0.port } }
    public var url: String { "nats://127.0.0.1:\(port)" }
    public var settings: NatsSettings { NatsSettings(servers: [url]) }

    /// Starts it, and returns once it listens.
    public func start() throws {
        guard let path = NatsServer.path else { throw NotStarted() }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments =
            ["-a", "127.0.0.1", "-p", "\(port)", "--ports_file_dir", folder.path] + arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let file = folder.appending(path: "nats-server_\(process.processIdentifier).ports")
        let end = ContinuousClock.now + .seconds(60)
        while true {
            if let ports = try? JSONDecoder().decode(Ports.self, from: Data(contentsOf: file)),
                let port = ports.nats.first.flatMap({ URL(string: $0)?.port })
            {
                return state.withLock { $0 = (process, port) }
            }
            guard process.isRunning, .now < end else { throw NotStarted() }
            usleep(2_000)
        }
    }

    private struct Ports: Decodable {
        let nats: [String]
    }

    /// Ends it as a crash would.
    public func kill() {
        let process = state.withLock { state in
            defer { state.process = nil }
            return state.process
        }
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilEnded()
    }
}
