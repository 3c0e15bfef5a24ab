import NexusClient
import NexusCore
import SwiftUI

/// Starts a conversation with a person, or makes a group.
struct NewChatView: View {
    @State private var model: NewConversationViewModel

    init(services: any NewConversationService) {
        _model = State(initialValue: NewConversationViewModel(services))
    }

    var body: some View { NewChatScreenView(model: model).task { await model.observe() } }
}

/// The screen of a new conversation.
struct NewChatScreenView: View {
    @Environment(\.dismiss) private var dismiss
    @Environment(Router.self) private var router
    @Bindable var model: NewConversationViewModel

    var body: some View {
        @Bindable var picker = model.picker
        NavigationStack {
            List {
                Toggle("New group", isOn: $model.isGroup)
                if model.isGroup { GroupFields(model: model) }
                PeopleSections(picker: model.picker) { pick($0) }
                ErrorLine(error: model.error)
            }
            .navigationTitle(model.isGroup ? "New group" : "New message")
            .searchable(text: $picker.query, prompt: "Name or e-mail address")
            .toolbar { toolbar }
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
        ToolbarItem(placement: .confirmationAction) {
            if model.isGroup {
                Button("Create") { Task { await show(model.create()) } }.disabled(!model.canCreate)
            }
        }
    }

    private func pick(_ user: User) {
        if model.isGroup {
            model.picker.pick(user)
        } else {
            Task { await show(model.start(with: user)) }
        }
    }

    private func show(_ conversation: ConversationID?) async {
        guard let conversation else { return }
        dismiss()
        // One change of the navigation a frame.
        await Task.yield()
        await router.open(conversation)
    }
}
