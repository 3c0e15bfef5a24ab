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
    /// Whether the app has released its profile, in the background.
    public private(set) var isSuspended = false
    @ObservationIgnored private var connecting: Task<Void, Never>?
    @ObservationIgnored private let resumed = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Time to send what waits before the system suspends the app.
    static let farewell = Duration.seconds(15)

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
        async let session: Void = keepSession()
        async let conversations: Void = conversations.observe()
        async let connection: Void = connection.observe()
        async let banners: Void = banners.observe()
        _ = await (session, conversations, connection, banners)
    }

    /// Keeps the connection, but for the time in which the app is suspended.
    private func keepSession() async {
        while !Task.isCancelled {
            let work = Task { await session.run() }
            connecting = work
            await withTaskCancellationHandler {
                await work.value
            } onCancel: {
                work.cancel()
            }
            for await _ in resumed.stream where !isSuspended { break }
        }
    }

    /// The app is in the background, where the system will suspend it: sends what waits, and releases the profile. An extension can
    /// then take it, and the system ends no app for a lock that it holds.
    func suspend() async {
        try? await services.setActive(false)
        isSuspended = true
        _ = try? await services.sync(within: AppModel.farewell)
        guard isSuspended else { return }
        connecting?.cancel()
        await connecting?.value
        if isSuspended { await services.suspend() }
    }

    /// The app came to the front or left it. In between nothing changes.
    func setActive(_ isActive: Bool) async {
        if isActive {
            isSuspended = false
            await services.resume()
            resumed.continuation.yield()
        }
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
