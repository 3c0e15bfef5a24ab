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
            .onOpenURL { open($0) }
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
        case .background:
            #if os(macOS)
                Task { await model.setActive(false) }
            #else
                Task { await BackgroundTime.run { await model.suspend() } }
            #endif
        default: break
        }
    }

    /// A link of a widget leads to a conversation, any other to the sign-in.
    private func open(_ url: URL) {
        if let link = ConversationLink(url) {
            model.banners.open(link.destination)
        } else {
            Task { await model.signIn.open(url.absoluteString) }
        }
    }
}
