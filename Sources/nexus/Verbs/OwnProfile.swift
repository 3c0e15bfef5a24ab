import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

struct OwnProfile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Your account: show it, or change your name and what others see of you.")

    @Option(help: "The name that others see.") var name: String?
    @Flag(inversion: .prefixedNo, help: "Whether others see when you are online; who hides it sees nobody's.")
    var presence: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether others see what you have read; who hides it sees nobody's.")
    var receipts: Bool?
    @Flag(inversion: .prefixedNo, help: "Whether you are shown what artificial intelligence offers.")
    var ai: Bool?
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
        let client = try ProfileClient.open()
        if name != nil || presence != nil || receipts != nil || ai != nil {
            let operation = try await client.updateProfile(
                name: name, showsPresence: presence, showsReceipts: receipts, showsAI: ai)
            let delivery = Delivery(client: client)
            delivery.remark(on: try await delivery.settle(operation))
        }
        guard let account = try await client.account() else { throw ClientError.signedOut }
        if json { return Output.json(AccountJSON(account)) }
        let user = account.profile.user
        Output.line("\(TerminalText.line(user.name)) <\(user.email)> on \(account.server)")
        Output.line(account.profile.showsPresence ? "Seen online." : "Not seen online.")
        Output.line(account.profile.showsReceipts ? "Receipts shown." : "Receipts hidden.")
        if !account.profile.showsAI { Output.line("Artificial intelligence hidden.") }
    }
}
