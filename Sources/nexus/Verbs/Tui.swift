import ArgumentParser
import Foundation
import Logging
import NexusClient
import NexusTUI

struct Tui: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui", abstract: "Talk on the whole screen of this terminal.",
        discussion: "F1 shows the keys. Works offline; without a sign-in on this device it asks for one.")

    func run() async throws {
        // A line of a log would stand in the middle of the screen.
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        let client = try ProfileClient.open()
        let signal: Int32?
        do throws(TerminalProblem) {
            signal = try await TerminalClient.run(client)
        } catch {
            switch error {
            case .noTerminal:
                throw CommandProblem("nexus tui needs a terminal. Use the other verbs in scripts and pipes.")
            case .unsuitable(let name):
                throw CommandProblem(
                    "The terminal \"\(name)\" (TERM) cannot show a full screen. Set TERM to what it is, such as xterm-256color."
                )
            }
        }
        // As the shell says it of a process that a signal has ended.
        if let signal { throw ExitCode(128 + signal) }
    }
}
