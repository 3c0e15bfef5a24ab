import NexusClient
import NexusCore
import SwiftUI

/// Action items, decisions, deadlines and priorities of all conversations, or of one.
struct InsightsView: View {
    @State private var model: InsightsViewModel

    init(services: any InsightsService, conversation: ConversationID? = nil) {
        _model = State(initialValue: InsightsViewModel(services, conversation: conversation))
    }

    var body: some View { InsightsScreenView(model: model).task { await model.observe() } }
}

/// The open action items of a conversation, above its chat.
struct ConversationActionItemsSheet: View {
    @Environment(\.dismiss) private var dismiss
    @State private var model: InsightsViewModel

    init(_ conversation: ConversationID, services: any InsightsService) {
        _model = State(initialValue: InsightsViewModel(services, conversation: conversation))
    }

    var body: some View {
        InsightsScreenView(model: model)
            .toolbar { ToolbarItem(placement: .cancellationAction) { Button("Done") { dismiss() } } }
            .task { await model.observe() }
    }
}
