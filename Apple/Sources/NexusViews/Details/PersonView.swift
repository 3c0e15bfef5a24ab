import NexusClient
import NexusCore
import SwiftUI

/// Another person: profile, presence and the groups shared with them.
struct PersonView: View {
    @State private var model: PersonViewModel

    /// The profile is read from the store, and from the server when there is a network.
    init(_ user: UserID, services: any PersonService) {
        _model = State(initialValue: PersonViewModel(User(id: user, name: "", email: ""), service: services))
    }

    var body: some View { PersonScreenView(model: model).task { await model.observe() } }
}

/// The screen of another person.
struct PersonScreenView: View {
    @Environment(Router.self) private var router
    let model: PersonViewModel

    var body: some View {
        List {
            PersonRow(user: model.user)
            if !model.user.about.isEmpty { Text(verbatim: model.user.about) }
            Section {
                Button("Send a message") { Task { if let talk = await model.startChat() { await router.open(talk) } } }
                Toggle("Favourite", isOn: isFavourite)
                Toggle("Blocked", isOn: isBlocked)
            }
            if !model.sharedGroups.isEmpty {
                Section("Shared groups") {
                    ForEach(model.sharedGroups, id: \.id) { row in
                        Button(row.title) { Task { await router.open(row.id) } }
                    }
                }
            }
            ErrorLine(error: model.error)
        }
        .navigationTitle(model.user.name)
    }

    private var isFavourite: Binding<Bool> {
        Binding(get: { model.isFavourite }, set: { isOn in Task { await model.favour(isOn) } })
    }

    private var isBlocked: Binding<Bool> {
        Binding(get: { model.isBlocked }, set: { isOn in Task { await model.block(isOn) } })
    }
}
