import NexusClient
import NexusCore
import SwiftUI

/// The providers that the account is connected with.
struct ProvidersSection: View {
    let model: SecurityViewModel

    var body: some View {
        if let providers = model.providers?.connected, !providers.isEmpty {
            Section("Connected accounts") {
                ForEach(providers, id: \.provider.name) { connected in
                    HStack {
                        Text(verbatim: connected.provider.title)
                        Spacer()
                        Button("Disconnect \(connected.provider.title)", role: .destructive) {
                            Task { await model.disconnect(connected.provider) }
                        }
                        .disabled(model.isWorking)
                    }
                }
            }
        }
    }
}
