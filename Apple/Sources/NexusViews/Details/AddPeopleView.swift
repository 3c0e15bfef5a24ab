import NexusClient
import NexusCore
import SwiftUI

/// Adds people to a group.
struct AddPeopleView: View {
    @Environment(\.dismiss) private var dismiss
    @State private var picker: PeoplePickerViewModel
    let model: ConversationDetailsViewModel

    init(model: ConversationDetailsViewModel, services: any PeopleService) {
        self.model = model
        _picker = State(
            initialValue: PeoplePickerViewModel(services, picksMany: true, excluding: model.memberIDs))
    }

    var body: some View {
        @Bindable var picker = picker
        NavigationStack {
            List {
                PeopleSections(picker: picker) { picker.pick($0) }
                ErrorLine(error: picker.error)
            }
            .navigationTitle("Add people")
            .searchable(text: $picker.query, prompt: "Name or e-mail address")
            .task { await picker.observe() }
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Add") { add() }.disabled(picker.chosen.isEmpty)
                }
            }
        }
    }

    private func add() {
        let chosen = picker.chosen
        Task { await model.add(chosen) }
        dismiss()
    }
}

/// Changes a group's name.
struct RenameView: View {
    @Environment(\.dismiss) private var dismiss
    @State private var title = ""
    let model: ConversationDetailsViewModel

    var body: some View {
        NavigationStack {
            Form { TextField("Name of the group", text: $title) }
                .navigationTitle("Rename the group")
                .onAppear { title = model.header?.title ?? "" }
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                    ToolbarItem(placement: .confirmationAction) {
                        Button("Save") { save() }.disabled(title.allSatisfy(\.isWhitespace))
                    }
                }
        }
    }

    private func save() {
        let title = title
        Task { await model.rename(to: title) }
        dismiss()
    }
}
