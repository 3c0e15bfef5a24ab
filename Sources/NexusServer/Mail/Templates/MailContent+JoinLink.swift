extension MailContent {
    /// - Parameter link: works once, for 30 minutes.
    static func joinLink(team: String, server: String, link: String) -> MailContent {
        MailContent(
            subject: "Join \(teamName(team))",
            [
                .paragraph(
                    "You asked to join at \(server) with this address. This link confirms it. It works once, for 30 minutes."
                ),
                .link("Join", url: link),
                .note("If you did not ask for it, ignore this message: nothing happens."),
            ])
    }

    /// For the owner of an address that has an account.
    static func alreadyMember(name: String, team: String, server: String) -> MailContent {
        MailContent(
            subject: "You are a member of \(teamName(team)) already",
            [
                .paragraph("Hello \(name),"),
                .paragraph("you asked to join with this address, which has an account already. Sign in with it."),
                .link("Sign in", url: "\(server)/sign-in"),
                .note("You forgot your password? Ask for a link there."),
            ])
    }
}
