import NexusClient
import NexusCore
import SwiftUI

/// The pinned messages, one at a time. A tap goes to it and shows the one before.
struct PinBar: View {
    let model: ChatViewModel

    var body: some View {
        if let pin = model.shownPin {
            Button {
                Task { await model.openPin() }
            } label: {
                Label {
                    Text("Pinned: \(pin.text.isEmpty ? pin.attachments.summary : pin.text)").lineLimit(1)
                } icon: {
                    Image(systemName: "pin.fill")
                }
                .frame(maxWidth: .infinity, alignment: .leading)
            }
            .buttonStyle(.plain)
            .padding(8)
            .background(.bar)
        }
    }
}
