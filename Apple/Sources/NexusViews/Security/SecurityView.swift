import NexusClient
import NexusCore
import SwiftUI

/// How the user signs in: password, address, two-step sign-in, passkeys and providers, with what happened to them.
struct SecurityView: View {
    @State private var sheet: SecuritySheet?
    let model: SecurityViewModel

    var body: some View {
        Form {
            if model.isLoading { ProgressView("Loading the settings") }
            outcome
            Section("Password and address") {
                if model.providers?.hasPassword != false { Button("Change password") { sheet = .password } }
                Button("Change e-mail address") { sheet = .email }
            }
            SecondFactorSection(model: model, sheet: $sheet)
            PasskeysSection(model: model)
            ProvidersSection(model: model)
            SecurityLogSection(model: model)
        }
        .formStyle(.grouped)
        .navigationTitle("Sign-in and security")
        .task { await model.observe() }
        .refreshable { await model.load() }
        .sheet(item: $sheet) { SecuritySheetView(sheet: $0, model: model).sheetFrame() }
        .sheet(isPresented: asksForProof) { ProofSheet(model: model).sheetFrame() }
        .onChange(of: model.outcome) { if model.outcome != nil { sheet = nil } }
        .onChange(of: model.recoveryCodes) { if !model.recoveryCodes.isEmpty, sheet == nil { sheet = .recoveryCodes } }
    }

    @ViewBuilder private var outcome: some View {
        Section {
            switch model.outcome {
            case .passwordChanged: Text("Your password is changed.")
            case .confirmationMailed(let address): Text("A link that confirms \(address) is on its way to it.")
            case .secondFactorOff: Text("Two-step sign-in is off.")
            case nil: EmptyView()
            }
            ErrorLine(error: model.error)
        }
    }

    /// An open sheet asks by itself.
    private var asksForProof: Binding<Bool> {
        Binding(get: { model.proof != nil && sheet == nil }, set: { isShown in if !isShown { model.cancelProof() } })
    }
}
