import NexusViews
import SwiftUI

/// The app for iPhone, iPad and Mac.
@main
struct NexusApp: App {
    @State private var launch = Launch.begin()

    var body: some Scene {
        WindowGroup { LaunchView(launch: launch) }
            .commands { NexusCommands(launch: launch) }
        #if os(macOS)
            WindowGroup(id: ConversationWindow.id, for: String.self) { conversation in
                ConversationWindow(launch: launch, conversation: conversation.wrappedValue)
            }
            Settings { SettingsWindow(launch: launch) }
        #endif
    }
}
