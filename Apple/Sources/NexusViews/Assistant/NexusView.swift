import NexusClient
import NexusCore
import SwiftUI

/// Nexus: questions about all conversations.
struct NexusView: View {
    @State private var model: AssistantViewModel

    init(services: any AssistantAnswering) { _model = State(initialValue: AssistantViewModel(services)) }

    var body: some View {
        AssistantScreenView(model: model)
            .navigationTitle("Nexus")
            .task { await model.observe() }
    }
}

/// The assistant of one conversation.
struct AIAssistantView: View {
    @Environment(\.dismiss) private var dismiss
    @State private var model: AssistantViewModel

    init(_ conversation: ConversationID, services: any AssistantAnswering) {
        _model = State(initialValue: AssistantViewModel(services, conversation: conversation))
    }

    var body: some View {
        AssistantScreenView(model: model)
            .navigationTitle("Assistant")
            .toolbar { ToolbarItem(placement: .cancellationAction) { Button("Done") { dismiss() } } }
            .task { await model.observe() }
    }
}
