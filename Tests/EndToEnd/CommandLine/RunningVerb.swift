import Foundation
import NexusTestSupport

/// A verb that runs until it is interrupted, such as `nexus watch`, and its output.
final class RunningVerb {
    private let process: Process
    private let output = WrittenText()

    init(_ terminal: Terminal, _ arguments: String..., environment: [String: String] = [:]) throws {
        process = terminal.process(arguments, environment)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    var isRunning: Bool { process.isRunning }

    /// The whole lines so far, each an object.
    var objects: [[String: Any]] {
        output.text.split(separator: "\n", omittingEmptySubsequences: true).compactMap { line in
            try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
    }

    func objects(ofType type: String) -> [[String: Any]] { objects.filter { $0["type"] as? String == type } }

    /// The texts of the messages it printed.
    var texts: [String] {
        objects(ofType: "message").compactMap { ($0["message"] as? [String: Any])?["text"] as? String }
    }

    /// Closes the read end of its output.
    func hangUp() throws {
        try output.hangUp()
    }

    /// Interrupts it as Ctrl-C does, and waits for its exit code.
    func interrupt() -> Int32 {
        process.interrupt()
        return ended()
    }

    /// Waits for its exit code.
    func ended() -> Int32 {
        process.waitUntilEnded()
        return process.terminationStatus
    }
}
