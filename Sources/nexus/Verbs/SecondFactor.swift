import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

/// `nexus second-factor`: codes of an authenticator app at sign-in.
struct SecondFactorVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "second-factor", abstract: "Protect sign-ins with the codes of an authenticator app.",
        subcommands: [Show.self, Add.self, Confirm.self, Codes.self, Remove.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show whether sign-ins need a code.")

        func run() async throws {
            let state = try await ProfileClient.open().secondFactor()
            guard let since = state.since else {
                return Output.line(state.isRequired ? "off, but your team requires it" : "off")
            }
            let time = TerminalTime.short(since, now: SystemClock().now())
            Output.line("on since \(time), \(state.recoveryCodes) recovery codes left")
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a key for an authenticator app; \"confirm\" turns it on.")

        func run() async throws {
            let client = try ProfileClient.open()
            let made = try await client.beginSecondFactor(password: try await PasswordInput.current(of: client))
            Output.line(made.key)
            Output.line(made.link)
        }
    }

    struct Confirm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Turn it on with a first code, and print the recovery codes.")

        @Argument(help: "The code that the app shows.") var code: String

        func run() async throws {
            let codes = try await ProfileClient.open().confirmSecondFactor(code: code)
            Output.lines(codes)
        }
    }

    struct Codes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print new recovery codes; the earlier ones no longer work.")

        func run() async throws {
            let client = try ProfileClient.open()
            Output.lines(
                try await ProofPrompt.answered(client) { () async throws(ClientError) in
                    try await client.renewRecoveryCodes()
                })
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Turn it off.")

        @Option(help: "The code that the app shows, or a recovery code.") var code: String

        func run() async throws {
            let client = try ProfileClient.open()
            try await client.removeSecondFactor(password: try await PasswordInput.current(of: client), code: code)
            Output.line("Sign-ins need no code any more.")
        }
    }
}
