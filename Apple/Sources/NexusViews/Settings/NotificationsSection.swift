import NexusClient
import SwiftUI

/// Which messages the user is told of.
struct NotificationsSection: View {
    let model: NotificationSettingsViewModel

    var body: some View {
        Section("Notifications") {
            Picker("Notify me about", selection: about) {
                Text("All messages").tag(NotificationSettingsViewModel.About.everything)
                Text("Direct messages and mentions").tag(NotificationSettingsViewModel.About.directAndMentions)
                Text("Nothing").tag(NotificationSettingsViewModel.About.nothing)
                if model.about == .other { Text("Custom").tag(NotificationSettingsViewModel.About.other) }
            }
            ErrorLine(error: model.error)
        }
    }

    private var about: Binding<NotificationSettingsViewModel.About> {
        Binding(get: { model.about }, set: { about in Task { await model.choose(about) } })
    }
}
