import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Stay connected and print events as JSON Lines until interrupted.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument?
    @Flag(help: "Accepted for symmetry: the output is always JSON.") var json = false

    func run() async throws {
        let client = try ProfileClient.open()
        let only = try await conversation?.resolve(client).id
        try await Interruption.ends { try await Watch.follow(client, only: only) }
        await client.close()
    }

    private static func follow(_ client: NexusClient, only conversation: ConversationID?) async throws {
        let events = client.events()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run() }
            // The events end with the group: when the connection ends for good, or the task is cancelled.
            group.addTask {
                var feed = try await WatchFeed(client, only: conversation)
                for await event in events {
                    for line in try await feed.lines(for: event) { Output.json(line) }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}
