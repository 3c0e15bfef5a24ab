import NexusSystem
import SwiftUI
import WidgetKit

/// The widgets.
@main
struct NexusWidgets: WidgetBundle {
    var body: some Widget { UnreadWidget() }
}

/// Unread conversations.
struct UnreadWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: UnreadEntry.widget, provider: UnreadProvider()) { UnreadView(entry: $0) }
            .configurationDisplayName("Unread messages")
            .description("Conversations with unread messages.")
            .supportedFamilies(UnreadEntry.families)
    }
}
