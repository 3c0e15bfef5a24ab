import NexusCore
import SwiftUI

/// The number of unread messages, with a sign for those that mention the user.
struct UnreadBadge: View {
    let row: ConversationRow

    var body: some View {
        if row.unread > 0 {
            HStack(spacing: 4) {
                if row.mentions > 0 { Image(systemName: "at").accessibilityLabel("You are mentioned") }
                Text(verbatim: row.unread > 999 ? "999+" : "\(row.unread)")
                    .font(.caption).monospacedDigit()
                    .padding(.horizontal, 7)
                    .padding(.vertical, 2)
                    .background(row.mutedUntil == nil ? Color.accentColor : Color.gray, in: .capsule)
                    .foregroundStyle(.white)
                    .accessibilityLabel("\(row.unread) unread messages")
            }
        } else if row.isMarkedUnread {
            Circle().fill(.tint).frame(width: 10, height: 10).accessibilityLabel("Marked as unread")
        }
    }
}
