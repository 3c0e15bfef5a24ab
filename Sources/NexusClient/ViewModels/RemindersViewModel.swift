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
    /// The last error; content stays on the screen.
    public var error: ClientError?

    @ObservationIgnored private let service: any RemindersService
    /// Whether the error came from loading: the next successful load clears it.
    @ObservationIgnored private var isLoadFailing = false

    public init(_ service: any RemindersService) { self.service = service }

    /// Keeps the reminders current; returns when the task is cancelled.
    public func observe() async {
        let signals = service.signals { event in
            switch event {
            // An insight that was completed withdraws its reminder.
            case .reminders, .insights: true
            case .connection(let isOnline): isOnline
            default: false
            }
        }
        await load()
        for await _ in signals { await load() }
    }

    public func load() async {
        do throws(ClientError) {
            let all = try await service.reminders()
            reminders = Dictionary(all.map { ($0.insight, $0) }) { first, _ in first }
            if isLoadFailing { error = nil }
            isLoadFailing = false
        } catch {
            self.error = error
            isLoadFailing = true
        }
    }

    /// Sets the reminder of an insight, in place of an earlier one.
    public func set(_ request: ReminderRequest, of insight: InsightID) async {
        do throws(ClientError) {
            reminders[insight] = try await service.remind(of: insight, request)
            error = nil
        } catch { fail(error) }
    }

    /// Removes the reminder of an insight, or answers one that fired.
    public func remove(_ insight: InsightID) async {
        do throws(ClientError) {
            try await service.removeReminder(of: insight)
            reminders[insight] = nil
            error = nil
        } catch { fail(error) }
    }

    private func fail(_ error: ClientError) {
        self.error = error
        isLoadFailing = false
    }
}
