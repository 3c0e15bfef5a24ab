import NexusCore
import Observation

/// The service of the view model of another person's profile. ``NexusClient`` implements it; tests and previews may replace it.
public protocol PersonService: ChangeService {
    func person(_ id: UserID) async throws(ClientError) -> User
    func presence(of people: [UserID]) async throws(ClientError) -> [UserID: Presence]
    func ownView() async throws(ClientError) -> UserSettingsView
    func sharedGroups(with user: UserID) async throws(ClientError) -> [ConversationRow]
    func openDirect(with user: User) async throws(ClientError) -> (ConversationID, OperationID?)
    func favour(_ user: UserID, _ isFavourite: Bool) async throws(ClientError) -> OperationID
    func block(_ user: UserID, _ isBlocked: Bool) async throws(ClientError) -> OperationID
}

extension NexusClient: PersonService {}

/// Another person: their profile and presence, the groups shared with them, and the ways to reach or block them.
@Observable @MainActor
public final class PersonViewModel {
    /// The profile; until it is read, what the caller knew.
    public private(set) var user: User
    /// Their presence; nil while unknown or hidden.
    public private(set) var presence: Presence?
    public private(set) var isFavourite = false
    public private(set) var isBlocked = false
    /// The groups of which both are members.
    public private(set) var sharedGroups: [ConversationRow] = []
    public private(set) var isLoading = true
    /// The last error; it goes by itself after 5 s, and content stays on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any PersonService
    private let notice: ErrorNotice

    /// - Parameter user: what the caller knows of them, such as the name in a member row.
    public init(_ user: User, service: any PersonService, clock: any ClientClock = SystemClock()) {
        self.user = user
        self.service = service
        notice = ErrorNotice(clock)
    }

    /// Keeps the profile current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        let id = user.id
        let signals = service.signals { event in
            switch event {
            case .changed(let change): change.own || change.outbox || !change.members.isEmpty
            case .presence(let people): people.contains(id)
            case .connection, .connectionProgress: true
            default: false
            }
        }
        await load()
        async let profile: Void = loadProfile()
        for await _ in signals { await load() }
        await profile
    }

    /// Reloads what is on this device.
    public func load() async {
        let id = user.id
        await notice.load { () throws(ClientError) in
            let presence = try await service.presence(of: [id])[id]
            let relation = try await service.ownView().notable.first { $0.user == id }
            let groups = try await service.sharedGroups(with: id)
            if presence != self.presence { self.presence = presence }
            isFavourite = relation?.isFavourite ?? false
            isBlocked = relation?.isBlocked ?? false
            if groups != sharedGroups { sharedGroups = groups }
        }
        isLoading = false
    }

    /// Asks the server for the profile. Offline it stays as it was.
    public func loadProfile() async {
        let id = user.id
        await notice.load { () throws(ClientError) in
            do throws(ClientError) {
                var found = try await service.person(id)
                // With no network the address may be unknown here.
                if found.email.isEmpty { found.email = user.email }
                if found != user { user = found }
            } catch .offline(_) {
                // The name is enough until there is a network.
            }
        }
    }

    /// Opens the direct conversation with them, or creates it.
    ///
    /// - Returns: the conversation to show; nil with ``error``.
    public func startChat() async -> ConversationID? {
        let user = user
        return await notice.act { () throws(ClientError) in try await service.openDirect(with: user).0 }
    }

    /// Makes them a favourite, or no longer.
    public func favour(_ isFavourite: Bool) async {
        let id = user.id
        await notice.act { () throws(ClientError) in try await service.favour(id, isFavourite) }
        await load()
    }

    /// Blocks or unblocks them.
    public func block(_ isBlocked: Bool) async {
        let id = user.id
        await notice.act { () throws(ClientError) in try await service.block(id, isBlocked) }
        await load()
    }
}
