import NexusClient
import NexusCore
import SwiftUI

/// Whether sign-ins need a code, and what can be done about it.
struct SecondFactorSection: View {
    let model: SecurityViewModel
    @Binding var sheet: SecuritySheet?

    var body: some View {
        Section {
            if let state = model.secondFactor {
                if let since = state.since {
                    Text("On since \(since.date, format: .dateTime.day().month(.abbreviated).year())")
                    Text("\(state.recoveryCodes) recovery codes left")
                    Button("New recovery codes") { Task { await model.renewRecoveryCodes() } }
                    Button("Turn off two-step sign-in", role: .destructive) { sheet = .turnOff }
                } else {
                    Text("A code of an authenticator app protects your account even if your password leaks.")
                    Button("Set up two-step sign-in") { sheet = .setUp }
                }
                if state.isRequired { Text("Your team requires two factors of everyone.").font(.footnote) }
            }
        } header: {
            Text("Two-step sign-in")
        }
        .disabled(model.isWorking)
    }
}

/// Turns the second factor off.
struct TurnOffSecondFactorView: View {
    @State private var password = ""
    @State private var code = ""
    let model: SecurityViewModel

    var body: some View {
        Form {
            Section {
                if needsPassword { SecureField("Password", text: $password) }
                CodeField(code: $code)
                Button("Turn off two-step sign-in", role: .destructive) {
                    Task { await model.removeSecondFactor(password: password, code: code) }
                }
                .disabled(needsPassword && password.isEmpty || code.isEmpty || model.isWorking)
            } footer: {
                ErrorLine(error: model.error)
            }
        }
        .formStyle(.grouped)
        .navigationTitle("Two-step sign-in")
    }

    private var needsPassword: Bool { model.secondFactor?.needsPassword != false }
}
