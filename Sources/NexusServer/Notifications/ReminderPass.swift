import NexusCore
import NexusDatabase
import Synchronization

/// Fires due reminders: each once, in the transaction that queues it for the person's devices.
final class ReminderPass: Sendable {
    /// Reminders in one transaction.
    static let batch = 50
    /// Milliseconds for which a due reminder waits for an insight that is closed or missing: its message may be read again, or the person
    /// may undo what they did.
    static let patience: Int64 = 600_000
    /// Milliseconds until such an insight is looked for again.
    static let retry: Int64 = 60_000
    /// Milliseconds for which one that fired is kept.
    static let keeping: Int64 = 7 * 86_400_000

    private let database: any Database
    private let now: @Sendable () -> Timestamp
    /// Whether a user is active on a device now.
    private let isActive: @Sendable (UserID) -> Bool
    /// Called with people whose reminders fired or went.
    private let fired: @Sendable ([UserID]) -> Void
    private let next = Mutex<Timestamp?>(nil)
    private let firedCount = MetricCounter()
    private let withdrawnCount = MetricCounter()

    init(
        database: any Database, now: @escaping @Sendable () -> Timestamp,
        isActive: @escaping @Sendable (UserID) -> Bool, fired: @escaping @Sendable ([UserID]) -> Void
    ) {
        self.database = database
        self.now = now
        self.isActive = isActive
        self.fired = fired
    }

    /// Milliseconds until the next reminder, as of the last step; nil without one.
    var untilDue: Int64? { next.withLock { $0 }.map { $0.since(now()) } }

    /// Fires what is due. Returns whether there may be more.
    func step() async throws -> Bool {
        let due = try await database.read { try ReminderRepository.nextDue($0) }
        next.withLock { $0 = due }
        let time = now()
        guard let due, due <= time else { return false }
        let (told, withdrawn, next) = try await database.write { [self] transaction in
            var told: [UserID] = []
            var withdrawn = 0
            for reminder in try ReminderRepository.due(at: time, limit: Self.batch, transaction) {
                switch try take(reminder, at: time, transaction) {
                case .fired: told.append(reminder.user)
                case .withdrawn: withdrawn += 1
                case .deleted, .postponed: break
                }
            }
            return (told, withdrawn, try ReminderRepository.nextDue(transaction))
        }
        self.next.withLock { $0 = next }
        firedCount.add(told.count)
        withdrawnCount.add(withdrawn)
        if !told.isEmpty { fired(told) }
        return next.map { $0 <= time } ?? false
    }

    private enum Outcome {
        case fired
        /// The person no longer sees the insight, or it is closed.
        case withdrawn
        case postponed
        /// It fired long ago.
        case deleted
    }

    private func take(
        _ reminder: StoredReminder, at time: Timestamp, _ transaction: Transaction
    ) throws -> Outcome {
        let (user, insight) = (reminder.user, reminder.insight)
        guard reminder.firedAt == nil else {
            try ReminderRepository.delete(of: insight, for: user, transaction)
            return .deleted
        }
        guard try !ReminderRepository.visible(to: user, of: insight, transaction).isEmpty else {
            guard time.since(reminder.at) >= Self.patience else {
                try ReminderRepository.postpone(reminder, until: time.advanced(by: Self.retry), transaction)
                return .postponed
            }
            try ReminderRepository.delete(of: insight, for: user, transaction)
            return .withdrawn
        }
        try ReminderRepository.fire(
            reminder, at: time, deletedAt: time.advanced(by: Self.keeping), transaction)
        // The device in use shows a banner; the others are told a little later, unless the person has answered it there.
        let settings = NotificationSettings(
            stored: try transaction.first("SELECT notifications FROM users WHERE id = $1", .id(user)) {
                try $0.next()
            } ?? "")
        let delay = isActive(user) ? Int64(settings.delay) * 1_000 : 0
        try ReminderPushRepository.want(
            insight, for: user, dueAt: time.advanced(by: delay),
            expiresAt: time.advanced(by: PushPace.urgentLife), transaction)
        return .fired
    }

    func register(in registry: MetricsRegistry) {
        registry.counter("nexus_reminders_fired_total", "Reminders that fired.") { [firedCount] in
            Double(firedCount.value)
        }
        registry.counter(
            "nexus_reminders_withdrawn_total", "Due reminders of insights that were closed or no longer visible."
        ) { [withdrawnCount] in Double(withdrawnCount.value) }
        registry.gauge("nexus_reminders_lag_seconds", "How long the oldest reminder has been due.") { [self] in
            max(0, -Double(untilDue ?? 0) / 1_000)
        }
    }
}
