import NexusClient
import SwiftUI
import WidgetKit

/// The widget: unread conversations, each of which leads there.
public struct UnreadView: View {
    @Environment(\.widgetFamily) private var family
    private let entry: UnreadEntry

    public init(entry: UnreadEntry) { self.entry = entry }

    public var body: some View {
        content
            .widgetURL(family == .systemMedium ? nil : entry.rows.first.flatMap { ConversationLink($0.id).url })
            .containerBackground(for: .widget) { EmptyView() }
    }

    @ViewBuilder private var content: some View {
        switch family {
        case .systemSmall: rows(2)
        case .systemMedium: rows(3)
        default: Text("\(entry.total) unread messages")
        }
    }

    @ViewBuilder private func rows(_ limit: Int) -> some View {
        VStack(alignment: .leading, spacing: 6) {
            if !entry.isSignedIn {
                Text("Sign in to Nexus first")
            } else if entry.rows.isEmpty {
                Text("No unread messages")
            } else {
                Text("\(entry.total) unread messages").font(.caption)
                ForEach(entry.rows.prefix(limit)) { row in
                    // A small widget has one place to tap.
                    if family == .systemMedium, let url = ConversationLink(row.id).url {
                        Link(destination: url) { line(row) }
                    } else {
                        line(row)
                    }
                }
            }
        }
    }

    private func line(_ row: UnreadEntry.Row) -> some View {
        VStack(alignment: .leading, spacing: 0) {
            HStack {
                Text(verbatim: row.title).font(.headline).lineLimit(1)
                Spacer()
                Text(verbatim: "\(row.count)")
            }
            if let text = row.text { Text(verbatim: text).lineLimit(1) }
        }
    }
}
