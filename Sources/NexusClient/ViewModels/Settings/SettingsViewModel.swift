import NexusCore
import Observation

/// The services of the settings. ``NexusClient`` implements them; tests and previews may replace them.
public protocol SettingsService: ProfileService, PrivacyService, NotificationSettingsService, SessionsService,
    AppearanceService, SecurityService, LeavingService
{
    func unsentCount() async throws(ClientError) -> Int
}

extension NexusClient: SettingsService {}

/// The settings, with the view model of each part. A screen observes the parts that it shows.
@Observable @MainActor
public final class SettingsViewModel {
    public let profile: ProfileViewModel
    public let notifications: NotificationSettingsViewModel
    public let privacy: PrivacyViewModel
    public let appearance: AppearanceViewModel
    public let sessions: SessionsViewModel
    public let security: SecurityViewModel
    public let leaving: LeavingViewModel

    public private(set) var account: Account?
    /// The number of the user's changes that a sign-out would lose: a screen warns of them.
    public private(set) var unsent = 0
    /// The last error; it goes by itself after 5 s.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any SettingsService
    private let notice: ErrorNotice

    public init(_ service: any SettingsService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
        profile = ProfileViewModel(service, clock: clock)
        notifications = NotificationSettingsViewModel(service, clock: clock)
        privacy = PrivacyViewModel(service, clock: clock)
        appearance = AppearanceViewModel(service, clock: clock)
        sessions = SessionsViewModel(service, clock: clock)
        security = SecurityViewModel(service, clock: clock)
        leaving = LeavingViewModel(service, clock: clock)
    }

    /// Whether the user administers the server.
    public var isAdministrator: Bool { account?.profile.isAdministrator ?? false }

    /// Keeps the account current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        await service.follow {
            $0.changesAccount
        } load: {
            await load()
        }
    }

    public func load() async {
        await notice.load { () throws(ClientError) in
            let account = try await service.account()
            let unsent = try await service.unsentCount()
            if account != self.account { self.account = account }
            if unsent != self.unsent { self.unsent = unsent }
        }
    }
}
