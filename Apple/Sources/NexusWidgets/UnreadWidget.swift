import NexusSystem
import SwiftUI
import WidgetKit

/// Unread conversations.
struct UnreadWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: UnreadEntry.widget, provider: UnreadProvider()) { UnreadView(entry: $0) }
            .configurationDisplayName("Unread messages")
            .description("Conversations with unread messages.")
            .supportedFamilies(UnreadEntry.families)
    }
}
