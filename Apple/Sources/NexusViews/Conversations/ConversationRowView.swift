import NexusCore
import SwiftUI

/// A conversation in the list: picture, title, last message, time and number of unread messages.
struct ConversationRowView: View {
    @Environment(\.dynamicTypeSize) private var typeSize
    let row: ConversationRow
    let presence: Presence?

    var body: some View {
        HStack(spacing: 12) {
            // The largest texts need the whole width.
            if !typeSize.isAccessibilitySize { picture }
            VStack(alignment: .leading, spacing: 2) {
                heading
                HStack {
                    ConversationPreviewText(row: row).font(.subheadline).foregroundStyle(.secondary).lineLimit(2)
                    Spacer(minLength: 8)
                    UnreadBadge(row: row)
                }
            }
        }
        .padding(.vertical, 4)
        .contentShape(.rect(cornerRadius: 8))
        .accessibilityElement(children: .combine)
    }

    private var picture: some View {
        ProfileImageView(picture: row.picture, name: row.title)
            .overlay(alignment: .bottomTrailing) { OnlineStatusIndicator(isOnline: isOnline) }
    }

    private var heading: some View {
        HStack {
            Text(verbatim: row.title).font(.headline).lineLimit(1)
            if isOnline { Text("online").font(.caption).foregroundStyle(.green) }
            if row.isPinned { Image(systemName: "pin.fill").accessibilityLabel("Pinned") }
            if row.mutedUntil != nil { Image(systemName: "bell.slash.fill").accessibilityLabel("Muted") }
            Spacer()
            ListTimeText(time: row.lastAt).font(.caption).foregroundStyle(.secondary)
        }
    }

    private var isOnline: Bool { presence?.isOnline ?? row.isOnline }
}
