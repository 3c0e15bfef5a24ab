import Foundation
import NexusTestSupport

/// A verb at a pseudo-terminal, on which the test types and which it reads. The system's `script` creates it.
final class PseudoTerminal {
    static let script = URL(filePath: "/usr/bin/script")
    /// Without that program, as in a very small container, there is no terminal.
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: script.path) }

    private let process: Process
    private let keyboard = Pipe()
    private let screen = WrittenText()

    init(_ terminal: Terminal, _ arguments: String...) throws {
        process = terminal.process([])
        process.executableURL = PseudoTerminal.script
        let command = ([ServerProcess.binary.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        process.arguments = ["--quiet", "--return", "--flush", "--command", command, "/dev/null"]
        process.standardInput = keyboard
        process.standardOutput = screen.pipe
        try process.run()
    }

    /// Everything that has been on the screen.
    var shown: String { screen.text }

    func type(_ text: String) throws { try keyboard.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// Waits for its exit code.
    func ended() -> Int32 {
        process.waitUntilEnded()
        return process.terminationStatus
    }
}
