extension MailContent {
    /// - Parameter link: works once, for 30 minutes.
    static func passwordReset(name: String, team: String, server: String, link: String) -> MailContent {
        MailContent(
            subject: "Set a new password for \(teamName(team))",
            [
                .paragraph("Hello \(name),"),
                .paragraph(
                    "A new password was requested for your account at \(server). "
                        + "This link sets one. It works once, for 30 minutes."),
                .link("Set a new password", url: link),
                .note("If you did not request it, ignore this message: your password stays as it is."),
            ])
    }
}
