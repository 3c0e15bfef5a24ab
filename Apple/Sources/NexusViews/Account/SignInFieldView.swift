import NexusClient
import SwiftUI

/// One field of the sign-in.
struct SignInFieldView: View {
    let field: SignInViewModel.Field
    @Bindable var model: SignInViewModel

    var body: some View {
        switch field {
        case .server: address
        case .name: TextField("Name", text: $model.name)
        case .email: email
        case .password: SecureField("Password", text: $model.password)
        case .code: CodeField(code: $model.code)
        case .team: TextField("Name of the team", text: $model.team)
        }
    }

    private var address: some View {
        TextField("Server", text: $model.server, prompt: Text(verbatim: "https://chat.example.org"))
            .autocorrectionDisabled()
            #if !os(macOS)
                .textInputAutocapitalization(.never)
                .keyboardType(.URL)
            #endif
    }

    private var email: some View {
        TextField("E-mail address", text: $model.email)
            .autocorrectionDisabled()
            #if !os(macOS)
                .textInputAutocapitalization(.never)
                .keyboardType(.emailAddress)
                .textContentType(.username)
            #endif
    }
}
