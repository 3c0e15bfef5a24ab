import ArgumentParser
import NexusClient
import NexusCore

struct Read: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Mark a conversation as read.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "The position to mark as read up to; the newest by default.") var through: Seq?

    func run() async throws {
        let client = try ProfileClient.open()
        let conversation = try await conversation.resolve(client)
        // "All of it" includes what is new.
        if through == nil { _ = try await client.sync(within: ProfileClient.budget) }
        try await client.markRead(conversation.id, through: through)
        switch try await client.sync(within: ProfileClient.budget) {
        case .settled: Output.line("read")
        case .unfinished, .offline:
            Output.line("queued")
            Output.warn("No connection; others see it once there is one.")
        }
    }
}
