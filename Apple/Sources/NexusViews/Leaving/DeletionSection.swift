import NexusClient
import NexusCore
import SwiftUI

/// Whether, and from when, the account is deleted.
struct DeletionSection: View {
    let model: LeavingViewModel
    @Binding var isDeleting: Bool

    var body: some View {
        Section("Delete account") {
            if let deletesAt = model.deletion?.deletesAt {
                Text("Your account is deleted on \(deletesAt.date, format: .dateTime.day().month(.wide).year()).")
                Button("Keep my account") { Task { await model.keepAccount() } }
            } else if model.deletion != nil {
                Text("You have 14 days to change your mind.")
                Button("Delete my account", role: .destructive) { isDeleting = true }
            }
        }
        .disabled(model.isWorking)
    }
}

/// Asks for a proof, and for what becomes of the messages.
struct DeleteAccountView: View {
    @Environment(\.dismiss) private var dismiss
    @State private var password = ""
    @State private var code = ""
    @State private var messages = LeftMessages.keep
    let model: LeavingViewModel

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    Text(
                        "Your account is deleted in 14 days. You leave your groups then, and your settings, drafts, picture and assistant history are deleted. Your other devices are signed out now."
                    )
                }
                Section {
                    Picker("Your messages", selection: $messages) {
                        Text("Leave them, under the name “Deleted account”").tag(LeftMessages.keep)
                        Text("Delete them for everyone").tag(LeftMessages.delete)
                    }
                    SecureField("Password", text: $password)
                    if model.needsCode { CodeField(code: $code) }
                    Button("Delete account", role: .destructive) { Task { await delete() } }
                        .disabled(model.isWorking || model.needsCode && code.isEmpty)
                } footer: {
                    ErrorLine(error: model.error)
                    Text("Without a password, sign out and in again first.")
                }
            }
            .formStyle(.grouped)
            .navigationTitle("Delete your account?")
            .toolbar { ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } } }
        }
    }

    private func delete() async {
        let code = model.needsCode ? code : nil
        if await model.deleteAccount(password: password, code: code, messages: messages) { dismiss() }
    }
}
