import ArgumentParser
import NexusClient
import NexusCore

struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Send the outbox, receive what is new, and exit.")

    @Option(help: "The maximum time, in seconds.") var timeout = SecondsArgument(seconds: 30)

    func run() async throws {
        let client = try ProfileClient.open()
        let outcome = try await client.sync(within: timeout.milliseconds)
        let outbox = try await client.outbox()
        await client.close()
        let failed = outbox.count { if case .failed = $0.state { true } else { false } }
        if failed > 0 { Output.warn("\(failed) refused. See `nexus outbox`.") }
        switch outcome {
        case .settled: Output.line("In sync with the server.")
        case .unfinished: throw CommandProblem("Not finished in time; \(outbox.count - failed) still queued.")
        case .offline: throw ClientError.offline("\(outbox.count - failed) still queued")
        }
    }
}
