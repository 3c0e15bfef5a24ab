extension MailContent {
    /// The message of `nexus admin mail-test`.
    static func test(team: String, server: String) -> MailContent {
        MailContent(
            subject: "Test message from \(teamName(team))",
            [
                .paragraph("\(teamName(team)) can send e-mail."),
                .note("An administrator of \(server) asked for this test. You need not do anything."),
            ])
    }

    /// The team's name, or the product's for a team without one.
    static func teamName(_ team: String) -> String { team.isEmpty ? "Nexus" : team }
}
