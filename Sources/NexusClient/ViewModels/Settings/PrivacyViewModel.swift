import NexusCore
import Observation

/// The service of the privacy settings' view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol PrivacyService: ChangeService {
    func account() async throws(ClientError) -> Account?
    func updateProfile(
        name: String?, about: String?, showsPresence: Bool?, showsReceipts: Bool?, showsAI: Bool?
    ) async throws(ClientError) -> OperationID
    func blockedPeople() async throws(ClientError) -> [User]
    func block(_ user: UserID, _ isBlocked: Bool) async throws(ClientError) -> OperationID
}

extension NexusClient: PrivacyService {}

/// What others see of the user, whether AI features show, and the blocked people. Works offline.
@Observable @MainActor
public final class PrivacyViewModel {
    /// Whether others see when the user is online; off, the user does not see it of them.
    public private(set) var showsPresence = true
    /// Whether others see the user's receipts; off, the user sees none of theirs.
    public private(set) var showsReceipts = true
    /// Whether the user sees AI features.
    public private(set) var showsAI = true
    /// By name.
    public private(set) var blocked: [User] = []
    public private(set) var isLoading = true
    /// The last error; it goes by itself after 5 s, and settings stay on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any PrivacyService
    private let notice: ErrorNotice

    public init(_ service: any PrivacyService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
    }

    /// Keeps the settings current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        await service.follow { event in
            if case .changed(let change) = event { change.profile || change.own || change.outbox } else { false }
        } load: {
            await load()
        }
    }

    public func load() async {
        await notice.load { () throws(ClientError) in
            guard let profile = try await service.account()?.profile else { return }
            let blocked = try await service.blockedPeople()
            showsPresence = profile.showsPresence
            showsReceipts = profile.showsReceipts
            showsAI = profile.showsAI
            if blocked != self.blocked { self.blocked = blocked }
            isLoading = false
        }
    }

    public func showPresence(_ isOn: Bool) async { await change(presence: isOn) }
    public func showReceipts(_ isOn: Bool) async { await change(receipts: isOn) }
    public func showAI(_ isOn: Bool) async { await change(ai: isOn) }

    /// Unblocks a person.
    public func unblock(_ user: UserID) async {
        await notice.act { () throws(ClientError) in try await service.block(user, false) }
        await load()
    }

    private func change(presence: Bool? = nil, receipts: Bool? = nil, ai: Bool? = nil) async {
        await notice.act { () throws(ClientError) in
            try await service.updateProfile(
                name: nil, about: nil, showsPresence: presence, showsReceipts: receipts, showsAI: ai)
        }
        await load()
    }
}
