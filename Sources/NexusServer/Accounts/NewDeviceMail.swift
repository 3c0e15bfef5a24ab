import NexusCore
import NexusDatabase

/// Tells a person by e-mail of a sign-in on a device that is new to their account.
struct NewDeviceMail: Sendable {
    let mails: MailQueue

    /// Queues the e-mail, unless the same device has signed in from the same address before. Called before the sign-in is in the audit
    /// log. A full queue does not keep the person out.
    func tell(
        _ user: UserID, of device: String, from origin: SignInOrigin, at time: Timestamp, _ transaction: Transaction
    ) throws {
        let note = [device, origin.text].filter { !$0.isEmpty }.joined(separator: ", ")
        guard try !AuditLog.hasSignIn(of: user, from: note, in: transaction),
            let person = try AccountRepository.profile(of: user, in: transaction)?.user
        else { return }
        let content = MailContent.newDevice(
            name: person.name, team: try TeamRepository.info(transaction).team, server: mails.settings.server,
            device: device, origin: origin.text, at: time)
        do {
            try mails.add(
                .device, content, to: person.email, until: time.advanced(by: MailQueue.longestLife), at: time,
                transaction)
        } catch let refusal as Refusal where refusal.code == .overloaded {
            // `/health` and the administration tell of the queue.
        }
    }
}
