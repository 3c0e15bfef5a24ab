import NexusCore
import NexusTestSupport
import Synchronization
import Testing

@testable import NexusClient

@Suite("The view model of reminders") @MainActor
struct RemindersViewModelTests {
    private static func reminder(_ number: UInt64, firedAt: Int64? = nil) -> Reminder {
        Reminder(
            insight: InsightID(high: 8, low: number), conversation: ConversationID(high: 3, low: 1),
            message: MessageID(high: 9, low: number), kind: .action, text: "task \(number)",
            at: Timestamp(milliseconds: 5), firedAt: firedAt.map { Timestamp(milliseconds: $0) })
    }

    @Test("shows the user's reminders, and those that fired until they are answered")
    func follows() async throws {
        let service = ScriptedReminders([Self.reminder(1), Self.reminder(2)])
        let model = RemindersViewModel(service)
        let task = Task { await model.observe() }
        try await eventually("they are shown") { model.reminders.count == 2 }
        #expect(model.fired.isEmpty)
        service.set([Self.reminder(1, firedAt: 7), Self.reminder(2, firedAt: 6)])
        service.broadcast.send(.reminders)
        try await eventually("they fired") { model.fired.map(\.text) == ["task 2", "task 1"] }
        await model.remove(Self.reminder(2).insight)
        #expect(model.fired.map(\.text) == ["task 1"])
        await model.set(ReminderRequest(at: Timestamp(milliseconds: 9)), of: Self.reminder(1).insight)
        #expect(model.fired.isEmpty)
        #expect(model.reminders[Self.reminder(1).insight]?.at == Timestamp(milliseconds: 9))
        task.cancel()
        await task.value
    }

    @Test("offline it says so, keeps its content, and recovers by itself")
    func offline() async {
        let service = ScriptedReminders([Self.reminder(1)])
        let model = RemindersViewModel(service)
        await model.load()
        service.fail(with: .offline("no route"))
        await model.remove(Self.reminder(1).insight)
        #expect(model.error?.isOffline == true)
        #expect(model.reminders.count == 1)
        await model.load()
        service.fail(with: nil)
        await model.load()
        #expect(model.error == nil)
    }

    @Test("an error goes by itself, those ahead come by time, and the model is let go")
    func lists() async throws {
        let clock = ManualClock()
        var later = Self.reminder(1)
        later.at = Timestamp(milliseconds: 9)
        let service = ScriptedReminders([later, Self.reminder(2), Self.reminder(3, firedAt: 7)])
        let model = RemindersViewModel(service, clock: clock)
        await model.load()
        #expect(model.pending.map(\.text) == ["task 2", "task 1"])
        #expect(await model.set(ReminderRequest(.hour), of: InsightID(high: 8, low: 4)) == nil)
        #expect(model.error?.code == "not_found")
        try await eventually("it waits") { clock.sleepers(within: ErrorNotice.life) == 1 }
        clock.advance(by: ErrorNotice.life)
        try await eventually("it is gone") { model.error == nil }
        try await expectNoLeak {
            RemindersViewModel(service)
        } observe: {
            await $0.observe()
        } until: {
            $0.reminders.count == 3
        }
    }
}

/// Reminders that the test decides.
private final class ScriptedReminders: RemindersService {
    let broadcast = EventBroadcast<ClientEvent>()
    private let state: Mutex<(reminders: [Reminder], failure: ClientError?)>

    init(_ reminders: [Reminder]) { state = Mutex((reminders, nil)) }

    func set(_ reminders: [Reminder]) { state.withLock { $0.reminders = reminders } }

    func fail(with error: ClientError?) { state.withLock { $0.failure = error } }

    func signals(_ isWanted: @escaping @Sendable (ClientEvent) -> Bool) -> AsyncStream<ClientEvent> {
        broadcast.stream(keeping: 1, where: isWanted)
    }

    private func check() throws(ClientError) {
        if let error = state.withLock({ $0.failure }) { throw error }
    }

    func reminders() async throws(ClientError) -> [Reminder] {
        try check()
        return state.withLock { $0.reminders }
    }

    func remind(of insight: InsightID, _ request: ReminderRequest) async throws(ClientError) -> Reminder {
        try check()
        guard let index = state.withLock({ $0.reminders.firstIndex { $0.insight == insight } }) else {
            throw .refused(Refusal(.notFound, "gone"))
        }
        return state.withLock { state in
            state.reminders[index].firedAt = nil
            state.reminders[index].at = request.at ?? .zero
            return state.reminders[index]
        }
    }

    func removeReminder(of insight: InsightID) async throws(ClientError) {
        try check()
        state.withLock { $0.reminders.removeAll { $0.insight == insight } }
    }
}
