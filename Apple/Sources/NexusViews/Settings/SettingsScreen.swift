import SwiftUI

/// The settings on their own, for the settings window of a Mac.
public struct SettingsScreen: View {
    private let model: AppModel

    public init(_ model: AppModel) { self.model = model }

    public var body: some View {
        NavigationStack { SettingsView(model: model) }.inApp(model)
    }
}
