#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct SecurityView_Previews: PreviewProvider {
        static var previews: some View {
            PreviewApp(PreviewServices(security: .plain)) { SecurityView(model: $0.settings.security) }
                .previewDisplayName("Password alone")
            PreviewApp(PreviewServices(security: .full)) { SecurityView(model: $0.settings.security) }
                .previewDisplayName("Two-step sign-in and passkeys")
            PreviewApp { SecurityView(model: $0.settings.security) }
                .previewDisplayName("Offline")
            acting(.full) { await $0.renewRecoveryCodes() }
                .previewDisplayName("Asks for a proof")
            acting(.plain) { await $0.changeEmail(to: "ada@example.net") }
                .previewDisplayName("Address to be confirmed")
            acting(.plain) { await $0.renewRecoveryCodes() }
                .previewDisplayName("New recovery codes")
            PreviewApp { SecuritySheetView(sheet: .password, model: $0.settings.security) }
                .previewDisplayName("Change password")
            PreviewApp { SecuritySheetView(sheet: .email, model: $0.settings.security) }
                .previewDisplayName("Change address")
            PreviewApp { SecuritySheetView(sheet: .turnOff, model: $0.settings.security) }
                .previewDisplayName("Turn off two-step sign-in")
            PreviewApp { SecuritySheetView(sheet: .setUp, model: $0.settings.security) }
                .previewDisplayName("Set up two-step sign-in")
            PreviewApp(PreviewServices(security: .plain)) { app in
                SecuritySheetView(sheet: .setUp, model: app.settings.security)
                    .task { await app.settings.security.beginSecondFactor(password: "correct horse") }
            }
            .previewDisplayName("Key for an authenticator app")
        }

        private static func acting(
            _ security: PreviewSecurity, _ act: @escaping (SecurityViewModel) async -> Void
        ) -> some View {
            PreviewApp(PreviewServices(security: security)) { app in
                SecurityView(model: app.settings.security)
                    .task {
                        await app.settings.security.load()
                        await act(app.settings.security)
                    }
            }
        }
    }
#endif
