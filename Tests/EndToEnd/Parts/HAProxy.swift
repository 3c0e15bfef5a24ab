import Foundation
import NexusTestSupport

/// HAProxy before several nodes, as docs/operations.md has it: it asks each for `/health`, and ends connections to one that fails.
final class HAProxy {
    private static let path = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/usr/bin/haproxy"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static var isInstalled: Bool { path != nil }

    private struct NotInstalled: Error {}

    let port: Int
    private let folder: URL
    private let process = Process()

    /// - Parameter addresses: of the nodes, as host and port.
    init(before addresses: [String]) throws {
        guard let path = HAProxy.path else { throw NotInstalled() }
        port = try PostgresProcess.freePort()
        folder = FileManager.default.temporaryDirectory.appending(path: "nexus-haproxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let servers = addresses.enumerated().map { "server node\($0) \($1)" }
        let settings = """
            defaults
                mode tcp
                timeout connect 2s
                timeout client 1h
                timeout server 1h
                retries 3
                option redispatch
            listen nexus
                bind 127.0.0.1:\(port)
                balance roundrobin
                option httpchk GET /health
                default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
                \(servers.joined(separator: "\n    "))

            """
        let file = folder.appending(path: "haproxy.cfg")
        try settings.write(to: file, atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: path)
        process.arguments = ["-db", "-f", file.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        process.terminate()
        process.waitUntilEnded()
        try? FileManager.default.removeItem(at: folder)
    }
}
