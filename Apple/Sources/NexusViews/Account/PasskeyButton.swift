import NexusClient
import NexusCore
import SwiftUI

/// Signs in with a passkey, where the server and the device have them.
struct PasskeyButton: View {
    @Environment(\.passkeys) private var passkeys
    let model: SignInViewModel

    var body: some View {
        if let passkeys, model.mode == .signIn, model.info?.hasPasskeys == true, model.info?.needsSetup == false {
            Section {
                Button("Sign in with a passkey", systemImage: "person.badge.key") {
                    Task { await model.signIn(by: passkeys) }
                }
                .disabled(model.isWorking)
            }
        }
    }
}
