import NexusClient
import SwiftUI

/// The app: sign-in, or the conversations of the signed-in user.
public struct RootView: View {
    @Environment(\.scenePhase) private var scenePhase
    private let model: AppModel

    public init(_ model: AppModel) { self.model = model }

    public var body: some View {
        content
            .inApp(model)
            .preferredColorScheme(model.settings.appearance.theme.colorScheme)
            .task { await model.run() }
            .onChange(of: scenePhase) { _, phase in phaseChanged(to: phase) }
            .onOpenURL { url in Task { await model.signIn.open(url.absoluteString) } }
    }

    @ViewBuilder private var content: some View {
        switch model.session.state {
        case .loading: ProgressView()
        case .signedOut: LoginView(model: model.signIn, ending: model.session.ending)
        case .signedIn: MainView(model: model)
        }
    }

    /// Presence follows the app: an inactive one, behind a call or the app switcher, changes nothing.
    private func phaseChanged(to phase: ScenePhase) {
        switch phase {
        case .active: Task { await model.setActive(true) }
        case .background: Task { await model.setActive(false) }
        default: break
        }
    }
}
