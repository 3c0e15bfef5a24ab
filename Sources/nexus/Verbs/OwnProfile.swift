import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct OwnProfile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Show your account, or change your name and privacy settings.")

    @Option(help: "Your display name.") var name: String?
    @Option(help: "A line about you; an empty one removes it.") var about: String?
    @Option(help: "Your profile picture: a JPEG, PNG, WebP or GIF file.", completion: .file())
    var picture: String?
    @Flag(help: "Remove the picture.") var noPicture = false
    @Flag(inversion: .prefixedNo, help: "Share when you are online. If off, you do not see it of others either.")
    var presence: Bool?
    @Flag(inversion: .prefixedNo, help: "Share read receipts. If off, you do not see those of others either.")
    var receipts: Bool?
    @Flag(inversion: .prefixedNo, help: "Show AI features.")
    var ai: Bool?
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard picture == nil || !noPicture else { throw ValidationError("Use either --picture or --no-picture.") }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        var operations: [OperationID] = []
        if name != nil || about != nil || presence != nil || receipts != nil || ai != nil {
            operations.append(
                try await client.updateProfile(
                    name: name, about: about, showsPresence: presence, showsReceipts: receipts, showsAI: ai))
        }
        if let picture { operations.append(try await client.setPicture(picture)) }
        if noPicture { operations.append(try await client.removePicture()) }
        let delivery = Delivery(client: client)
        for operation in operations { delivery.remark(on: try await delivery.settle(operation)) }
        guard let account = try await client.account() else { throw ClientError.signedOut }
        if json { return Output.json(AccountJSON(account)) }
        let user = account.profile.user
        Output.line("\(TerminalText.line(user.name)) <\(user.email)> on \(account.server)")
        if !user.about.isEmpty { Output.line(TerminalText.line(user.about)) }
        Output.line(user.picture == nil ? "No picture." : "With a picture.")
        Output.line(account.profile.showsPresence ? "Seen online." : "Not seen online.")
        Output.line(account.profile.showsReceipts ? "Receipts shown." : "Receipts hidden.")
        if !account.profile.showsAI { Output.line("Artificial intelligence hidden.") }
    }
}
