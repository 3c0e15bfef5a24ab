import NexusCore
import Observation

/// The service of the view model of new conversations. ``NexusClient`` implements it; tests and previews may replace it.
public protocol NewConversationService: PeopleService {
    func openDirect(with user: User) async throws(ClientError) -> (ConversationID, OperationID?)
    func createGroup(title: String, members: [User]) async throws(ClientError) -> (ConversationID, OperationID)
    func setPicture(_ path: String, of group: ConversationID) async throws(ClientError) -> OperationID
}

extension NexusClient: NewConversationService {}

/// Starts a direct conversation with one person, or a group of several. Works offline.
@Observable @MainActor
public final class NewConversationViewModel {
    /// The people to talk with.
    public let picker: PeoplePickerViewModel
    /// Whether it makes a group; off, one person is picked.
    public var isGroup = false {
        didSet { picker.picksMany = isGroup }
    }
    /// The group's title, at most `Limits.titleCharacters` characters.
    public var title = ""
    /// The path of the group's picture; nil for none.
    public var picture: String?
    public private(set) var isCreating = false
    /// The last error; it goes by itself after 5 s, and the input stays.
    public var error: ClientError? {
        get { notice.error ?? picker.error }
        set {
            notice.show(newValue)
            if newValue == nil { picker.error = nil }
        }
    }

    private let service: any NewConversationService
    private let notice: ErrorNotice

    public init(_ service: any NewConversationService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
        picker = PeoplePickerViewModel(service, clock: clock)
    }

    /// Whether ``create()`` has all it needs.
    public var canCreate: Bool {
        !isCreating && !picker.chosen.isEmpty && (!isGroup || !title.allSatisfy(\.isWhitespace))
    }

    /// The number of members that the group will have, the user included.
    public var memberCount: Int { picker.chosen.count + 1 }

    /// Keeps the people current while the screen is there; returns when the task is cancelled.
    public func observe() async { await picker.observe() }

    /// Opens the direct conversation with a person, or creates it.
    ///
    /// - Returns: the conversation to show; nil with ``error``, or if the person cannot be reached.
    public func start(with user: User) async -> ConversationID? {
        guard !isCreating, picker.isChosen(user) || picker.pick(user) else { return nil }
        return await creating { () throws(ClientError) in try await service.openDirect(with: user).0 }
    }

    /// Creates the conversation with the chosen people: the group, or the direct one.
    ///
    /// - Returns: the conversation to show; nil with ``error``. A group whose picture cannot be used is made without one,
    ///   and ``error`` says why.
    public func create() async -> ConversationID? {
        guard canCreate else { return nil }
        let people = picker.chosen
        guard isGroup else { return await start(with: people[0]) }
        let title = title.trimmed
        let group = await creating { () throws(ClientError) in
            try await service.createGroup(title: title, members: people).0
        }
        if let group, let picture {
            await notice.act { () throws(ClientError) in try await service.setPicture(picture, of: group) }
        }
        return group
    }

    private func creating(_ work: () async throws(ClientError) -> ConversationID) async -> ConversationID? {
        isCreating = true
        defer { isCreating = false }
        return await notice.act(work)
    }
}
