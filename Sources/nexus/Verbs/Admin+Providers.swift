import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

extension Admin {
    /// `nexus admin providers`
    struct Providers: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the sign-in providers and their state.")

        @Flag(help: "Ask each provider for its settings and keys now.") var test = false
        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let client = try ProfileClient.open()
            var report = try await client.providers()
            if test {
                for (position, state) in report.providers.enumerated() {
                    report.providers[position] = try await client.testProvider(state.provider.name)
                }
            }
            if json { return Output.json(report) }
            guard !report.providers.isEmpty else {
                return Output.line("People sign in with passwords: the operator has named no provider.")
            }
            let now = SystemClock().now()
            var table = Table("NAME", "TITLE", "ISSUER", "ASKED", "STATE")
            for state in report.providers {
                table.add(
                    state.provider.name, state.provider.title, state.issuer,
                    state.checkedAt.map { TerminalTime.short($0, now: now) } ?? "",
                    state.problem ?? (state.checkedAt == nil ? "not asked yet" : "works"))
            }
            Output.lines(table.lines(.standardOutput))
        }
    }
}
