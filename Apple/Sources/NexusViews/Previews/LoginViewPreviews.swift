#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct LoginView_Previews: PreviewProvider {
        static var previews: some View {
            LoginView(model: SignInViewModel(PreviewServices(), clock: PreviewClock()))
                .previewDisplayName("Sign in")
            LoginView(model: .previewing(.signUp))
                .previewDisplayName("Sign up")
            LoginView(model: .previewing(.forgot))
                .previewDisplayName("Forgotten password")
            LoginView(
                model: SignInViewModel(PreviewServices(), clock: PreviewClock()),
                ending: Refusal(.sessionEnded, "This session was ended on another device.")
            )
            .previewDisplayName("Session ended")
            LoginView(
                model: SignInViewModel(
                    PreviewServices(serverInfo: .previewed), server: "https://chat.example.org", clock: PreviewClock())
            )
            .environment(\.passkeys, PreviewPasskeys())
            .previewDisplayName("Passkeys and providers")
            LoginView(model: .failing(PreviewServices().failure))
                .previewDisplayName("Error")
        }
    }

    extension SignInViewModel {
        static func previewing(_ mode: Mode) -> SignInViewModel {
            let model = SignInViewModel(PreviewServices(), clock: PreviewClock())
            model.mode = mode
            return model
        }

        static func failing(_ error: ClientError) -> SignInViewModel {
            let model = SignInViewModel(PreviewServices(), clock: PreviewClock())
            model.error = error
            return model
        }
    }

    extension ServerInfo {
        static var previewed: ServerInfo {
            var info = ServerInfo(team: "Launch", join: .invited)
            info.hasPasskeys = true
            info.providers = [SignInProvider(name: "google", title: "Google")]
            return info
        }
    }
#endif
