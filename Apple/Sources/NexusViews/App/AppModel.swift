import NexusClient
import NexusCore
import Observation

/// The models that live as long as the app's window, and the services that make those of its screens.
@Observable @MainActor
public final class AppModel {
    public let session: SessionViewModel
    public let signIn: SignInViewModel
    public let conversations: ConversationListViewModel
    public let connection: ConnectionViewModel
    public let banners: BannersViewModel
    public let settings: SettingsViewModel
    public let router = Router()
    let services: any AppServices

    /// - Parameter server: the address that the sign-in offers.
    public init(_ services: any AppServices, server: String = "") {
        self.services = services
        session = SessionViewModel(services)
        signIn = SignInViewModel(services, server: server)
        conversations = ConversationListViewModel(services)
        connection = ConnectionViewModel(services)
        banners = BannersViewModel(services)
        settings = SettingsViewModel(services)
    }

    /// Keeps the session, the list, the banners and the connection current; returns when the task is cancelled.
    func run() async {
        await settings.appearance.load()
        async let session: Void = session.run()
        async let conversations: Void = conversations.observe()
        async let connection: Void = connection.observe()
        async let banners: Void = banners.observe()
        _ = await (session, conversations, connection, banners)
    }

    /// The app came to the front or left it. In between nothing changes.
    func setActive(_ isActive: Bool) async {
        // A device without a network tells it once it is connected.
        try? await services.setActive(isActive)
        if isActive { try? await services.networkReturned() }
    }

    /// Goes where a tapped banner or notification leads.
    func followDestination() async {
        guard let destination = banners.takeDestination() else { return }
        await router.open(destination.conversation, message: destination.message)
    }
}
