import Foundation
import Synchronization

/// A service of others in a process of its own: a script of Tests that prints a line of JSON once it listens, and one for each thing that it gets.
final class PythonService: Sendable {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

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

    private struct NotStarted: Error {}

    private let process = Process()
    private let input = Pipe()
    private let state = Mutex((bytes: Data(), lines: [Data]()))

    /// - Parameter script: a path below `Tests`.
    init(_ script: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: try PythonService.python.get())
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

    deinit { Foundation.kill(process.processIdentifier, SIGKILL) }

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
        // A process started by a thread of the tests may have the other signals blocked.
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
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
