import NexusCore

extension MailContent {
    /// - Parameters:
    ///   - device: the name of the device.
    ///   - origin: the address and place that the sign-in came from; empty where they are not known.
    static func newDevice(
        name: String, team: String, server: String, device: String, origin: String, at time: Timestamp
    ) -> MailContent {
        MailContent(
            subject: "New sign-in to \(teamName(team))",
            [
                .paragraph("Hello \(name),"),
                .paragraph(
                    "your account at \(server) was signed in to on \(MailDate.text(time)): \(device)\(origin.isEmpty ? "" : ", \(origin)")."
                ),
                .paragraph("If that was you, you need not do anything."),
                .note("If it was not, change your password in the settings, and sign out your other devices there."),
            ])
    }
}
