import NexusClient
import NexusCore
import SwiftUI

/// Chooses the conversations that messages are forwarded to.
struct ForwardView: View {
    @Environment(\.dismiss) private var dismiss
    @State private var model: ConversationListViewModel
    @State private var chosen: Set<ConversationID> = []
    private let forward: ([ConversationID]) async -> Bool

    init(services: any ConversationService, forward: @escaping ([ConversationID]) async -> Bool) {
        _model = State(initialValue: ConversationListViewModel(services))
        self.forward = forward
    }

    var body: some View {
        List {
            ForEach(model.shown, id: \.id) { row in
                Button {
                    toggle(row.id)
                } label: {
                    HStack {
                        ProfileImageView(picture: row.picture, name: row.title, size: 40)
                        Text(verbatim: row.title)
                        Spacer()
                        if chosen.contains(row.id) { Image(systemName: "checkmark").accessibilityHidden(true) }
                    }
                }
                .buttonStyle(.plain)
                .accessibilityAddTraits(chosen.contains(row.id) ? .isSelected : [])
            }
        }
        .navigationTitle("Forward to")
        .searchable(text: $model.filter, prompt: "Search conversations")
        .task { await model.observe() }
        .toolbar { toolbar }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
        ToolbarItem(placement: .confirmationAction) {
            Button("Forward") { Task { if await forward(Array(chosen)) { dismiss() } } }.disabled(chosen.isEmpty)
        }
    }

    private func toggle(_ conversation: ConversationID) {
        if chosen.remove(conversation) == nil { chosen.insert(conversation) }
    }
}
