import Foundation
import NexusDatabase
import NexusTestSupport

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
    private var process: Process?

    private let isOpen: Bool

    /// Starts it on an empty database with a password.
    /// - Parameter isOpen: lets it be reached at every address of this machine, as by other namespaces.
    init(isOpen: Bool = false) throws {
        self.isOpen = isOpen
        port = try Self.freePort()
        try Self.makeFolder(folder)
        try Self.template.get()
        try Self.succeeded(Self.launch(["cp", "-a", Self.templateFolder + "/data", folder + "/data"]))
        if isOpen {
            let rules = try FileHandle(forWritingTo: URL(filePath: folder + "/data/pg_hba.conf"))
            try rules.seekToEnd()
            try rules.write(contentsOf: Data("\nhost all all samenet scram-sha-256\n".utf8))
            try rules.close()
        }
        try start()
    }

    private static let templateFolder = "/tmp/nexus-postgres-template-\(getpid())"

    /// Makes, once, a database that was never started. Each test starts a copy, which is there in a tenth of the time.
    private static let template = Result<Void, any Error> {
        atexit { try? FileManager.default.removeItem(atPath: PostgresProcess.templateFolder) }
        try makeFolder(templateFolder)
        let password = templateFolder + "/password"
        try "secret-of-the-test".write(toFile: password, atomically: true, encoding: .utf8)
        try succeeded(
            launch(
                program: "initdb", "-D", templateFolder + "/data", "-U", "nexus", "-A", "scram-sha-256", "--pwfile",
                password, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"))
    }

    /// Makes a folder in which PostgreSQL may make its own.
    private static func makeFolder(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if getuid() == 0 { try succeeded(launch(["chown", "postgres", folder])) }
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    func address(password: String = "secret-of-the-test", host: String = "127.0.0.1") throws -> PostgresAddress {
        try PostgresAddress("postgres://nexus:\(password)@\(host):\(port)/postgres")
    }

    func start() throws {
        // A killed server loses nothing that the system has, so the disk need not be waited for. Not by `pg_ctl`: what it leaves
        // running keeps what Foundation waits for.
        process = try Self.launch(
            program: "postgres", "-D", folder + "/data", "-c", "port=\(port)", "-c",
            "listen_addresses=\(isOpen ? "*" : "127.0.0.1")", "-c",
            "unix_socket_directories=\(folder)", "-c", "fsync=off")
        let end = Date.now + 60
        while true {
            do { return try PostgresScript.run("SELECT 1", at: address()) } catch {
                guard Date.now < end, process?.isRunning == true else { throw error }
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
    }

    /// Ends its processes at once: what is not committed is lost.
    func stop() {
        guard let process else { return }
        kill(process.processIdentifier, SIGQUIT)
        process.waitUntilEnded()
        self.process = nil
    }

    /// Ends the sessions of servers, as an administrator may.
    func endSessions() throws {
        try PostgresScript.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'nexus %' AND pid <> pg_backend_pid()",
            at: address())
    }

    /// PostgreSQL refuses to run as root. The number is that of the program: `setpriv` becomes it.
    private static func launch(program: String, _ arguments: String...) throws -> Process {
        let path = (programs ?? "") + "/" + program
        let words =
            getuid() == 0
            ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", path] + arguments
            : [path] + arguments
        return try launch(words)
    }

    private static func launch(_ words: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private static func succeeded(_ process: Process) throws {
        process.waitUntilEnded()
        guard process.terminationStatus == 0 else { throw Failure(program: "\(process.arguments ?? [])") }
    }

    struct Failure: Error {
        let program: String
    }

    /// Free when asked for.
    static func freePort() throws -> Int {
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
