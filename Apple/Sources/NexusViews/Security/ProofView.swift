import NexusClient
import NexusCore
import SwiftUI

/// Asks for a proof that it is the user: the password, with a code where one is needed, or a passkey.
struct ProofView: View {
    @Environment(\.passkeys) private var passkeys
    @State private var password = ""
    @State private var code = ""
    let model: SecurityViewModel

    var body: some View {
        Form {
            Section {
                if model.proof?.hasPassword == true {
                    SecureField("Password", text: $password).onSubmit { prove() }
                    if model.proof?.needsCode == true { CodeField(code: $code) }
                    Button("Confirm") { prove() }.disabled(!canProve)
                }
                if model.proof?.hasPasskey == true, let passkeys {
                    Button("Use a passkey", systemImage: "person.badge.key") {
                        Task { await model.prove(by: passkeys) }
                    }
                }
                if model.proof?.hasPassword != true, model.proof?.hasPasskey != true {
                    Text("Sign out and in again first: this needs a sign-in that is at most ten minutes old.")
                }
            } header: {
                Text("What you are about to do needs a proof that is at most ten minutes old.")
            } footer: {
                ErrorLine(error: model.error)
            }
        }
        .formStyle(.grouped)
        .navigationTitle("Confirm that it is you")
    }

    private var canProve: Bool {
        !password.isEmpty && !model.isWorking && (model.proof?.needsCode != true || !code.isEmpty)
    }

    private func prove() {
        guard canProve else { return }
        let code = model.proof?.needsCode == true ? code : nil
        Task { await model.prove(password: password, code: code) }
    }
}

/// The same on its own.
struct ProofSheet: View {
    let model: SecurityViewModel

    var body: some View {
        NavigationStack {
            ProofView(model: model)
                .toolbar { ToolbarItem(placement: .cancellationAction) { Button("Cancel") { model.cancelProof() } } }
        }
    }
}

/// A code of an authenticator app, or a recovery code.
struct CodeField: View {
    @Binding var code: String

    var body: some View {
        TextField("Code of your app, or a recovery code", text: $code)
            .autocorrectionDisabled()
            #if !os(macOS)
                .textInputAutocapitalization(.never)
                .textContentType(.oneTimeCode)
            #endif
    }
}
