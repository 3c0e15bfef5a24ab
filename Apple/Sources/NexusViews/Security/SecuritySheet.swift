import NexusClient
import SwiftUI

/// What opens above the settings of the sign-in.
enum SecuritySheet: String, Identifiable {
    case password, email, setUp, turnOff, recoveryCodes

    var id: String { rawValue }
}

/// The content of such a sheet. While an action waits for a proof of identity, it asks for that.
struct SecuritySheetView: View {
    @Environment(\.dismiss) private var dismiss
    let sheet: SecuritySheet
    let model: SecurityViewModel

    var body: some View {
        NavigationStack {
            Group {
                if model.proof != nil {
                    ProofView(model: model)
                } else {
                    content
                }
            }
            .toolbar { ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } } }
        }
        .interactiveDismissDisabled(!model.recoveryCodes.isEmpty)
        .onDisappear { leave() }
    }

    @ViewBuilder private var content: some View {
        switch sheet {
        case .password: ChangePasswordView(model: model)
        case .email: ChangeEmailView(model: model)
        case .setUp: SecondFactorSetUpView(model: model)
        case .turnOff: TurnOffSecondFactorView(model: model)
        case .recoveryCodes: RecoveryCodesView(model: model)
        }
    }

    /// Nothing of a secret stays once its screen is gone.
    private func leave() {
        model.cancelProof()
        model.cancelSecondFactor()
        model.recoveryCodes = []
    }
}
