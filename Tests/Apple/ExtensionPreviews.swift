import NexusClient
import NexusCore
import SwiftUI
import WidgetKit

@testable import NexusSystem
@testable import NexusViews

/// The share extension's states, for the page of screens.
struct ShareView_Previews: PreviewProvider {
    static var previews: some View {
        Shown(content: SharedContent(text: "https://example.org", files: [OutgoingFile("/tmp/plan.pdf")]))
            .previewDisplayName("Choices")
        Shown(content: SharedContent()).previewDisplayName("Nothing")
        Shown(services: PreviewServices(account: nil), content: SharedContent(text: "Look"))
            .previewDisplayName("Signed out")
    }

    private struct Shown: View {
        @State private var model: ShareModel
        private let content: SharedContent

        init(services: PreviewServices = PreviewServices(), content: SharedContent) {
            _model = State(initialValue: ShareModel(ScriptedSystem(services)))
            self.content = content
        }

        var body: some View { ShareView(model: model) {}.task { await model.begin(content) } }
    }
}

/// The widget's sizes and states, for the page of screens.
struct UnreadView_Previews: PreviewProvider {
    static var previews: some View {
        let rows = PreviewServices().engine.conversationRows()
        let entry = UnreadEntry(date: PreviewData.time(0).date, conversations: rows)
        UnreadView(entry: entry).previewDisplayName("Medium")
        UnreadView(entry: entry).environment(\.widgetFamily, .systemSmall).previewDisplayName("Small")
        UnreadView(entry: entry).environment(\.widgetFamily, .accessoryInline).previewDisplayName("Lock screen")
        UnreadView(entry: UnreadEntry(date: entry.date, conversations: [])).previewDisplayName("Nothing unread")
        UnreadView(entry: UnreadEntry(date: entry.date, conversations: nil)).previewDisplayName("Signed out")
    }
}
