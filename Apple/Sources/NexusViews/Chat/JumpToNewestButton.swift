import NexusClient
import SwiftUI

/// Leads to the newest message while the reader is elsewhere, with the number of unread ones.
struct JumpToNewestButton: View {
    let model: ChatViewModel
    let isAtEnd: Bool
    let jump: () -> Void

    var body: some View {
        if !isAtEnd {
            Button {
                jump()
            } label: {
                Label {
                    if model.unread > 0 { Text("\(model.unread) new messages") } else { Text("To the newest message") }
                } icon: {
                    Image(systemName: "chevron.down")
                }
                .padding(10)
                .background(.regularMaterial, in: .capsule)
            }
            .buttonStyle(.plain)
            .padding()
        }
    }
}
