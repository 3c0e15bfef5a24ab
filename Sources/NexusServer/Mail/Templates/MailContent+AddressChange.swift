extension MailContent {
    /// - Parameter link: works once, for 30 minutes.
    static func addressConfirmation(name: String, team: String, server: String, link: String) -> MailContent {
        MailContent(
            subject: "Confirm your address for \(teamName(team))",
            [
                .paragraph("Hello \(name),"),
                .paragraph(
                    "you want to sign in at \(server) with this address. This link confirms it. It works once, for 30 minutes."
                ),
                .link("Confirm this address", url: link),
                .note("If you did not ask for it, ignore this message: nothing changes."),
            ])
    }

    /// For an address that was to become that of another account.
    static func addressInUse(team: String, server: String) -> MailContent {
        MailContent(
            subject: "Your address for \(teamName(team))",
            [
                .paragraph(
                    "Someone wanted to use this address for another account at \(server). It belongs to an account already, so nothing was changed."
                ),
                .note("If that was you, sign in with this address, or forget the other account."),
            ])
    }

    /// For the address that an account had before.
    static func addressChanged(name: String, team: String, server: String) -> MailContent {
        MailContent(
            subject: "Your address for \(teamName(team)) was changed",
            [
                .paragraph("Hello \(name),"),
                .paragraph("your account at \(server) has a new e-mail address. This one no longer signs in."),
                .note("If you did not change it, tell an administrator of your team at once."),
            ])
    }
}
