import NexusClient
import SwiftUI

/// The columns of an iPad and a Mac: the list, and the conversation beside it.
struct ColumnsView: View {
    let model: AppModel

    var body: some View {
        NavigationSplitView {
            sidebar.navigationSplitViewColumnWidth(min: 260, ideal: 320)
        } detail: {
            detail
        }
    }

    private var sidebar: some View {
        VStack(spacing: 0) {
            sections
            ConversationListView(model: model.conversations)
        }
    }

    @ViewBuilder private var sections: some View {
        @Bindable var router = model.router
        Picker("Section", selection: $router.tab) {
            Text("Chats").tag(AppTab.chats)
            Text("Nexus").tag(AppTab.nexus)
            Text("Insights").tag(AppTab.insights)
            Text("Settings").tag(AppTab.settings)
        }
        .pickerStyle(.segmented)
        .padding(.horizontal)
    }

    /// A stack for each section: the screens of one do not stay above another.
    @ViewBuilder private var detail: some View {
        switch model.router.tab {
        case .nexus: NavigationStack { NexusView(services: model.services) }
        case .insights: NavigationStack { InsightsView(services: model.services) }
        case .settings: NavigationStack { SettingsView(model: model) }
        case .chats: chats
        }
    }

    private var chats: some View {
        @Bindable var router = model.router
        return NavigationStack(path: $router.pushed) {
            chat.navigationDestination(for: Route.self) { RouteView(route: $0, model: model) }
        }
    }

    @ViewBuilder private var chat: some View {
        if let route = model.router.path.first {
            RouteView(route: route, model: model)
        } else {
            ContentUnavailableView("Choose a conversation", systemImage: "bubble.left.and.bubble.right")
        }
    }
}
