import ArgumentParser
import NexusClient
import NexusCore

extension Outbox {
    struct SendText: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send-text",
            abstract: "Send the text of a message without the files that cannot be uploaded.",
            discussion: "The files follow in a message of their own, a reply to the text, once they are uploaded.")

        @Argument(help: "The message's identifier, or its beginning.") var id: String

        @Flag(help: "Discard the files.") var discardFiles = false

        func run() async throws {
            let client = try ProfileClient.open()
            let operation = try await Outbox.find(id, client)
            let files = try await client.sendTextAlone(
                of: operation.retyped(), discardingAttachments: discardFiles)
            let delivery = Delivery(client: client, keepsRefused: true)
            try await delivery.report(operation, done: "sent", note: operation.text)
            if let files { try await delivery.report(files.retyped(), done: "files sent", note: files.text) }
        }
    }
}
