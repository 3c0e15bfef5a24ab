import NexusClient
import SwiftUI

/// What went wrong and what to do, as long as a model shows it.
struct ErrorLine: View {
    let error: ClientError?

    var body: some View {
        if let error {
            Label {
                Text(verbatim: "\(error.message) \(error.suggestion)")
            } icon: {
                Image(systemName: "exclamationmark.triangle")
            }
            .font(.footnote)
            .foregroundStyle(.red)
            .accessibilityElement(children: .combine)
        }
    }
}
