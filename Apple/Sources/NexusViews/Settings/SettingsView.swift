import NexusClient
import NexusCore
import SwiftUI

/// The settings of the user and of this device.
struct SettingsView: View {
    @State private var isSigningOut = false
    let model: AppModel

    var body: some View {
        Form {
            ProfileSection(model: settings.profile, server: settings.account?.server.description)
            NotificationsSection(model: settings.notifications)
            PrivacySection(model: settings.privacy)
            AppearanceSection(model: settings.appearance)
            SessionsSection(model: settings.sessions)
            SettingsLinks()
            Section {
                Button("Sign out", role: .destructive) { isSigningOut = true }
            } footer: {
                ErrorLine(error: settings.error ?? model.session.error)
            }
        }
        .formStyle(.grouped)
        .navigationTitle("Settings")
        .navigationDestination(for: SettingsRoute.self) { route in
            switch route {
            case .security: SecurityView(model: settings.security)
            case .data: YourDataView(model: settings.leaving)
            }
        }
        .task { await observe() }
        .confirmationDialog("Sign out of this device?", isPresented: $isSigningOut, titleVisibility: .visible) {
            Button("Sign out", role: .destructive) { Task { await model.session.signOut() } }
            Button("Cancel", role: .cancel) {}
        } message: {
            if settings.unsent > 0 { Text("\(settings.unsent) changes were not sent yet, and will be lost.") }
        }
    }

    private var settings: SettingsViewModel { model.settings }

    private func observe() async {
        async let all: Void = settings.observe()
        async let profile: Void = settings.profile.observe()
        async let notifications: Void = settings.notifications.observe()
        async let privacy: Void = settings.privacy.observe()
        async let sessions: Void = settings.sessions.observe()
        _ = await (all, profile, notifications, privacy, sessions)
    }
}
