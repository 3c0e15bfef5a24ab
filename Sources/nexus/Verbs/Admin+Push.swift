import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

extension Admin {
    /// `nexus admin push`
    struct Push: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what became of push notifications since the server's start.")

        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let report = try await ProfileClient.open().pushReport()
            if json { return Output.json(report) }
            Output.line("services  \(report.services.joined(separator: ", "))")
            Output.line("devices   \(report.devices)")
            Output.line("sent      \(report.sent)")
            for failure in report.failures { Output.line("failed    \(failure.count) \(failure.reason)") }
            Output.line("waiting   \(report.waiting)")
            if let oldest = report.oldest {
                Output.line("oldest    \(TerminalTime.short(oldest, now: SystemClock().now()))")
            }
        }
    }
}
