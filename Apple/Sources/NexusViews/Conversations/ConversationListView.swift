import NexusClient
import NexusCore
import SwiftUI

/// The conversations of the user: pinned ones first.
struct ConversationListView: View {
    @Environment(AppModel.self) private var app
    @Environment(Router.self) private var router
    @Bindable var model: ConversationListViewModel
    @State private var deleting: ConversationRow?

    var body: some View {
        @Bindable var router = router
        List {
            ForEach(model.sections, id: \.kind) { section in
                ConversationSectionView(section: section, model: model, deleting: $deleting)
            }
            archiveLink
            ErrorLine(error: model.error)
        }
        .listStyle(.plain)
        .overlay { emptiness }
        .navigationTitle(model.showsArchive ? "Archive" : "Chats")
        .searchable(text: $model.filter, prompt: "Search conversations")
        .refreshable { await refresh() }
        .toolbar { toolbar }
        .sheet(isPresented: $router.isComposing) { NewChatView(services: app.services).sheetFrame() }
        .modifier(DeletingConversation(row: $deleting, model: model))
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItemGroup(placement: .primaryAction) {
            Button("Search messages", systemImage: "text.magnifyingglass") { router.path = [.search] }
            Button("New message", systemImage: "square.and.pencil") { router.isComposing = true }
        }
    }

    @ViewBuilder private var archiveLink: some View {
        if model.filter.isEmpty, !model.archived.isEmpty {
            Button(
                model.showsArchive ? "Back to chats" : "Archive (\(model.archived.count))", systemImage: "archivebox"
            ) {
                model.showsArchive.toggle()
            }
        }
    }

    @ViewBuilder private var emptiness: some View {
        switch model.emptiness {
        case .loading: ProgressView("Loading conversations")
        case .noConversations:
            ContentUnavailableView(
                "No conversations yet", systemImage: "bubble.left.and.bubble.right",
                description: Text("Write to a person of your team, or make a group."))
        case .nothingFound: ContentUnavailableView("Nothing found", systemImage: "magnifyingglass")
        case nil: EmptyView()
        }
    }

    private func refresh() async {
        await app.connection.retry()
        await model.load()
    }
}
