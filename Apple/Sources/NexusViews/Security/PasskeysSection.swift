import NexusClient
import NexusCore
import SwiftUI

/// The user's passkeys.
struct PasskeysSection: View {
    @Environment(\.passkeys) private var passkeys
    @State private var isRenaming = false
    @State private var renamed: PasskeyID?
    @State private var name = ""
    let model: SecurityViewModel

    var body: some View {
        Section {
            ForEach(model.passkeys, id: \.id) { passkey in
                PasskeyRow(passkey: passkey, model: model) { rename(passkey) }
            }
            if let passkeys {
                Button("Add a passkey", systemImage: "person.badge.key") {
                    Task {
                        await model.addPasskey { creation throws(ClientError) in try await passkeys.make(creation) }
                    }
                }
                .disabled(model.isWorking)
            }
        } header: {
            Text("Passkeys")
        } footer: {
            Text("Sign in with your fingerprint, face or PIN, without a password and without a code.")
        }
        .alert("Name this passkey", isPresented: $isRenaming) {
            TextField("Name", text: $name)
            Button("Save") { if let renamed { Task { await model.renamePasskey(renamed, to: name) } } }
            Button("Cancel", role: .cancel) {}
        }
    }

    private func rename(_ passkey: Passkey) {
        name = passkey.name
        renamed = passkey.id
        isRenaming = true
    }
}

/// A passkey with its actions.
struct PasskeyRow: View {
    @State private var isRemoving = false
    let passkey: Passkey
    let model: SecurityViewModel
    let rename: () -> Void

    var body: some View {
        HStack {
            VStack(alignment: .leading) {
                Text(verbatim: passkey.name)
                Group {
                    if let used = passkey.lastUsedAt {
                        Text("last used \(used.date, format: .dateTime.day().month(.abbreviated).year())")
                    } else {
                        Text("Not used yet")
                    }
                }
                .font(.caption)
            }
            .accessibilityElement(children: .combine)
            Spacer()
            Menu("Actions for \(passkey.name)", systemImage: "ellipsis.circle") {
                Button("Rename", systemImage: "pencil") { rename() }
                Button("Remove", systemImage: "trash", role: .destructive) { isRemoving = true }
            }
            .labelStyle(.iconOnly)
        }
        .confirmationDialog("Remove this passkey?", isPresented: $isRemoving, titleVisibility: .visible) {
            Button("Remove", role: .destructive) { Task { await model.removePasskey(passkey.id) } }
            Button("Cancel", role: .cancel) {}
        } message: {
            Text("It signs you in no more. Remove it from your device or password manager as well.")
        }
    }
}
