import NexusCore
import SwiftUI

/// The reactions to a message. A tap adds the user's own, or removes it.
struct ReactionsView: View {
    let message: MessageRow
    let react: (String) async -> Void

    var body: some View {
        if !message.reactions.isEmpty {
            HStack(spacing: 4) {
                ForEach(message.reactions, id: \.emoji) { reaction in button(reaction) }
            }
        }
    }

    private func button(_ reaction: ReactionRow) -> some View {
        Button {
            Task { await react(reaction.emoji) }
        } label: {
            Text(verbatim: reaction.count > 1 ? "\(reaction.emoji) \(reaction.count)" : reaction.emoji)
                .padding(.horizontal, 8)
                .padding(.vertical, 3)
                .background(reaction.isMine ? Color.accentColor.opacity(0.3) : Color.gray.opacity(0.2), in: .capsule)
        }
        .buttonStyle(.plain)
        .accessibilityValue(reaction.names.joined(separator: ", "))
        .accessibilityAddTraits(reaction.isMine ? .isSelected : [])
    }
}
