import NexusClient
import NexusCore
import SwiftUI

/// What happened to the sign-in, the newest first.
struct SecurityLogSection: View {
    let model: SecurityViewModel

    var body: some View {
        if !model.log.isEmpty {
            Section("Security activity") {
                ForEach(model.log, id: \.number) { entry in
                    VStack(alignment: .leading) {
                        SecurityEntryText(entry: entry)
                        Text(entry.at.date, format: .dateTime.day().month(.abbreviated).year().hour().minute())
                            .font(.caption)
                    }
                    .accessibilityElement(children: .combine)
                }
                if model.hasMoreLog { Button("More") { Task { await model.loadMoreLog() } } }
            }
        }
    }
}

/// An entry in words.
struct SecurityEntryText: View {
    let entry: AuditEntry

    var body: some View {
        switch entry.act {
        case .signIn: Text("Signed in: \(entry.note)")
        case .failSignIn: Text("\(Int(entry.count ?? 1)) failed attempts to sign in")
        case .endSessions: Text("You signed other devices out")
        case .changeEmail: Text("Your e-mail address was changed")
        case .changePassword: Text("Your password was changed")
        case .makeResetLink: Text("A link for a new password was made by \(entry.actor.name)")
        case .resetPassword: Text("A new password was set with a link")
        case .addSecondFactor: Text("Two-step sign-in was turned on")
        case .removeSecondFactor: Text("Two-step sign-in was turned off")
        case .addPasskey: Text("The passkey “\(entry.note)” was added")
        case .removePasskey: Text("The passkey “\(entry.note)” was removed")
        case .refusePasskey: Text("The passkey “\(entry.note)” was refused: it may have been copied")
        case .renewRecoveryCodes: Text("New recovery codes replaced the earlier ones")
        case .useRecoveryCode: Text("A recovery code was used to sign in")
        case .scheduleDeletion: Text("\(entry.actor.name) asked for the deletion of your account")
        case .cancelDeletion: Text("The deletion of your account was cancelled")
        case .exportData: Text("A copy of your data was made")
        case .connectProvider: Text("\(entry.note) was connected")
        case .disconnectProvider: Text("\(entry.note) was disconnected")
        default: Text(verbatim: entry.act.rawValue)
        }
    }
}
