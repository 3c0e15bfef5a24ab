import NexusClient
import NexusViews
import SwiftUI

/// The app, or why it cannot start.
struct LaunchView: View {
    let launch: Launch

    var body: some View {
        switch launch {
        case .running(let model, _): RootView(model)
        case .failed(let error):
            ContentUnavailableView(
                "Nexus cannot start", systemImage: "exclamationmark.triangle",
                description: Text(verbatim: "\(error.message) \(error.suggestion)"))
        }
    }
}

#if os(macOS)
    /// A conversation in a window of its own.
    struct ConversationWindow: View {
        static let id = ConversationScreen.windowID
        let launch: Launch
        /// The identifier of the conversation; `nil` if the system restores a window without one.
        let conversation: String?

        var body: some View {
            if let model = launch.model, let conversation { ConversationScreen(model, conversation: conversation) }
        }
    }

    /// The settings in a window of their own, as on every Mac.
    struct SettingsWindow: View {
        let launch: Launch

        var body: some View {
            if let model = launch.model { SettingsScreen(model).frame(width: 480, height: 600) }
        }
    }
#endif
