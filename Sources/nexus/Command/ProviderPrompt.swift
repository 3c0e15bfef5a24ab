import NexusClient
import NexusCore

/// Signs in with a provider, in a browser on this device.
enum ProviderPrompt {
    /// Prints the address of the provider's page and waits until the browser has come back from it, ten minutes at most.
    static func signIn(
        _ client: NexusClient, server: String, provider: String, invitation: String?, code: String?
    ) async throws -> Profile {
        let listener = try await LoopbackListener()
        do {
            let attempt = try await client.startSignIn(
                server: server, provider: provider, invitation: invitation, port: listener.port)
            Output.line("Open this page in a browser on this device:")
            Output.line(attempt.url)
            guard let answer = await ProviderPrompt.answer(listener, state: attempt.state) else {
                throw CommandProblem("Nobody signed in within ten minutes. Run the command again.")
            }
            await listener.close()
            return try await SecondFactorPrompt.answered(code) { (code) async throws(ClientError) in
                try await client.finishSignIn(attempt, with: answer, code: code)
            }
        } catch {
            await listener.close()
            throw error
        }
    }

    private static func answer(_ listener: LoopbackListener, state: String) async -> ProviderAnswer? {
        await withTaskGroup(of: ProviderAnswer?.self) { group in
            group.addTask { await listener.answer(state: state) }
            group.addTask {
                try? await Task.sleep(for: .seconds(600))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
