import SwiftUI

/// A screen of the settings.
enum SettingsRoute: Hashable {
    case security, data
}

/// Leads to the other screens of the settings.
struct SettingsLinks: View {
    var body: some View {
        Section {
            NavigationLink("Sign-in and security", value: SettingsRoute.security)
            NavigationLink("Your data", value: SettingsRoute.data)
        }
    }
}
