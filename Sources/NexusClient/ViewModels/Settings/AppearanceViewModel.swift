import Observation

/// Where a device keeps how the app looks. ``NexusClient`` keeps it in the profile's folder; tests and previews may replace it.
public protocol AppearanceService: Sendable {
    func theme() async throws(ClientError) -> AppTheme
    func setTheme(_ theme: AppTheme) async throws(ClientError)
}

extension NexusClient: AppearanceService {}

/// How the app looks on this device.
@Observable @MainActor
public final class AppearanceViewModel {
    /// The user's choice.
    public private(set) var theme = AppTheme.system
    /// The last error; it goes by itself after 5 s.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any AppearanceService
    private let notice: ErrorNotice

    public init(_ service: any AppearanceService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
    }

    /// Reads the choice. The root of an app calls it before it draws.
    public func load() async {
        if let theme = await notice.load({ () throws(ClientError) in try await service.theme() }) { self.theme = theme }
    }

    /// Chooses a theme. It shows at once, and lasts until the app exits if it cannot be kept.
    public func choose(_ theme: AppTheme) async {
        self.theme = theme
        await notice.act { () throws(ClientError) in try await service.setTheme(theme) }
    }
}
