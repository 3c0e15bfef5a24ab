import NexusCore
import Observation

/// The service of the reminders' view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol RemindersService: ChangeService {
    func reminders() async throws(ClientError) -> [Reminder]
    func remind(of insight: InsightID, _ request: ReminderRequest) async throws(ClientError) -> Reminder
    func removeReminder(of insight: InsightID) async throws(ClientError)
}

extension NexusClient: RemindersService {}

/// The user's reminders of insights: for the insights' screen, and for a banner of those that fired.
@Observable @MainActor
public final class RemindersViewModel {
    /// By insight.
    public private(set) var reminders: [InsightID: Reminder] = [:]
    /// Those that fired and were not removed, the first to fire first: a screen shows them until ``remove(_:)`` or ``set(_:of:)``.
    public var fired: [Reminder] {
        reminders.values.filter { $0.firedAt != nil }
            .sorted { ($0.firedAt ?? .zero, $0.insight) < ($1.firedAt ?? .zero, $1.insight) }
    }
    /// Those that have not fired, the first to fire first.
    public var pending: [Reminder] {
        reminders.values.filter { $0.firedAt == nil }.sorted { ($0.at, $0.insight) < ($1.at, $1.insight) }
    }
    /// The last error; it goes by itself after 5 s, and content stays on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    @ObservationIgnored private let service: any RemindersService
    private let notice: ErrorNotice

    public init(_ service: any RemindersService, clock: any ClientClock = SystemClock()) {
        self.service = service
        notice = ErrorNotice(clock)
    }

    /// Keeps the reminders current; returns when the task is cancelled.
    public func observe() async {
        await service.follow { event in
            switch event {
            // An insight that was completed withdraws its reminder.
            case .reminders, .insights: true
            case .connection(let isOnline): isOnline
            default: false
            }
        } load: {
            await load()
        }
    }

    public func load() async {
        guard let all = await notice.load({ () throws(ClientError) in try await service.reminders() }) else { return }
        let next = Dictionary(all.map { ($0.insight, $0) }) { first, _ in first }
        if next != reminders { reminders = next }
    }

    /// Sets the reminder of an insight, in place of an earlier one.
    ///
    /// - Returns: the reminder, with its time; nil with ``error``.
    @discardableResult
    public func set(_ request: ReminderRequest, of insight: InsightID) async -> Reminder? {
        let reminder = await notice.act { () throws(ClientError) in
            try await service.remind(of: insight, request)
        }
        if let reminder { reminders[insight] = reminder }
        return reminder
    }

    /// Removes the reminder of an insight, or answers one that fired.
    public func remove(_ insight: InsightID) async {
        let removed: Void? = await notice.act { () throws(ClientError) in try await service.removeReminder(of: insight)
        }
        if removed != nil { reminders[insight] = nil }
    }
}
