import NexusClient
import SwiftUI

/// Says that there is no connection, and what waits for it.
struct OfflineBanner: View {
    let model: ConnectionViewModel

    var body: some View {
        if model.isNoticeShown {
            HStack {
                Label("Offline", systemImage: "wifi.slash")
                if model.waiting > 0 { Text("\(model.waiting) changes will be sent later") }
                Spacer()
                Button("Try again") { Task { await model.retry() } }.buttonStyle(.bordered)
            }
            .font(.footnote)
            .padding(.horizontal)
            .padding(.vertical, 6)
            .background(.bar)
            .transition(.move(edge: .top))
        }
    }
}
