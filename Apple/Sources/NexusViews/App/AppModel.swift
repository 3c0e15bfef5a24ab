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
    public let reminders: RemindersViewModel
    public let refusals: RefusalsViewModel
    /// One for all conversations, as the device has one microphone.
    public let recording: VoiceRecordingViewModel
    /// One for all conversations, as the device has one loudspeaker.
    public let playback: VoicePlaybackViewModel
    public let router = Router()
    let services: any AppServices
    /// Whether the app has released its profile, in the background.
    public private(set) var isSuspended = false
    @ObservationIgnored private var connecting: Task<Void, Never>?
    /// Tells ``keepSession()`` that the app is in front again.
    @ObservationIgnored private var resumed: AsyncStream<Void>.Continuation?

    /// Time to send what waits before the system suspends the app.
    static let farewell = Duration.seconds(15)

    /// - Parameters:
    ///   - server: the address that the sign-in offers.
    ///   - devices: those of the system if none are given.
    ///   - clock: of errors, banners and recordings.
    public init(
        _ services: any AppServices, server: String = "", devices: AppDevices? = nil,
        clock: any ClientClock = SystemClock()
    ) {
        let devices = devices ?? .system
        self.services = services
        recording = VoiceRecordingViewModel(devices.recorder, clock: clock)
        playback = VoicePlaybackViewModel(services, player: devices.player, clock: clock)
        reminders = RemindersViewModel(services, clock: clock)
        session = SessionViewModel(services, clock: clock)
        signIn = SignInViewModel(services, server: server, clock: clock)
        conversations = ConversationListViewModel(services, clock: clock)
        connection = ConnectionViewModel(services, clock: clock)
        banners = BannersViewModel(services, clock: clock)
        refusals = RefusalsViewModel(services, clock: clock)
        settings = SettingsViewModel(services, clock: clock)
    }

    /// Keeps the session, the list, the banners, the reminders, the refusals and the connection current; returns when the task is
    /// cancelled.
    func run() async {
        await settings.appearance.load()
        async let session: Void = keepSession()
        async let conversations: Void = conversations.observe()
        async let connection: Void = connection.observe()
        async let banners: Void = banners.observe()
        async let reminders: Void = reminders.observe()
        async let refusals: Void = refusals.observe()
        _ = await (session, conversations, connection, banners, reminders, refusals)
    }

    /// Begins a voice message. What plays is paused: the microphone would hear it.
    func record(in conversation: ConversationID) {
        playback.pause()
        Task { await recording.start(in: conversation) }
    }

    /// As ``record(in:)``, with a button that is held.
    func hold(in conversation: ConversationID) {
        playback.pause()
        Task { await recording.press(in: conversation) }
    }

    /// Keeps the connection, but for the time in which the app is suspended.
    private func keepSession() async {
        while !Task.isCancelled {
            // A new one each time: a cancelled wait ends a stream for good.
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            resumed = continuation
            let work = Task { await session.run() }
            connecting = work
            await withTaskCancellationHandler {
                await work.value
            } onCancel: {
                work.cancel()
            }
            for await _ in stream where !isSuspended { break }
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
            resumed?.yield()
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
