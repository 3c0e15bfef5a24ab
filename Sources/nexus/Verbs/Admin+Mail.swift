import ArgumentParser
import NexusClient
import NexusCore
import NexusTerminal

extension Admin {
    /// `nexus admin mail`
    struct Mail: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the mail server, e-mails that wait and e-mails that failed.")

        @Flag(help: "Print JSON.") var json = false

        func run() async throws {
            let report = try await ProfileClient.open().mail()
            if json { return Output.json(MailReportJSON(report)) }
            guard report.isOn, let server = report.server, let sender = report.sender else {
                return Output.line("This server sends no e-mail: its operator has not set NEXUS_SMTP_URL.")
            }
            Output.line("server   \(server)")
            Output.line("sender   \(sender)")
            Output.line("waiting  \(report.waiting)")
            if let problem = report.problem { Output.line("problem  \(problem)") }
            guard !report.mails.isEmpty else { return }
            let now = SystemClock().now()
            var table = Table("AT", "STATE", "KIND", "TO", "TRIES", "NEXT", "REASON")
            for mail in report.mails {
                table.add(
                    TerminalTime.short(mail.createdAt, now: now), mail.state.rawValue, mail.kind.rawValue, mail.to,
                    "\(mail.attempts)", mail.state == .waiting ? TerminalTime.short(mail.dueAt, now: now) : "",
                    mail.reason)
            }
            Output.lines(table.lines(.standardOutput))
        }
    }

    /// `nexus admin mail-test`
    struct TestMail: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mail-test", abstract: "Send a test message, and say what went wrong.")

        @Argument(help: "The address that gets the message.") var address: String

        func run() async throws {
            try await ProfileClient.open().testMail(to: address)
            Output.line("The mail server accepted the message for \(address).")
        }
    }
}
