import NexusClient
import NexusSystem
import NexusViews
import SwiftUI

/// The app for iPhone, iPad and Mac.
@main
struct NexusApp: App {
    #if os(macOS)
        @State private var launch = Launch.begin()
    #else
        @UIApplicationDelegateAdaptor private var delegate: AppDelegate
        private var launch: Launch { delegate.launch }
    #endif

    var body: some Scene {
        WindowGroup { window }
            .commands { NexusCommands(launch: launch) }
        #if os(macOS)
            WindowGroup(id: ConversationWindow.id, for: String.self) { conversation in
                ConversationWindow(launch: launch, conversation: conversation.wrappedValue)
            }
            Settings { SettingsWindow(launch: launch) }
        #endif
    }

    @ViewBuilder private var window: some View {
        #if os(macOS)
            LaunchView(launch: launch)
        #else
            LaunchView(launch: launch)
                .task { await delegate.notifications?.observe() }
                .onChange(of: launch.model?.session.state) { delegate.sessionChanged() }
                .onChange(of: launch.model?.isSuspended) { delegate.suspensionChanged() }
        #endif
    }
}
