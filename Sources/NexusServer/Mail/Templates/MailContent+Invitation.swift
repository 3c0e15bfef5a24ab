extension MailContent {
    /// - Parameters:
    ///   - name: of the person who invites.
    ///   - groups: the groups that the link leads to.
    static func invitation(by name: String, team: String, groups: [String], link: String, days: Int) -> MailContent {
        let place = team.isEmpty ? "their team on Nexus" : "\(team) on Nexus"
        return MailContent(
            subject: "\(name) invites you to \(teamName(team))",
            [.paragraph("\(name) invites you to \(place).")]
                + (groups.isEmpty ? [] : [.paragraph("You will join \(groups.joined(separator: ", ")).")])
                + [
                    .link("Join", url: link),
                    .note(
                        "The link works once, for \(days == 1 ? "a day" : "\(days) days"). If you do not know \(name), ignore this message."
                    ),
                ])
    }
}
