import NexusCore
import Observation

/// The service of the view model of one's own profile. ``NexusClient`` implements it; tests and previews may replace it.
public protocol ProfileService: ChangeService {
    func account() async throws(ClientError) -> Account?
    func updateProfile(
        name: String?, about: String?, showsPresence: Bool?, showsReceipts: Bool?, showsAI: Bool?
    ) async throws(ClientError) -> OperationID
    func setPicture(_ path: String) async throws(ClientError) -> OperationID
    func removePicture() async throws(ClientError) -> OperationID
}

extension NexusClient: ProfileService {}

/// The user's own public profile: name, description and picture. Changes show at once, and are sent when there is a network.
@Observable @MainActor
public final class ProfileViewModel {
    /// The account as it is; nil until the store has been read.
    public private(set) var user: User?
    /// The name in the form, at most `Limits.nameCharacters` characters.
    public var name = ""
    /// The description in the form, at most `Limits.aboutCharacters` characters.
    public var about = ""
    public private(set) var isSaving = false
    /// The last error; it goes by itself after 5 s, and the form keeps its texts.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any ProfileService
    private let notice: ErrorNotice

    public init(_ service: any ProfileService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
    }

    /// The address that the user signs in with.
    public var email: String { user?.email ?? "" }
    public var picture: MediaID? { user?.picture }

    /// Whether the form has a change to save.
    public var canSave: Bool {
        guard let user, !isSaving, !name.trimmed.isEmpty else { return false }
        return name.trimmed != user.name || about.trimmed != user.about
    }

    /// Keeps the profile current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        await service.follow {
            $0.changesAccount
        } load: {
            await load()
        }
    }

    public func load() async {
        let account = await notice.load { () throws(ClientError) in try await service.account() }
        guard let next = account??.profile.user, next != user else { return }
        // A field that the user has changed keeps its text.
        if user == nil || name == user?.name { name = next.name }
        if user == nil || about == user?.about { about = next.about }
        user = next
    }

    /// Saves the form.
    public func save() async {
        guard canSave, let user else { return }
        name = name.trimmed
        about = about.trimmed
        let (name, about) = (name, about)
        isSaving = true
        defer { isSaving = false }
        await act { () throws(ClientError) in
            try await service.updateProfile(
                name: name == user.name ? nil : name, about: about == user.about ? nil : about, showsPresence: nil,
                showsReceipts: nil, showsAI: nil)
        }
    }

    /// Sets the picture from a file, or removes it with nil.
    public func setPicture(_ path: String?) async {
        await act { () throws(ClientError) in
            if let path { try await service.setPicture(path) } else { try await service.removePicture() }
        }
    }

    private func act(_ work: () async throws(ClientError) -> OperationID) async {
        await notice.act(work)
        await load()
    }
}
