import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// Sets two-step sign-in up: the password, the key for the app with a first code, and the recovery codes.
struct SecondFactorSetUpView: View {
    @State private var password = ""
    let model: SecurityViewModel

    var body: some View {
        if !model.recoveryCodes.isEmpty {
            RecoveryCodesView(model: model)
        } else if let key = model.key {
            AuthenticatorKeyView(key: key, model: model)
        } else {
            begin
        }
    }

    private var begin: some View {
        Form {
            Section {
                if needsPassword { SecureField("Password", text: $password) }
                Button("Continue") { Task { await model.beginSecondFactor(password: password) } }
                    .disabled(needsPassword && password.isEmpty || model.isWorking)
            } footer: {
                ErrorLine(error: model.error)
                Text("You need an authenticator app, such as the one in your phone’s password manager.")
            }
        }
        .formStyle(.grouped)
        .navigationTitle("Set up two-step sign-in")
    }

    private var needsPassword: Bool { model.secondFactor?.needsPassword != false }
}

/// The key for an authenticator app, as a picture, as a text and as a link, and a field for its first code.
struct AuthenticatorKeyView: View {
    @Environment(\.openURL) private var openURL
    @State private var code = ""
    let key: SecondFactorKey
    let model: SecurityViewModel

    var body: some View {
        Form {
            Section {
                QRCodeView(text: key.link, label: Text("QR code for your authenticator app"))
                LabeledContent("Key") { Text(verbatim: key.key).textSelection(.enabled) }
                Button("Copy key", systemImage: "doc.on.doc") { Clipboard.copy(key.key) }
                if let link = URL(string: key.link) {
                    Button("Open in an app on this device", systemImage: "arrow.up.forward.app") { openURL(link) }
                }
            } footer: {
                Text(
                    "Scan this with your authenticator app, or type the key into it. Then enter the code that it shows."
                )
            }
            Section {
                TextField("Code", text: $code)
                    #if !os(macOS)
                        .keyboardType(.numberPad)
                        .textContentType(.oneTimeCode)
                    #endif
                Button("Turn on two-step sign-in") { Task { await model.confirmSecondFactor(code: code) } }
                    .disabled(code.isEmpty || model.isWorking)
            } footer: {
                ErrorLine(error: model.error)
            }
        }
        .formStyle(.grouped)
        .navigationTitle("Set up two-step sign-in")
    }
}

/// Recovery codes, which are shown once.
struct RecoveryCodesView: View {
    @Environment(\.dismiss) private var dismiss
    let model: SecurityViewModel

    var body: some View {
        Form {
            Section {
                ForEach(model.recoveryCodes, id: \.self) { Text(verbatim: $0).textSelection(.enabled) }
            } footer: {
                Text(
                    "Keep these where you find them without your device. Each replaces a code of the app once. They are not shown again."
                )
            }
            Section {
                Button("Copy", systemImage: "doc.on.doc") { Clipboard.copy(all) }
                ShareLink(item: all) { Label("Share", systemImage: "square.and.arrow.up") }
                Button("I have kept them") {
                    model.recoveryCodes = []
                    dismiss()
                }
            }
        }
        .formStyle(.grouped)
        .navigationTitle("Your recovery codes")
    }

    private var all: String { model.recoveryCodes.joined(separator: "\n") }
}
