import NexusClient
import NexusCore
import SwiftUI

/// The sign-in, and the ways to an account beside it.
struct LoginView: View {
    @Bindable var model: SignInViewModel
    /// Why the last session ended.
    var ending: Refusal?

    var body: some View {
        NavigationStack {
            Form {
                if let ending { Section { Text(ending.message) } }
                fields
                actions
                PasskeyButton(model: model)
                SignInProvidersView(model: model)
            }
            .formStyle(.grouped)
            .navigationTitle(title)
        }
        .task(id: model.server) { await lookUpSoon() }
    }

    private var fields: some View {
        Section {
            ForEach(model.fields, id: \.self) { SignInFieldView(field: $0, model: model) }
        } footer: {
            if model.needsCode { Text("Enter the code of your authenticator app, or one of your recovery codes.") }
            ErrorLine(error: model.error)
            if let outcome = model.outcome { SignInOutcomeView(outcome: outcome) }
        }
        .onSubmit { submit() }
    }

    private var actions: some View {
        Section {
            Button(title) { submit() }.disabled(!model.canSubmit)
            if model.isWorking { ProgressView("Please wait") }
            if model.mode != .signIn {
                Button("I have an account") { model.mode = .signIn }
            } else {
                if model.info == nil || model.takesEveryone {
                    Button("Create an account") { model.mode = .signUp }
                }
                Button("Forgot your password?") { model.mode = .forgot }
            }
        }
    }

    private var title: LocalizedStringKey {
        switch model.mode {
        case .signIn: "Sign in"
        case .signUp: "Create account"
        case .setUp: "Set up the server"
        case .join: "Join the team"
        case .reset: "Set a new password"
        case .forgot: "Reset your password"
        case .ask: "Ask to join"
        }
    }

    private func submit() { Task { await model.submit() } }

    /// Asks the server for its providers once the address has not changed for a moment.
    private func lookUpSoon() async {
        guard model.info == nil, !model.server.isEmpty, (try? await Task.sleep(for: .milliseconds(600))) != nil else {
            return
        }
        await model.lookUp()
    }
}
