import NexusClient
import SwiftUI

/// Changes the password.
struct ChangePasswordView: View {
    @State private var current = ""
    @State private var new = ""
    @State private var endsOthers = true
    let model: SecurityViewModel

    var body: some View {
        Form {
            Section {
                SecureField("Current password", text: $current)
                SecureField("New password", text: $new)
                    #if !os(macOS)
                        .textContentType(.newPassword)
                    #endif
                Toggle("Sign out my other devices", isOn: $endsOthers)
                Button("Change password") {
                    Task { await model.changePassword(from: current, to: new, endingOthers: endsOthers) }
                }
                .disabled(current.isEmpty || new.isEmpty || model.isWorking)
            } footer: {
                ErrorLine(error: model.error)
            }
        }
        .formStyle(.grouped)
        .navigationTitle("Change password")
    }
}

/// Asks for another address to sign in with.
struct ChangeEmailView: View {
    @State private var address = ""
    let model: SecurityViewModel

    var body: some View {
        Form {
            Section {
                TextField("New e-mail address", text: $address)
                    .autocorrectionDisabled()
                    #if !os(macOS)
                        .textInputAutocapitalization(.never)
                        .keyboardType(.emailAddress)
                        .textContentType(.emailAddress)
                    #endif
                Button("Send link") { Task { await model.changeEmail(to: address) } }
                    .disabled(address.isEmpty || model.isWorking)
            } footer: {
                ErrorLine(error: model.error)
                Text("The address changes once you open the link that is sent to it.")
            }
        }
        .formStyle(.grouped)
        .navigationTitle("Change e-mail address")
    }
}
