import NexusCore
import SwiftUI

/// The words of a message. VoiceOver reads sender, text, time and status as one.
struct MessageWords: View {
    let message: MessageRow
    let showsSender: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            if showsSender { Text(verbatim: message.senderName).font(.caption.bold()) }
            if let sender = message.forwardedFrom { forwarded(sender) }
            text
            HStack(spacing: 4) {
                if message.pinnedBy != nil { Image(systemName: "pin.fill").accessibilityLabel("Pinned") }
                if message.editedAt != nil { Text("edited") }
                TimeText(time: message.writtenAt)
                MessageStatusView(message: message)
            }
            .font(.caption2)
            .opacity(0.8)
        }
        .accessibilityElement(children: .combine)
    }

    @ViewBuilder private var text: some View {
        if message.isDeleted {
            Text("Message deleted").italic()
        } else if !message.text.isEmpty {
            Text(MessageText.attributed(message.text, mentions: message.mentions)).textSelection(.enabled)
        }
    }

    @ViewBuilder private func forwarded(_ sender: String) -> some View {
        if sender.isEmpty {
            Text("Forwarded").font(.caption).italic()
        } else {
            Text("Forwarded from \(sender)").font(.caption).italic()
        }
    }
}
