import ArgumentParser
import NexusClient
import NexusCore

struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Send the outbox, receive what is new, and exit.")

    @Option(help: "The maximum time, in seconds.") var timeout = SecondsArgument(seconds: 30)

    func run() async throws {
        let client = try ProfileClient.open()
        let summary = try await client.sync(within: .milliseconds(timeout.milliseconds))
        let failed = try await client.outbox().count { if case .failed = $0.state { true } else { false } }
        await client.close()
        if failed > 0 { Output.warn("\(failed) refused. See `nexus outbox`.") }
        switch summary.outcome {
        case .settled:
            Output.line("In sync with the server: \(summary.arrived.count) received, \(summary.sent) sent.")
        case .unfinished: throw CommandProblem("Not finished in time; \(summary.waiting) still queued.")
        case .offline: throw ClientError.offline("\(summary.waiting) still queued")
        }
    }
}
