import ArgumentParser
import NexusClient
import NexusCore

/// `nexus email`: changes the address that one signs in with.
struct EmailVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "email", abstract: "Change the e-mail address that you sign in with.",
        discussion: "The server mails a link to the new address, which confirms it within 30 minutes.")

    @Argument(help: "The new address.") var address: String?
    @Option(help: "Confirm the new address with the link that was mailed to it.") var link: String?

    func validate() throws {
        guard (address == nil) != (link == nil) else {
            throw ValidationError("Give the new address, or --link with the link that was mailed to it.")
        }
    }

    func run() async throws {
        let client = try ProfileClient.open()
        if let link {
            let link = try ServerLink(link, path: "/confirm")
            let address = try await client.confirmEmail(link.secret, of: link.server)
            return Output.line("Your address is \(address) from now on.")
        }
        guard let address else { return }
        try await ProofPrompt.answered(client) { () async throws(ClientError) in
            try await client.changeEmail(to: address)
        }
        Output.line("A link is on its way to \(address). It works once, for 30 minutes:")
        Output.line("  nexus email --link LINK")
    }
}
