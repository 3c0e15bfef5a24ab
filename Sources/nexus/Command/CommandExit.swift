import ArgumentParser
import Foundation
import NexusClient
import NexusCore

/// The exit code: 0 done or queued, 1 refused, 2 wrong usage, 3 offline and not queueable.
enum CommandExit {
    static let done = ExitCode.success
    static let refused = ExitCode(1)
    static let usage = ExitCode(2)
    static let offline = ExitCode(3)

    /// What to say of an error that the client gave.
    static func text(of error: ClientError) -> String {
        // The reason of a refusal includes what to do.
        guard case .refused(let refusal) = error else { return "\(error.message) \(error.suggestion)" }
        return switch refusal.code {
        case .secondFactorRequired: "Your team requires two-step sign-in. Set it up with \"nexus second-factor add\"."
        case .proofRequired:
            """
            Your last sign-in was more than ten minutes ago, and your account has no password to confirm that it is you. Sign in \
            again, then repeat the command: "nexus logout", which discards unsent changes, and "nexus login --provider NAME".
            """
        case let code where !code.isTransient: refusal.message
        default: "\(error.message) \(error.suggestion)"
        }
    }

    /// Prints the error to standard error, and exits with its code.
    /// - Parameter command: whose help and usage are shown.
    static func end(after error: any Error, of command: any ParsableCommand.Type) -> Never {
        switch error {
        case let error as ClientError:
            Output.warn(text(of: error))
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

/// An error of a verb that is detected before the client is called.
struct CommandProblem: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
