import ArgumentParser
import NexusClient
import NexusCore

struct ReportMessage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Report a message to the server's administrators.",
        usage: "nexus report MESSAGE REASON\n       nexus report CONVERSATION MESSAGE REASON")

    @Argument(
        help:
            "The message's identifier, or a conversation and the message's position in it; then the reason; - reads standard input."
    )
    var words: [String]

    func validate() throws {
        guard words.count == 2 || words.count == 3 else { throw ValidationError("Name a message and the reason.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        let messages = try await MessageArguments(words.dropLast()).resolve(client)
        guard let message = messages.first else { throw CommandProblem("Name the message to report.") }
        let operation = try await client.report(message, because: StandardInput.text(of: words.last ?? ""))
        try await Delivery(client: client).report(operation, done: "reported")
    }
}
