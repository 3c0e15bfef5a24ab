import NexusClient
import SwiftUI

/// How the app looks on this device.
struct AppearanceSection: View {
    let model: AppearanceViewModel

    var body: some View {
        Section("Appearance") {
            Picker("Theme", selection: theme) {
                ForEach(AppTheme.allCases, id: \.self) { Text($0.title).tag($0) }
            }
        }
    }

    private var theme: Binding<AppTheme> {
        Binding(get: { model.theme }, set: { theme in Task { await model.choose(theme) } })
    }
}
