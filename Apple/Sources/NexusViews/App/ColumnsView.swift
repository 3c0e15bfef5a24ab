import NexusClient
import SwiftUI

/// The columns of an iPad and a Mac: the list, and the conversation beside it.
struct ColumnsView: View {
    let model: AppModel

    var body: some View {
        NavigationSplitView {
            sidebar.navigationSplitViewColumnWidth(min: 260, ideal: 320)
        } detail: {
            NavigationStack { detail }
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

    @ViewBuilder private var detail: some View {
        switch model.router.tab {
        case .nexus: NexusView(services: model.services)
        case .insights: InsightsView(services: model.services)
        case .settings: SettingsView(model: model)
        case .chats:
            if let route = model.router.path.last {
                RouteView(route: route, model: model)
            } else {
                ContentUnavailableView("Choose a conversation", systemImage: "bubble.left.and.bubble.right")
            }
        }
    }
}
