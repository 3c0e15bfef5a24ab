import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct Receipts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipts", abstract: "Show who has received and read a message, and when.",
        usage: "nexus receipts MESSAGE\n       nexus receipts CONVERSATION MESSAGE")

    @Argument(help: "The message's identifier, or a conversation and the message's position in it.")
    var words: [String]
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard words.count == 1 || words.count == 2 else { throw ValidationError("Name one message.") }
    }

    func run() async throws {
        let client = try await ProfileClient.openAndSync()
        guard let id = try await MessageArguments(words[...]).resolve(client).first else {
            throw CommandProblem("There is no such message.")
        }
        let receipts = try await client.receipts(of: id)
        if json { return Output.json(receipts.map { MemberReceiptJSON($0) }) }
        var table = Table("NAME", "HOW FAR", "READ AT")
        for receipt in receipts {
            table.add(receipt.name, receipt.word, receipt.readAt.map { TerminalTime.iso($0) } ?? "")
        }
        Output.lines(table.lines(.standardOutput))
    }
}
