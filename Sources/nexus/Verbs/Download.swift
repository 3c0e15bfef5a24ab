import ArgumentParser
import Foundation
import NexusClient
import NexusCore

struct Download: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download", abstract: "Download the files of a message.",
        usage: "nexus download MESSAGE\n       nexus download CONVERSATION MESSAGE")

    @Argument(help: "The message's identifier, or a conversation and the message's position in it.")
    var words: [String]
    @Option(help: "The destination folder.") var to: String = "."

    func validate() throws {
        guard words.count == 1 || words.count == 2 else { throw ValidationError("Name one message.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        guard let id = try await MessageArguments(words[...]).resolve(client).first,
            let (_, row) = try await client.message(id)
        else { throw CommandProblem("There is no such message.") }
        guard !row.attachments.isEmpty else { throw CommandProblem("That message has no files.") }
        for attachment in row.attachments {
            let path = Download.free(attachment.name, in: to)
            try await client.download(attachment, to: path)
            Output.line("\(path) \(attachment.bytes)")
        }
    }

    /// An unused path in the folder: existing files are never overwritten.
    private static func free(_ name: String, in folder: String) -> String {
        let name = TextRule.fileName(name)
        let base = (name as NSString).deletingPathExtension
        let ending = (name as NSString).pathExtension
        var path = "\(folder)/\(name)"
        var number = 2
        while FileManager.default.fileExists(atPath: path) {
            path = "\(folder)/\(base)-\(number)" + (ending.isEmpty ? "" : ".\(ending)")
            number += 1
        }
        return path
    }
}
