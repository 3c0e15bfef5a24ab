#if DEBUG
    import NexusClient
    import NexusCore
    import SwiftUI

    struct LoginView_Previews: PreviewProvider {
        static var previews: some View {
            LoginView(model: SignInViewModel(PreviewServices()))
                .previewDisplayName("Sign in")
            LoginView(model: .previewing(.signUp))
                .previewDisplayName("Sign up")
            LoginView(model: .previewing(.forgot))
                .previewDisplayName("Forgotten password")
            LoginView(
                model: SignInViewModel(PreviewServices()),
                ending: Refusal(.sessionEnded, "This session was ended on another device.")
            )
            .previewDisplayName("Session ended")
            LoginView(model: .failing(PreviewServices().failure))
                .previewDisplayName("Error")
        }
    }

    extension SignInViewModel {
        static func previewing(_ mode: Mode) -> SignInViewModel {
            let model = SignInViewModel(PreviewServices())
            model.mode = mode
            return model
        }

        static func failing(_ error: ClientError) -> SignInViewModel {
            let model = SignInViewModel(PreviewServices())
            model.error = error
            return model
        }
    }
#endif
