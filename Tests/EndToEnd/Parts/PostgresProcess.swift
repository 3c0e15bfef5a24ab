import Foundation
import NexusDatabase

/// A PostgreSQL server of a test's own, which it may kill. Removed with it.
final class PostgresProcess {
    /// The folder of its programs; nil where it is not installed.
    private static let programs: String? = {
        let files = FileManager.default
        let root = "/usr/lib/postgresql"
        let versions = ((try? files.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }.sorted()
        return versions.reversed().map { "\(root)/\($0)/bin" }.first { files.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    static var isInstalled: Bool { programs != nil }

    private let folder = "/tmp/nexus-postgres-\(UUID().uuidString.prefix(8))"
    private let port: Int

    /// Starts it on an empty database with a password.
    init() throws {
        port = try Self.freePort()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if getuid() == 0 { try Self.run("chown", "postgres", folder) }
        try "secret-of-the-test".write(toFile: folder + "/password", atomically: true, encoding: .utf8)
        try control(
            "initdb", "-D", folder + "/data", "-U", "nexus", "-A", "scram-sha-256", "--pwfile", folder + "/password",
            "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        try start()
    }

    deinit {
        try? stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    func address(password: String = "secret-of-the-test") throws -> PostgresAddress {
        try PostgresAddress("postgres://nexus:\(password)@127.0.0.1:\(port)/postgres")
    }

    func start() throws {
        // A killed server loses nothing that the system has, so the disk need not be waited for.
        try control(
            "pg_ctl", "-D", folder + "/data", "-w", "-t", "60", "-l", folder + "/data/log", "-o",
            "-c port=\(port) -c listen_addresses=127.0.0.1 -c unix_socket_directories=\(folder) -c fsync=off", "start")
    }

    /// Kills its processes: what is not committed is lost.
    func stop() throws { try control("pg_ctl", "-D", folder + "/data", "-m", "immediate", "-w", "stop") }

    /// Ends the sessions of servers, as an administrator may.
    func endSessions() throws {
        try PostgresScript.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'nexus %'",
            at: address())
    }

    private func control(_ program: String, _ arguments: String...) throws {
        let path = (Self.programs ?? "") + "/" + program
        if getuid() == 0 {
            try Self.run(["runuser", "-u", "postgres", "--", path] + arguments)
        } else {
            try Self.run([path] + arguments)
        }
    }

    private static func run(_ words: String...) throws { try run(words) }

    private static func run(_ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(program: words.joined(separator: " ")) }
    }

    struct Failure: Error {
        let program: String
    }

    /// Free when asked for.
    private static func freePort() throws -> Int {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) + getsockname(listener, $0, &length)
            }
        }
        guard code == 0 else { throw Failure(program: "bind") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
