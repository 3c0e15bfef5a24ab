import NexusClient
import NexusCore
import SwiftUI

/// A conversation's people, files and settings.
struct DetailsView: View {
    @State private var model: ConversationDetailsViewModel
    private let services: any AppServices

    init(_ conversation: ConversationID, services: any AppServices) {
        _model = State(initialValue: ConversationDetailsViewModel(conversation, service: services))
        self.services = services
    }

    var body: some View {
        DetailsScreenView(model: model, services: services).task { await model.observe() }
    }
}

/// The screen of a conversation's details.
struct DetailsScreenView: View {
    @Environment(Router.self) private var router
    @State private var isAdding = false
    @State private var isRenaming = false
    @State private var isLeaving = false
    let model: ConversationDetailsViewModel
    let services: any AppServices

    var body: some View {
        List {
            if let header = model.header {
                DetailsHeader(header: header)
                if model.isGroup { MembersSection(model: model, isAdding: $isAdding) }
                ConversationSettingsSection(model: model, header: header)
                SharedMediaSection(model: model)
                actions(header)
            } else if model.isLoading {
                ProgressView("Loading details")
            } else {
                Text("This conversation is not on this device.")
            }
            ErrorLine(error: model.error)
        }
        .navigationTitle("Details")
        .sheet(isPresented: $isAdding) { AddPeopleView(model: model, services: services).sheetFrame() }
        .sheet(isPresented: $isRenaming) { RenameView(model: model).sheetFrame() }
        .confirmationDialog("Leave this group?", isPresented: $isLeaving, titleVisibility: .visible) {
            Button("Leave group", role: .destructive) { Task { await leave() } }
            Button("Cancel", role: .cancel) {}
        }
    }

    @ViewBuilder private func actions(_ header: ChatHeader) -> some View {
        Section {
            if header.may.rename { Button("Rename the group") { isRenaming = true } }
            if let person = model.person {
                Button("Show profile") { router.path.append(.person(person.id)) }
                if header.isBlocked {
                    Button("Unblock") { Task { await model.block(false) } }
                } else {
                    Button("Block", role: .destructive) { Task { await model.block(true) } }
                }
            }
            if header.may.leave { Button("Leave group", role: .destructive) { isLeaving = true } }
        }
    }

    private func leave() async {
        await model.leave()
        router.path = []
    }
}
