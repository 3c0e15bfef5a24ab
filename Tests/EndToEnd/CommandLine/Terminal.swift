import Foundation
import NexusTestSupport
import Testing

/// A user at a terminal: runs the real `nexus` with their own profile folder.
final class Terminal: Sendable {
    /// The result of a program.
    struct Outcome: Sendable {
        var code: Int32
        var output: String
        var errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// The last word of the first line: that of `sent ID`, `queued ID` and the like.
        var identifier: String { lines.first?.split(separator: " ").last.map(String.init) ?? "" }
    }

    static let password = "correct horse"
    let home: String

    init() { home = NSTemporaryDirectory() + "nexus-home-" + UUID().uuidString }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// A terminal of a new user.
    static func signedUp(_ name: String, at address: String) async throws -> Terminal {
        let terminal = Terminal()
        let outcome = try await terminal.run(
            "signup", "--server", address, "--name", name, "--email", "\(name.lowercased())@example.org",
            input: password + "\n")
        try #require(outcome.code == 0, "\(outcome.errors)")
        return terminal
    }

    /// Runs a verb to its end.
    ///
    /// - Parameters:
    ///   - input: standard input.
    ///   - environment: in addition to NEXUS_HOME, or replacing it.
    @discardableResult
    func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(arguments, input: input, environment: environment)
    }

    @discardableResult
    func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) async throws -> Outcome {
        let process = process(arguments, environment)
        let (typed, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = typed
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        typed.fileHandleForWriting.write(Data(input.utf8))
        try typed.fileHandleForWriting.close()
        async let written = Terminal.text(of: output)
        async let remarks = Terminal.text(of: errors)
        let (result, remark) = await (written, remarks)
        process.waitUntilEnded()
        return Outcome(code: process.terminationStatus, output: result, errors: remark)
    }

    /// The objects that a verb writes in JSON.
    func objects(_ arguments: String...) async throws -> [[String: Any]] {
        let outcome = try await run(arguments)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    }

    /// The one object that a verb writes in JSON.
    func object(_ arguments: String...) async throws -> [String: Any] {
        let outcome = try await run(arguments)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    /// The texts of a conversation, as this terminal sees it.
    func texts(_ conversation: String) async throws -> [String] {
        try await objects("messages", conversation, "--json").compactMap { $0["text"] as? String }
    }

    /// A process of this user, not started yet.
    func process(_ arguments: [String], _ environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = ServerProcess.binary
        process.arguments = arguments
        var all = ProcessInfo.processInfo.environment
        all["NEXUS_HOME"] = home
        all["NEXUS_PASSWORD"] = nil
        process.environment = all.merging(environment) { $1 }
        return process
    }

    /// Reads a pipe to its end without blocking others.
    private static func text(of pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
                continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
            }
        }
    }
}
