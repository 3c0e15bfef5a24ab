import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Versions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "versions", abstract: "Show a message's edit history, current text last.",
        usage: "nexus versions MESSAGE [--json]\n       nexus versions CONVERSATION MESSAGE [--json]")

    @Argument(help: "The message's identifier, or a conversation and the message's position in it.")
    var words: [String]
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let client = try ProfileClient.open()
        let messages = try await MessageArguments(words[...]).resolve(client)
        guard let message = messages.first, messages.count == 1 else { throw CommandProblem("Name one message.") }
        let versions = try await client.versions(of: message)
        if json { return Output.json(versions) }
        let now = SystemClock().now()
        Output.lines(
            versions.map { version in
                let text = version.text.split(whereSeparator: \.isNewline).joined(separator: " ")
                return "\(TerminalTime.short(version.at, now: now))  \(TerminalText.line(text))"
            })
    }
}
