import NexusCore
import Synchronization

@testable import NexusClient

/// The services of lists and searches, with scripted answers and failures.
final class ScriptedLists: Sendable {
    /// A call that can be made to fail.
    enum Call: Hashable, Sendable { case rows, change, people, create, picture, search, connection }

    struct State: Sendable {
        var failures: [Call: ClientError] = [:]
        var rows: [ConversationRow] = []
        var report = ConnectionReport(phase: .online)
        var presence: [UserID: Presence] = [:]
        /// Pages of people by cursor; "" is the first.
        var pages: [String: PeopleFound] = [:]
        var relations: [Relation] = []
        var found: [String: SearchFound] = [:]
        /// The answer to any other search.
        var other = SearchFound(results: [], cursor: nil, isOnDevice: false, isPartial: false, byMeaning: true)
        var banners: [ConversationID: Banner] = [:]
        /// The calls, in order, such as `archive true` and `search kite`.
        var calls: [String] = []
    }

    let broadcast = EventBroadcast<ClientEvent>()
    private let state: Mutex<State>

    init(_ state: State = State()) { self.state = Mutex(state) }

    var now: State { state.withLock { $0 } }
    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }
    /// Has a call fail from now on, or work again.
    func fail(_ call: Call, with error: ClientError?) { state.withLock { $0.failures[call] = error } }
    func count(_ call: String) -> Int { now.calls.count { $0 == call } }

    private func note(_ text: String, _ call: Call) throws(ClientError) {
        state.withLock { $0.calls.append(text) }
        if let error = now.failures[call] { throw error }
    }

    private func queue(_ text: String) throws(ClientError) -> OperationID {
        try note(text, .change)
        return OperationID(high: 1, low: 1)
    }
}

extension ScriptedLists: ConversationService {
    func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
        broadcast.stream(keeping: 1, where: isWanted)
    }

    func conversations() async throws(ClientError) -> [ConversationRow] {
        try note("rows", .rows)
        return now.rows
    }

    func presence(of people: [UserID]) async throws(ClientError) -> [UserID: Presence] {
        now.presence.filter { people.contains($0.key) }
    }

    func archive(_ conversation: ConversationID, _ isArchived: Bool) async throws(ClientError) -> OperationID {
        try queue("archive \(isArchived)")
    }

    func pin(_ conversation: ConversationID, _ isPinned: Bool) async throws(ClientError) -> OperationID {
        try queue("pin \(isPinned)")
    }

    func mute(_ conversation: ConversationID, for span: MuteSpan?) async throws(ClientError) -> OperationID {
        try queue("mute")
    }

    func setNotifications(
        _ level: ConversationLevel?, sound: Bool?, in conversation: ConversationID
    ) async throws(ClientError) -> OperationID {
        try queue("level")
    }

    func markUnread(_ conversation: ConversationID) async throws(ClientError) -> OperationID { try queue("unread") }
    func markRead(_ conversation: ConversationID, through seq: Seq?) async throws(ClientError) {
        try note("read", .change)
    }
    func clear(_ conversation: ConversationID) async throws(ClientError) -> OperationID { try queue("clear") }
    func leave(_ conversation: ConversationID) async throws(ClientError) -> OperationID { try queue("leave") }
    func block(_ user: UserID, _ isBlocked: Bool) async throws(ClientError) -> OperationID {
        try queue("block \(isBlocked)")
    }
}

extension ScriptedLists: NewConversationService {
    func account() async throws(ClientError) -> Account? {
        Account(
            server: try ServerAddress("http://127.0.0.1:1"), session: SessionID(high: 1, low: 1),
            profile: Samples.profile)
    }

    func ownView() async throws(ClientError) -> UserSettingsView {
        SyncEngine(
            restoring: SyncSnapshot(
                profile: Samples.profile, since: nil, conversations: [],
                own: UserSettingsState(cursor: 1, settings: [], relations: now.relations), outbox: []),
            seed: DeviceRandom(seed: (1, 2, 3, 4))
        ).ownView
    }

    func people(
        matching query: String, after cursor: String?, limit: Int?
    ) async throws(ClientError) -> PeopleFound {
        try note("people \(query)\(cursor ?? "")", .people)
        return now.pages[cursor ?? ""] ?? PeopleFound(people: [], isComplete: true)
    }

    func openDirect(with user: User) async throws(ClientError) -> (ConversationID, OperationID?) {
        try note("open \(user.name)", .create)
        return (Samples.talk, nil)
    }

    func createGroup(title: String, members: [User]) async throws(ClientError) -> (ConversationID, OperationID) {
        try note("group \(title) \(members.map(\.name).joined(separator: ","))", .create)
        return (Samples.talk, OperationID(high: 1, low: 1))
    }

    func setPicture(_ path: String, of group: ConversationID) async throws(ClientError) -> OperationID {
        try note("picture \(path)", .picture)
        return OperationID(high: 1, low: 1)
    }
}

extension ScriptedLists: SearchService {
    func search(
        _ text: String, order: SearchCollector.Order, limit: Int, cursor: String?
    ) async throws(ClientError) -> SearchFound {
        let name = "\(text)\(order == .newest ? " newest" : "")\(cursor.map { " after \($0)" } ?? "")"
        try note("search \(name)", .search)
        return now.found[name] ?? now.other
    }
}

extension ScriptedLists: ConnectionService, BannerService {
    func connection() async throws(ClientError) -> ConnectionReport {
        if let error = now.failures[.connection] { throw error }
        return now.report
    }

    func networkReturned() async throws(ClientError) { try note("retry", .connection) }
    func events() -> AsyncStream<ClientEvent> {
        defer { change { $0.calls.append("events") } }
        return broadcast.stream(keeping: 64)
    }

    func banner(for message: Message) async throws(ClientError) -> Banner? {
        now.banners[message.conversation]
    }
}
