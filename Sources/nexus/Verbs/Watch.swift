import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Stay connected and print events as JSON Lines until interrupted.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument?
    @Flag(help: "Show notifications on this machine for the messages that you are told of.") var notify = false
    @Flag(help: "Accepted for symmetry: the output is always JSON.") var json = false

    func run() async throws {
        let client = try ProfileClient.open()
        let only = try await conversation?.resolve(client).id
        let notifier = notify ? try DesktopNotifier() : nil
        try await Interruption.ends { try await Watch.follow(client, only: only, notifier) }
        await client.close()
    }

    private static func follow(
        _ client: NexusClient, only conversation: ConversationID?, _ notifier: DesktopNotifier?
    ) async throws {
        let events = client.events()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run() }
            // The events end with the group: when the connection ends for good, or the task is cancelled.
            group.addTask {
                var feed = try await WatchFeed(client, only: conversation)
                for await event in events {
                    for line in try await feed.lines(for: event) { Output.json(line) }
                    guard let notifier, case .arrived(let message) = event,
                        conversation == nil || conversation == message.conversation,
                        let banner = try await client.banner(for: message)
                    else { continue }
                    let sender = TerminalText.line(banner.senderName)
                    let text = TerminalText.line(banner.text)
                    notifier.show(
                        banner.title.map { TerminalText.line($0) } ?? sender,
                        banner.title == nil ? text : "\(sender): \(text)")
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}
