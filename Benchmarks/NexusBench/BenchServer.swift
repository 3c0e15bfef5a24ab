import Foundation
import NexusCore
import NexusDatabase
import NexusServer

/// A throw-away server: a folder, seeded through the server's own services, and this program's own binary serving it on
/// one processor while the generator uses another.
final class BenchServer {
    let database: BenchDatabase
    private let folder: URL
    /// Of each node.
    private(set) var ports: [Int] = []
    var port: Int { ports.first ?? 0 }
    private var processes: [Process] = []
    private let nodes: Int

    /// - Parameters:
    ///   - postgres: where its rows are; nil for SQLite.
    ///   - nodes: servers that share them.
    init(on postgres: PostgresAddress? = nil, nodes: Int = 1) throws {
        self.nodes = nodes
        folder = FileManager.default.temporaryDirectory.appending(path: "nexus-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try BenchDatabase(in: folder, on: postgres)
    }

    var figures: ProcessFigures { ProcessFigures(pid: processes.first?.processIdentifier ?? 0) }

    static func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

    /// Fills the database before the server opens it.
    func seed<T>(_ body: (ServerSeed) async throws -> T) async throws -> T {
        let seed = try ServerSeed(database.configuration, now: BenchServer.now)
        let result = try await body(seed)
        try await seed.close()
        return result
    }

    /// Starts the server and waits until it listens.
    /// - Parameter environment: in addition to this process's own.
    func start(environment: [String: String] = [:]) throws {
        for node in 0..<nodes { try start(node, environment) }
    }

    private func start(_ node: Int, _ environment: [String: String]) throws {
        let process = Process()
        let output = Pipe()
        let data = node == 0 ? folder : folder.appending(path: "node\(node)")
        let arguments =
            [
                "serve", "--port", "0", "--data", data.path, "--no-rate-limits", "--join", "open", "--threads", "1",
            ] + (nodes > 1 ? ["--nodes"] : [])
        let binary = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        if Processor.count > 1 {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["taskset", "-c", "0", binary] + arguments
        } else {
            process.executableURL = URL(fileURLWithPath: binary)
            process.arguments = arguments
        }
        process.standardOutput = output
        process.environment = database.environment.merging(environment) { $1 }
        try process.run()
        processes.append(process)
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw BenchFailure("The server did not start.") }
            text += String(decoding: data, as: UTF8.self)
        }
        guard let line = text.split(separator: "\n").first,
            let port = line.split(separator: ":").last.flatMap({ Int($0) })
        else { throw BenchFailure("The server said \"\(text)\" instead of its port.") }
        ports.append(port)
    }

    func stop() {
        for process in processes { process.terminate() }
        for process in processes { process.waitUntilExit() }
        processes = []
        database.remove()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// The server's resource use between two moments.
struct ServerSpending {
    private let server: ProcessFigures
    private let serverStart: Double?
    private let ownStart: Double?

    init(of server: ProcessFigures) {
        self.server = server
        serverStart = server.cpuSeconds
        ownStart = ProcessFigures.own.cpuSeconds
    }

    var serverSeconds: Double? {
        guard let serverStart, let end = server.cpuSeconds else { return nil }
        return end - serverStart
    }

    func add(to report: inout BenchReport) {
        if let seconds = serverSeconds { report.add("serverCpuSeconds", seconds) }
        if let peak = server.peakKibibytes { report.add("serverMegabytes", peak / 1_024) }
        if let ownStart, let end = ProcessFigures.own.cpuSeconds { report.add("generatorCpuSeconds", end - ownStart) }
    }
}
