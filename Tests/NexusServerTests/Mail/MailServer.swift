import Foundation
import NexusCore
import NexusIntelligence
import Synchronization

@testable import NexusServer

/// A real mail server in a process of its own (Tests/Mail/smtp_server.py).
final class MailServer: Sendable {
    /// A message that it accepted.
    struct Received: Decodable, Sendable {
        var sender: String
        var to: [String]
        var content: String
        /// Whether it came over TLS.
        var secured: Bool
        /// Who signed in.
        var user: String?
    }

    private struct Start: Decodable {
        var port: Int
        var roots: String
    }

    /// The environment of the browser tests holds its packages, too.
    private static let python = Result {
        let process = Process()
        process.executableURL = root.appending(path: "scripts/browser-environment.sh")
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let path = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return path.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    let port: Int
    /// The file of the only authority that vouches for it.
    let roots: String
    private let process: Process
    private let input = Pipe()
    private let lines: LineList

    /// Returns once it accepts connections.
    init(_ arguments: String...) async throws {
        process = Process()
        process.executableURL = URL(filePath: try MailServer.python.get())
        process.arguments = [MailServer.root.appending(path: "Tests/Mail/smtp_server.py").path] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = input
        process.standardError = FileHandle.nullDevice
        let lines = LineList()
        self.lines = lines
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil } else { lines.append(data) }
        }
        try process.run()
        let start = try JSONDecoder().decode(Start.self, from: await lines.first())
        port = start.port
        roots = start.roots
    }

    deinit { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// The messages so far.
    var received: [Received] {
        get throws { try lines.all.dropFirst().map { try JSONDecoder().decode(Received.self, from: $0) } }
    }

    func stop() {
        // A process started by a thread of the tests may have the other signals blocked.
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Settings that reach it and trust it.
    func settings(
        _ scheme: String = "smtps", host: String = "127.0.0.1", login: (String, String)? = nil
    ) throws -> MailSettings {
        let user = login.map { "\($0.0.replacing("@", with: "%40"))@" } ?? ""
        var smtp = try SMTPSettings(
            url: "\(scheme)://\(user)\(host):\(port)", password: login.map { Secret($0.1) })
        smtp.roots = roots
        return try MailSettings(smtp: smtp, from: "Nexus <nexus@example.org>", server: "https://chat.example.org")
    }
}

/// The lines that a process has written.
private final class LineList: Sendable {
    private let state = Mutex((bytes: Data(), lines: [Data]()))

    var all: [Data] { state.withLock(\.lines) }

    func append(_ data: Data) {
        state.withLock { state in
            state.bytes += data
            while let end = state.bytes.firstIndex(of: 10) {
                state.lines.append(Data(state.bytes[..<end]))
                state.bytes = Data(state.bytes[(end + 1)...])
            }
        }
    }

    func first() async throws -> Data {
        for _ in 0..<6_000 {
            if let line = all.first { return line }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw NotStarted()
    }

    private struct NotStarted: Error {}
}
