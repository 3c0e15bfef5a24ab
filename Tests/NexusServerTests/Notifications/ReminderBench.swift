import NexusCore
import NexusIntelligence
import Synchronization
import Testing

@testable import NexusServer

/// Reminders over the real services, fired and delivered when the test calls for it: Ada and Ben are in a group, with a task.
struct ReminderBench {
    let notifications: NotificationBench
    let ada: UserID
    let ben: UserID
    let group: ConversationID
    let message: Message
    let task: InsightID
    var server: InlineServer { notifications.server }

    /// Monday 2 March 2026, 9:00 UTC, 10:00 in Berlin.
    static let monday = InsightBench.monday

    init() async throws {
        notifications = try NotificationBench()
        let server = notifications.server
        server.now = Self.monday
        ada = try server.person("Ada")
        ben = try server.person("Ben")
        group = try server.group(of: ada, with: [ben])
        message = try server.post("The oven is cold", in: group, by: ada)
        task = server.identifier()
        try await make("Repair the oven", due: "2026-03-06", id: task)
        try notifications.device("ben's phone", of: ben)
    }

    @discardableResult
    func make(_ text: String, due: String? = nil, id: InsightID? = nil) async throws -> InsightID {
        let made = try await insights.make(
            NewInsight(id: id ?? server.identifier(), message: message.id, kind: .action, text: text, due: due),
            by: ada)
        return try #require(made.id)
    }

    var insights: InsightService {
        InsightService(
            database: server.database, serverZone: InsightBench.serverZone, now: { [now = server.now] in now },
            remaining: { 0 }, moved: { _, _ in })
    }

    func service(changed: @escaping @Sendable (UserID) -> Void = { _ in }) -> ReminderService {
        ReminderService(
            database: server.database, serverZone: InsightBench.serverZone, now: { [now = server.now] in now },
            changed: changed)
    }

    @discardableResult
    func set(
        _ request: ReminderRequest = ReminderRequest(.hour), of insight: InsightID? = nil, by user: UserID? = nil
    ) async throws -> Reminder {
        try await service().set(request, of: insight ?? task, for: user ?? ben)
    }

    func list(_ user: UserID? = nil) async throws -> [Reminder] {
        try await service().reminders(for: user ?? ben).reminders
    }

    func wait(_ milliseconds: Int64) { server.now = server.now.advanced(by: milliseconds) }

    /// Fires what is due as a server that has just started, and delivers it. Returns the people whose reminders fired.
    @discardableResult
    func run() async throws -> [UserID] {
        let fired = Fired()
        let pass = ReminderPass(
            database: server.database, now: { [now = server.now] in now },
            isActive: { [active = notifications.active] in !active.sessions(of: $0).isEmpty },
            fired: { fired.add($0) })
        while try await pass.step() {}
        try await notifications.deliver()
        return fired.people
    }

    var pushes: [OutgoingPush] {
        notifications.service.taken.map(\.push).filter { $0.content.kind == .reminder }
    }

    private final class Fired: Sendable {
        private let all = Mutex<[UserID]>([])
        var people: [UserID] { all.withLock { $0 } }
        func add(_ people: [UserID]) { all.withLock { $0 += people } }
    }
}
