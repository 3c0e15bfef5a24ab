import Foundation
import NexusClient
import NexusCore

/// Asks at the terminal for the code that a sign-in needs, and sets a second factor up where the team requires one.
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
        return try await signIn(try code("Code of your authenticator app: "))
    }

    /// Sets the second factor up that the team requires of a person who just signed in; nothing where none is required.
    /// - Parameter password: the one that was just typed; nil for a sign-in without it.
    static func enrolIfRequired(_ client: NexusClient, password: String?) async throws {
        // An earlier server knows no second factors.
        guard let state = try? await client.secondFactor(), state.isRequired, state.since == nil else { return }
        Output.warn("Your team requires two-step sign-in.")
        guard isatty(STDIN_FILENO) == 1 else {
            return Output.warn("Set it up with \"nexus second-factor add\" and \"nexus second-factor confirm\".")
        }
        let current = if let password { password } else { try await PasswordInput.current(of: client) }
        let made = try await client.beginSecondFactor(password: current)
        Output.line("Add this key to your authenticator app:")
        Output.line(made.key)
        Output.line(made.link)
        while true {
            let typed = try code("Code that the app shows: ")
            do throws(ClientError) {
                let codes = try await client.confirmSecondFactor(code: typed)
                Output.line("Keep these recovery codes. Each replaces a code of the app once:")
                return Output.lines(codes)
            } catch {
                guard case .refused(let refusal) = error, refusal.code == .wrongCode else { throw error }
                Output.warn(refusal.message)
            }
        }
    }

    private static func code(_ prompt: String) throws -> String {
        FileHandle.standardError.write(Data(prompt.utf8))
        guard let typed = readLine() else { throw CommandProblem("No code was typed.") }
        return typed
    }
}
