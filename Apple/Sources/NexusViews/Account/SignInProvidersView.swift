import Foundation
import NexusClient
import NexusCore
import SwiftUI

/// The providers of the server. The browser of the system opens their pages.
struct SignInProvidersView: View {
    @Environment(\.openURL) private var openURL
    let model: SignInViewModel

    var body: some View {
        if !model.providers.isEmpty {
            Section {
                ForEach(model.providers, id: \.name) { provider in
                    Button("Continue with \(provider.title)") { start(provider) }
                }
            }
        }
    }

    private func start(_ provider: SignInProvider) {
        Task {
            guard let page = await model.start(provider), let url = URL(string: page) else { return }
            openURL(url)
        }
    }
}
