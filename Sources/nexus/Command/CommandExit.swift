import ArgumentParser
import Foundation
import NexusClient
import NexusCore

/// How the process ends: 0 done or queued, 1 refused, 2 wrong usage, 3 no network and not queueable.
enum CommandExit {
    static let done = ExitCode.success
    static let refused = ExitCode(1)
    static let usage = ExitCode(2)
    static let offline = ExitCode(3)

    /// Says on standard error what went wrong, and ends with the code for it.
    /// - Parameter command: whose help and usage are shown.
    static func end(after error: any Error, of command: any ParsableCommand.Type) -> Never {
        switch error {
        case let error as ClientError:
            // The reason of a refusal says itself what to do.
            if case .refused(let refusal) = error, !refusal.code.isTransient {
                Output.warn(refusal.message)
            } else {
                Output.warn("\(error.message) \(error.suggestion)")
            }
            exit((error.isOffline ? offline : refused).rawValue)
        case let error as CommandProblem:
            Output.warn(error.message)
            exit(refused.rawValue)
        case let code as ExitCode:
            exit(code.rawValue)
        default:
            let message = command.fullMessage(for: error)
            if command.exitCode(for: error) == .success {
                Output.line(message)
                exit(ExitCode.success.rawValue)
            }
            Output.warn(message)
            exit(usage.rawValue)
        }
    }
}

/// Why a verb could not do what was asked, found out before the client was asked.
struct CommandProblem: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
