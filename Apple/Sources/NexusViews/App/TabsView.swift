import NexusClient
import SwiftUI

/// The tabs of an iPhone.
struct TabsView: View {
    let model: AppModel

    var body: some View {
        @Bindable var router = model.router
        TabView(selection: $router.tab) {
            NavigationStack(path: $router.path) {
                ConversationListView(model: model.conversations)
                    .navigationDestination(for: Route.self) { RouteView(route: $0, model: model) }
            }
            .tabItem { Label("Chats", systemImage: "bubble.left.and.bubble.right") }
            .badge(model.conversations.unread)
            .tag(AppTab.chats)
            NavigationStack { NexusView(services: model.services) }
                .tabItem { Label("Nexus", systemImage: "sparkles") }
                .tag(AppTab.nexus)
            NavigationStack { InsightsView(services: model.services) }
                .tabItem { Label("Insights", systemImage: "checklist") }
                .tag(AppTab.insights)
            NavigationStack { SettingsView(model: model) }
                .tabItem { Label("Settings", systemImage: "gearshape") }
                .tag(AppTab.settings)
        }
    }
}
