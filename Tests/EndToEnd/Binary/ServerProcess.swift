import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NexusCore
import NexusDatabase
import NexusServer
import NexusTestSupport

@testable import NexusBench

/// The real `nexus serve` as a process of its own, on a folder that outlives it.
final class ServerProcess {
    let folder: URL
    /// Nil for SQLite in the folder.
    private let database: PostgresAddress?
    /// The namespace it runs in; nil for that of the test.
    private let network: NodeNetwork?
    private(set) var port = 0
    private var process: Process?
    private var output: Pipe?

    init(folder: URL? = nil, database: PostgresAddress? = nil, network: NodeNetwork? = nil) throws {
        self.database = database
        self.network = network
        self.folder = folder ?? FileManager.default.temporaryDirectory.appending(path: "nexus-e2e-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
        try? FileManager.default.removeItem(at: logFile)
    }

    /// The program that was built beside these tests.
    static var binary: URL {
        if let path = ProcessInfo.processInfo.environment["NEXUS_BINARY"] { return URL(filePath: path) }
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        return root.appending(path: ".build/debug/nexus")
    }

    var host: String { network?.main.node ?? "127.0.0.1" }
    var address: String { "http://\(host):\(port)" }
    var isRunning: Bool { process?.isRunning ?? false }
    /// Of a process that has ended by itself; nil while it runs.
    var exitCode: Int32? { process.flatMap { $0.isRunning ? nil : $0.terminationStatus } }

    func seed<T>(_ body: (LocalSeed) async throws -> T) async throws -> T {
        let path = folder.appending(path: "nexus.sqlite").path
        let storage = database.map { DatabaseConfiguration.Storage.postgres($0) } ?? .file(path)
        var configuration = DatabaseConfiguration(storage: storage)
        configuration.localPath = folder.path + "/nexus.postgres"
        let seed = try ServerSeed(configuration, now: BenchServer.now)
        let result = try await body(LocalSeed(seed: seed))
        try await seed.close()
        return result
    }

    /// The path of its log; outside of its folder, which may be small.
    private var logFile: URL {
        FileManager.default.temporaryDirectory.appending(
            path: "\(folder.lastPathComponent)-\(ObjectIdentifier(self).hashValue).log")
    }

    /// Its log, over all of its starts.
    var log: String { (try? String(contentsOf: logFile, encoding: .utf8)) ?? "" }

    /// Starts it and waits until it prints its address.
    func start(_ arguments: [String] = [], join: String? = "open", under shell: String = ":") throws {
        try launch(arguments, join: join, under: shell)
        try waitUntilListening()
    }

    /// Starts it.
    ///
    /// - Parameter shell: a command of the shell that sets the limits it runs under, as `ulimit -n 256`.
    /// - Parameter join: whether everyone may open an account; nil leaves the server to its settings.
    func launch(_ arguments: [String] = [], join: String? = "open", under shell: String = ":") throws {
        let process = Process()
        let output = Pipe()
        if !FileManager.default.fileExists(atPath: logFile.path) {
            _ = FileManager.default.createFile(atPath: logFile.path, contents: nil)
        }
        let errors = try FileHandle(forWritingTo: logFile)
        try errors.seekToEnd()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            ["-c", "\(shell) && exec \(network?.command ?? "") \"$0\" \"$@\"", ServerProcess.binary.path]
            + [
                "serve", "--host", network == nil ? "127.0.0.1" : "0.0.0.0", "--port", "0", "--data", folder.path,
                "--no-rate-limits", "--password-cost", "5",
            ]
            + (join.map { ["--join", $0] } ?? []) + arguments
        // A folder without a model: embedding would take CPU time from the subject of these tests.
        process.environment = ProcessInfo.processInfo.environment.merging(["NEXUS_MODELS": folder.path]) { $1 }
        if let database { process.environment?["NEXUS_DATABASE"] = database.text }
        // The bus is at another address than the node's own.
        if network != nil { process.environment?["NEXUS_BUS_PLAIN"] = "on" }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        self.process = process
        self.output = output
    }

    /// Waits until it prints its address.
    func waitUntilListening() throws {
        guard let output else { throw BenchFailure("the server was not started") }
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw BenchFailure("the server did not start") }
            text += String(decoding: data, as: UTF8.self)
        }
        guard let port = text.split(separator: "\n").first?.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw BenchFailure("the server said \(text)")
        }
        self.port = port
    }

    /// Kills it without a shutdown, like a power cut.
    func kill() {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilEnded()
    }

    /// Lets it do nothing, or go on, as a machine that stalls.
    func stall(_ stalls: Bool) {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, stalls ? SIGSTOP : SIGCONT)
    }

    /// Makes it read its settings and certificates again (SIGHUP).
    func hangUp() {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGHUP)
    }

    /// Stops it; returns its exit code.
    func terminate() -> Int32 {
        guard let process else { return -1 }
        process.terminate()
        process.waitUntilEnded()
        return process.terminationStatus
    }

    /// The status and body of a GET.
    func get(_ path: String, token: String? = nil) async throws -> (status: Int, body: [UInt8]) {
        var request = HTTPClientRequest(url: address + path)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        return try await send(request)
    }

    /// The status and body of a POST.
    func post(_ path: String, _ body: [UInt8], token: String? = nil) async throws -> (status: Int, body: [UInt8]) {
        try await send("POST", path, body, token: token)
    }

    /// The status and body of a request with a body.
    func send(
        _ method: String, _ path: String, _ body: [UInt8], token: String? = nil
    ) async throws -> (status: Int, body: [UInt8]) {
        var request = HTTPClientRequest(url: address + path)
        request.method = HTTPMethod(rawValue: method)
        request.body = .bytes(ByteBuffer(bytes: body))
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        return try await send(request)
    }

    private func send(_ request: HTTPClientRequest) async throws -> (status: Int, body: [UInt8]) {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let body = try await response.body.collect(upTo: 4 << 20)
        return (Int(response.status.code), Array(buffer: body))
    }

    /// Up to 200 messages of a conversation, oldest first; the newest ones by default.
    func page(of conversation: ConversationID, before: Seq = 1 << 50, token: String) async throws -> Page {
        let path = "/v1/conversations/\(conversation)/messages?limit=200&before=\(before)"
        return try Page.decode(try await get(path, token: token).body)
    }

    /// All messages of a conversation, oldest first, fetched page by page.
    func history(of conversation: ConversationID, token: String) async throws -> [Message] {
        var messages: [Message] = []
        var before: Seq = 1 << 50
        while true {
            let page = try await page(of: conversation, before: before, token: token)
            messages.insert(contentsOf: page.messages, at: 0)
            guard page.from > 1, let first = page.messages.first else { return messages }
            before = first.seq
        }
    }
}
