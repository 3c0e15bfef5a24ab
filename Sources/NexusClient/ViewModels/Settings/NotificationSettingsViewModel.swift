import NexusCore
import Observation

/// The service of the notification settings' view model.
public protocol NotificationSettingsService: ChangeService {
    func account() async throws(ClientError) -> Account?
    func setNotifications(_ change: NotificationChange) async throws(ClientError) -> OperationID
}

extension NexusClient: NotificationSettingsService {}

/// The settings of which messages the user is told of. Changes show at once, and are sent when there is a network.
@Observable @MainActor
public final class NotificationSettingsViewModel {
    /// The first question of the settings.
    public enum About: Equatable, Sendable, CaseIterable {
        case everything
        /// All direct messages; in groups mentions, replies and keywords.
        case directAndMentions
        case nothing
        /// Chosen apart.
        case other
    }

    public private(set) var settings = NotificationSettings()
    public private(set) var isLoading = true
    /// The last error; it goes by itself after 5 s, and settings stay on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any NotificationSettingsService
    private let notice: ErrorNotice

    public init(_ service: any NotificationSettingsService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
    }

    public var about: About {
        switch (settings.direct, settings.groups) {
        case (.all, .all): .everything
        case (.all, .mentions): .directAndMentions
        case (.nothing, .nothing): .nothing
        default: .other
        }
    }

    /// Answers the first question; ``About/other`` changes nothing.
    public func choose(_ about: About) async {
        switch about {
        case .everything: await change(NotificationChange(direct: .all, groups: .all))
        case .directAndMentions: await change(NotificationChange(direct: .all, groups: .mentions))
        case .nothing: await change(NotificationChange(direct: .nothing, groups: .nothing))
        case .other: break
        }
    }

    /// Changes settings; what is out of bounds shows as ``error``.
    public func change(_ change: NotificationChange) async {
        await notice.act { () throws(ClientError) in try await service.setNotifications(change) }
        await load()
    }

    /// Keeps the settings current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        await service.follow { event in
            if case .arrived = event { false } else { true }
        } load: {
            await load()
        }
    }

    private func load() async {
        await notice.load { () throws(ClientError) in
            if let account = try await service.account() { settings = account.profile.notifications }
            isLoading = false
        }
    }
}
