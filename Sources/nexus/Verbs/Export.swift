import ArgumentParser
import Foundation
import NexusClient
import NexusCore

/// `nexus export`: a copy of everything of one's own.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Download a copy of your data as a ZIP file.")

    @Option(help: "The file.") var to = "nexus-export.zip"

    func run() async throws {
        // Before the server makes a copy, which it does three times a day.
        guard !FileManager.default.fileExists(atPath: to) else {
            throw CommandProblem("\(to) exists: name another file with --to.")
        }
        let client = try ProfileClient.open()
        var state = try await client.export()
        if state.phase != .ready { state = try await client.makeExport() }
        while state.phase == .making {
            try await Task.sleep(for: .milliseconds(500))
            state = try await client.export()
        }
        guard state.phase == .ready else {
            throw CommandProblem(state.message.isEmpty ? "The copy was given up." : state.message)
        }
        try await client.downloadExport(state, to: to)
        Output.line("\(to) \(state.bytes ?? 0)")
    }
}

/// `nexus retention`: how long the messages of a conversation stay.
struct RetentionVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention", abstract: "Show or set after how many days messages of a conversation are deleted.")

    @Argument(help: ConversationArgument.help) var conversation: ConversationArgument
    @Argument(help: "Days; 0 for never.") var days: Int?

    func run() async throws {
        let client = try ProfileClient.open()
        let id = try await conversation.resolve(client).id
        let retention =
            if let days { try await client.setRetention(days, of: id) } else { try await client.retention(of: id) }
        Output.line(retention.days == 0 ? "conversation  never" : "conversation  \(retention.days) days")
        Output.line("server        \(retention.serverDays.map { "\($0) days" } ?? "never")")
    }
}
