import NexusCore
import Observation

/// The service of the list's view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol ConversationService: ChangeService {
    func conversations() async throws(ClientError) -> [ConversationRow]
    func connection() async throws(ClientError) -> ConnectionReport
    func presence(of people: [UserID]) async throws(ClientError) -> [UserID: Presence]
    func archive(_ conversation: ConversationID, _ isArchived: Bool) async throws(ClientError) -> OperationID
    func pin(_ conversation: ConversationID, _ isPinned: Bool) async throws(ClientError) -> OperationID
    func mute(_ conversation: ConversationID, for span: MuteSpan?) async throws(ClientError) -> OperationID
    func setNotifications(
        _ level: ConversationLevel?, sound: Bool?, in conversation: ConversationID
    ) async throws(ClientError) -> OperationID
    func markUnread(_ conversation: ConversationID) async throws(ClientError) -> OperationID
    func markRead(_ conversation: ConversationID, through seq: Seq?) async throws(ClientError)
    func clear(_ conversation: ConversationID) async throws(ClientError) -> OperationID
    func leave(_ conversation: ConversationID) async throws(ClientError) -> OperationID
    func block(_ user: UserID, _ isBlocked: Bool) async throws(ClientError) -> OperationID
}

extension NexusClient: ConversationService {}

/// The list of conversations: shown at once from the store, and updated in place. Its actions work offline.
@Observable @MainActor
public final class ConversationListViewModel {
    /// Rows under one heading.
    public struct Section: Equatable, Sendable {
        public enum Kind: Equatable, Sendable {
            case pinned
            case recent
            case archived
            /// The matches of the filter.
            case found
        }

        public var kind: Kind
        public var rows: [ConversationRow]
    }

    /// What the list shows when it has no rows.
    public enum Emptiness: Equatable, Sendable {
        /// The store or the first changes are still being read.
        case loading
        /// The user has no conversations.
        case noConversations
        case nothingFound
    }

    /// Pinned ones, then the others, then archived ones; each newest first.
    public private(set) var rows: [ConversationRow] = []
    /// The known presence of the other person of direct conversations.
    public private(set) var presence: [UserID: Presence] = [:]
    /// Words of a title, of members' names or of the last message.
    public var filter = ""
    /// Whether the list shows the archived conversations in place of the others.
    public var showsArchive = false
    public private(set) var isOnline = false
    /// Whether changes from before this connection still arrive.
    public private(set) var isUpdating = false
    public private(set) var isLoading = true
    /// The last error; it goes by itself after 5 s, and content stays on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any ConversationService
    private let notice: ErrorNotice

    public init(_ service: any ConversationService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
    }

    /// The rows that the filter leaves; without one the archived rows, or all others.
    public var shown: [ConversationRow] {
        filter.allSatisfy(\.isWhitespace)
            ? rows.filter { $0.isArchived == isArchiveOpen } : rows.filter { $0.matches(filter) }
    }

    /// ``shown`` by heading; headings without rows are left out.
    public var sections: [Section] {
        let shown = shown
        if !filter.allSatisfy(\.isWhitespace) { return sections([(.found, shown)]) }
        if isArchiveOpen { return sections([(.archived, shown)]) }
        return sections([(.pinned, shown.filter(\.isPinned)), (.recent, shown.filter { !$0.isPinned })])
    }

    /// The archived conversations.
    public var archived: [ConversationRow] { rows.filter { $0.isArchived } }

    /// The badge: unread messages, without those of muted conversations.
    public var unread: Int { rows.reduce(0) { $0 + $1.badge } }

    /// Why there are no rows; nil if there are some.
    public var emptiness: Emptiness? {
        guard shown.isEmpty else { return nil }
        if !filter.allSatisfy(\.isWhitespace) { return .nothingFound }
        return isLoading || isUpdating ? .loading : .noConversations
    }

    /// The presence of the other person of a direct conversation; nil if unknown, and in a group.
    public func presence(in row: ConversationRow) -> Presence? { row.other.flatMap { presence[$0] } }

    /// Keeps the list current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        await service.follow { event in
            if case .arrived = event { false } else { true }
        } load: {
            await load()
        }
    }

    /// Reloads, for example after an error.
    public func load() async {
        await notice.load { () throws(ClientError) in
            let rows = try await service.conversations()
            let status = try await service.connection()
            let presence = try await service.presence(of: rows.compactMap(\.other))
            if rows != self.rows { self.rows = rows }
            if presence != self.presence { self.presence = presence }
            if status.isOnline != isOnline { isOnline = status.isOnline }
            if (status.phase == .updating) != isUpdating { isUpdating = status.phase == .updating }
        }
        isLoading = false
    }

    /// Performs an action, and shows its effect.
    func act<Value: Sendable>(
        _ work: (any ConversationService) async throws(ClientError) -> Value
    ) async {
        await notice.act { () throws(ClientError) in try await work(service) }
        await load()
    }

    private var isArchiveOpen: Bool { showsArchive && rows.contains { $0.isArchived } }

    private func sections(_ parts: [(Section.Kind, [ConversationRow])]) -> [Section] {
        parts.filter { !$0.1.isEmpty }.map { Section(kind: $0.0, rows: $0.1) }
    }
}
