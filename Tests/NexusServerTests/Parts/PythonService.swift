import Foundation
import NexusTestSupport
import Synchronization

/// A service of others in a process of its own: a script of Tests that prints a line of JSON once it listens, and one for each thing that it gets.
final class PythonService: Sendable {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

    /// The packages of a script; made at the first use.
    enum Environment {
        /// Of the browser tests, which holds the services of the tests too.
        case services
        /// The object stores.
        case stores

        fileprivate var python: Result<URL, NotInstalled> {
            switch self {
            case .services: Environment.servicesPython
            case .stores: Environment.storesPython
            }
        }

        /// Why it cannot be used; nil if it can.
        var problem: String? {
            if case .failure(let problem) = python { problem.description } else { nil }
        }

        private static let servicesPython = made(by: "browser-environment.sh")
        private static let storesPython = made(by: "store-environment.sh")

        private static func made(by script: String) -> Result<URL, NotInstalled> {
            let process = Process()
            process.executableURL = root.appending(path: "scripts/\(script)")
            let output = Pipe()
            process.standardOutput = output
            do { try process.run() } catch { return .failure(NotInstalled(description: "\(script): \(error)")) }
            let path = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilEnded()
            guard process.terminationStatus == 0 else {
                return .failure(NotInstalled(description: "\(script) failed with \(process.terminationStatus)"))
            }
            return .success(URL(filePath: path.trimmingCharacters(in: .whitespacesAndNewlines)))
        }
    }

    struct NotInstalled: Error, CustomStringConvertible {
        let description: String
    }

    private struct NotStarted: Error {}

    private let process = Process()
    private let input = Pipe()
    private let state = Mutex((bytes: Data(), lines: [Data]()))

    /// - Parameter script: a path below `Tests`.
    init(_ script: String, _ arguments: [String], in environment: Environment = .services) throws {
        process.executableURL = try environment.python.get()
        process.arguments = [PythonService.root.appending(path: "Tests/\(script)").path] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = input
        process.standardError = FileHandle.nullDevice
        output.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil } else { self?.append(data) }
        }
        try process.run()
    }

    deinit { kill() }

    /// The first line, once it listens.
    func start<Start: Decodable>(_: Start.Type = Start.self) async throws -> Start {
        for _ in 0..<6_000 {
            if let line = state.withLock(\.lines.first) { return try JSONDecoder().decode(Start.self, from: line) }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw NotStarted()
    }

    /// The lines after the first one.
    func lines<Line: Decodable>(_: Line.Type = Line.self) throws -> [Line] {
        try state.withLock(\.lines).dropFirst().map { try JSONDecoder().decode(Line.self, from: $0) }
    }

    func stop() {
        kill()
        process.waitUntilEnded()
    }

    private func kill() {
        // Number 0, of a process that was not started, would be the tests themselves; that of one that has ended may be another's.
        guard process.processIdentifier > 0, process.isRunning else { return }
        // A process started by a thread of the tests may have the other signals blocked.
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    private func append(_ data: Data) {
        state.withLock { state in
            state.bytes += data
            while let end = state.bytes.firstIndex(of: 10) {
                state.lines.append(Data(state.bytes[..<end]))
                state.bytes = Data(state.bytes[(end + 1)...])
            }
        }
    }
}
