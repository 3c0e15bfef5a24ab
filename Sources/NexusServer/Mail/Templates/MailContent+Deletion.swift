import Foundation
import NexusCore

extension MailContent {
    /// - Parameters:
    ///   - byOwner: whether the account's owner asked for it, who can keep the account.
    static func deletion(name: String, team: String, server: String, at time: Timestamp, byOwner: Bool) -> MailContent {
        let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
        let day = date.formatted(.iso8601.year().month().day())
        let blocks: [Block] =
            byOwner
            ? [
                .paragraph("To keep it, sign in before that day and choose “Keep my account”."),
                .link("Keep my account", url: "\(server)/settings"),
                .note("If you did not ask for this, sign in, keep your account and change your password."),
            ]
            : [.note("An administrator of your team decided this. Ask them if you want to keep your account.")]
        return MailContent(
            subject: "Your account at \(teamName(team)) will be deleted",
            [.paragraph("Hello \(name),"), .paragraph("Your account at \(server) will be deleted on \(day) (UTC).")]
                + blocks)
    }
}
