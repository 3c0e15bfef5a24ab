import Dispatch
import Foundation
import NexusClient
import NexusCore

/// The source of a password: the environment, a prompt without echo, or a line of standard input.
enum PasswordInput {
    /// Which password is asked for.
    enum Kind {
        case only, current, new

        /// The variable that may hold it.
        fileprivate var variable: String { self == .new ? "NEXUS_NEW_PASSWORD" : "NEXUS_PASSWORD" }

        fileprivate var prompt: String {
            switch self {
            case .only: "Password: "
            case .current: "Current password: "
            case .new: "New password: "
            }
        }
    }

    /// - Parameter repeated: whether a prompt asks twice.
    /// - Throws: `CommandProblem` without a password, or if the two differ.
    static func read(_ kind: Kind = .only, repeated: Bool = false) throws -> String {
        if let given = ProcessInfo.processInfo.environment[kind.variable] { return given }
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine() else {
                throw CommandProblem("No password: type one, pass it on standard input, or set \(kind.variable).")
            }
            return line
        }
        let password = try prompt(kind.prompt)
        if repeated, try prompt("Again: ") != password { throw CommandProblem("The passwords differ. Try again.") }
        return password
    }

    /// The current password of the person who is signed in; an empty one, unasked, of a person who signs in with a provider alone.
    static func current(of client: NexusClient) async throws -> String {
        // Where the server cannot be asked, or does not say, everyone has one.
        if let state = try? await client.secondFactor(), !state.needsPassword { return "" }
        return try read(.current)
    }

    private static func prompt(_ words: String) throws -> String {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw CommandProblem("The terminal cannot be used.") }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        let restored = before
        // An interrupted prompt restores the terminal.
        signal(SIGINT, SIG_IGN)
        let interruption = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        interruption.setEventHandler {
            var before = restored
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            exit(128 + SIGINT)
        }
        interruption.resume()
        FileHandle.standardError.write(Data(words.utf8))
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            interruption.cancel()
            signal(SIGINT, SIG_DFL)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        guard let line = readLine() else { throw CommandProblem("No password was entered.") }
        return line
    }
}
