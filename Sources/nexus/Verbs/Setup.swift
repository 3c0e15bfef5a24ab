import ArgumentParser
import Foundation
import NexusClient
import NexusCore
import NexusServer

/// `nexus setup`: what the set-up link does in a browser.
struct Setup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Set up a fresh server and become its administrator.")

    @Argument(help: "The set-up link that the server printed.") var link: String
    @Option(help: "Your display name.") var name: String
    @Option(help: "The e-mail address to sign in with.") var email: String
    @Option(help: "The team's name.") var team: String
    @Option(help: "Who may open an account: invited or everyone.") var join: JoinPolicy = .invited

    func run() async throws {
        let link = try ServerLink(link, path: "/setup")
        let client = try ProfileClient.open()
        let password = try PasswordInput.read(repeated: true)
        let profile = try await client.setUp(
            server: link.server, code: link.secret, name: name, email: email, password: password, team: team,
            join: join)
        Output.line("Set up \(team). Signed in as its administrator \(profile.user.name) <\(profile.user.email)>.")
    }
}

/// `nexus setup-link`: prints again what the server printed when it started.
struct SetupLink: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup-link", abstract: "Print the set-up link of a fresh server again.",
        discussion: "For operators: works in the data folder, also while the server runs.")

    @Option(help: "The folder of the database.")
    var data: String = ServerEnvironment.text("NEXUS_DATA") ?? "data"

    @Option(help: "The server's address, such as https://chat.example.org.")
    var server = ServerEnvironment.address

    @OptionGroup var file: SettingsFileOptions

    func run() throws {
        guard let link = SetupLink.text(data: data, server: server) else {
            throw CommandProblem(
                "No server in \"\(data)\" waits for its set-up: it is set up already, or was never started.")
        }
        Output.line(link)
    }

    /// The link of a server that waits for its set-up; nil for any other.
    static func text(data: String, server: String, isPostgres: Bool? = nil) -> String? {
        let place = isPostgres ?? DatabasePlace.isPostgres(data) ? DatabasePlace.postgres : DatabasePlace.sqlite
        return SetupCode.stored(besideDatabaseAt: data + place).map { code in
            ServerLink.text(server: server, path: "/setup", secret: code)
        }
    }
}

extension JoinPolicy: ExpressibleByArgument {}
extension InvitePolicy: ExpressibleByArgument {}
