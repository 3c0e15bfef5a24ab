import Foundation
import NexusClient
import NexusCore

/// Asks at the terminal for the code that a sign-in needs.
enum SecondFactorPrompt {
    /// Signs in with the given code; without one, asks for it if the server does.
    static func answered<Answer>(
        _ given: String?, _ signIn: (String?) async throws(ClientError) -> Answer
    ) async throws -> Answer {
        do throws(ClientError) {
            return try await signIn(given)
        } catch {
            guard case .refused(let refusal) = error, refusal.code == .codeRequired, given == nil,
                isatty(STDIN_FILENO) == 1
            else { throw error }
        }
        FileHandle.standardError.write(Data("Code of your authenticator app: ".utf8))
        guard let typed = readLine() else { throw CommandProblem("No code was typed.") }
        return try await signIn(typed)
    }
}
