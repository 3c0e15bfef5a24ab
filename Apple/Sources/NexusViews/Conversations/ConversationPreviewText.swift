import NexusCore
import SwiftUI

/// The line below a conversation's title: who types, the draft, or the last message.
struct ConversationPreviewText: View {
    let row: ConversationRow

    var body: some View {
        if let name = row.typing.first {
            Text("\(name) is typing…").italic()
        } else if row.failed > 0 {
            Label("Not sent", systemImage: "exclamationmark.circle").foregroundStyle(.red)
        } else if !row.draft.isEmpty {
            Text("Draft: \(row.draft)")
        } else if row.lastIsFolded {
            Text("A message of a blocked person")
        } else if row.lastIsDeleted {
            Text("Message deleted").italic()
        } else if let text = row.lastText {
            lastMessage(text)
        } else {
            Text("No messages yet")
        }
    }

    @ViewBuilder private func lastMessage(_ text: String) -> some View {
        if row.lastIsMine {
            Text("You: \(text)")
        } else if row.kind == .group, let name = row.lastSenderName {
            Text(verbatim: "\(name): \(text)")
        } else {
            Text(verbatim: text)
        }
    }
}
