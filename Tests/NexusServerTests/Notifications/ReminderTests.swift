import NexusCore
import NexusDatabase
import Testing

@testable import NexusServer

@Suite("Reminders of insights")
struct ReminderTests {
    private static let hour: Int64 = 3_600_000

    @Test("are each person's own: set, read, changed, listed by time and removed")
    func own() async throws {
        let bench = try await ReminderBench()
        let other = try await bench.make("Buy gas")
        let set = try await bench.set()
        #expect(set.at == bench.server.now.advanced(by: Self.hour) && set.firedAt == nil)
        #expect(set.text == "Repair the oven" && set.message == bench.message.id && set.conversation == bench.group)
        let earlier = try await bench.set(ReminderRequest(at: bench.server.now.advanced(by: 1)), of: other)
        #expect(try await bench.list() == [earlier, set])
        #expect(try await bench.service().reminder(of: bench.task, for: bench.ben) == set)
        #expect(try await bench.list(bench.ada).isEmpty)
        await #expect(throws: Refusal.self) { try await bench.service().reminder(of: bench.task, for: bench.ada) }
        let changed = try await bench.set(ReminderRequest(.tomorrow))
        #expect(try await bench.list() == [earlier, changed])
        try await bench.service().remove(of: bench.task, for: bench.ada)
        #expect(try await bench.list().count == 2, "another person's removal is a no-op")
        for _ in 1...2 { try await bench.service().remove(of: bench.task, for: bench.ben) }
        #expect(try await bench.list() == [earlier])
    }

    @Test("are of insights that the person sees, and that are open")
    func authorised() async throws {
        let bench = try await ReminderBench()
        let stranger = try bench.server.person("Dora")
        await #expect(throws: Refusal.insightGone) { try await bench.set(by: stranger) }
        await #expect(throws: Refusal.insightGone) { try await bench.set(of: bench.server.identifier()) }
        try bench.server.apply(.updateRelation(bench.ada, RelationChange(isBlocked: true)), by: bench.ben)
        await #expect(throws: Refusal.insightGone) { try await bench.set() }
        try bench.server.apply(.updateRelation(bench.ada, RelationChange(isBlocked: false)), by: bench.ben)
        try bench.server.apply(.updateProfile(ProfileChange(showsAI: false)), by: bench.ben)
        await #expect(throws: Refusal.insightGone) { try await bench.set() }
        try bench.server.apply(.updateProfile(ProfileChange(showsAI: true)), by: bench.ben)
        _ = try await bench.insights.update(bench.task, InsightChange(state: .done), by: bench.ada)
        let closed = await #expect(throws: Refusal.self) { try await bench.set() }
        #expect(closed?.code == .invalidRequest && closed?.message.contains("closed") == true)
        try bench.server.apply(.leave(bench.group), by: bench.ben)
        await #expect(throws: Refusal.insightGone) { try await bench.set() }
    }

    @Test("have a time ahead, of at most 730 days, which an error explains")
    func times() async throws {
        let bench = try await ReminderBench()
        let now = bench.server.now
        let end = now.advanced(by: 730 * 86_400_000)
        #expect(try await bench.set(ReminderRequest(at: end)).at == end)
        var both = ReminderRequest(.hour)
        both.at = end
        var neither = both
        (neither.at, neither.when) = (nil, nil)
        let plain = try await bench.make("Buy gas")
        for (request, insight, words) in [
            (ReminderRequest(at: end.advanced(by: 1)), bench.task, "at most 730 days"),
            (ReminderRequest(at: now), bench.task, "has passed"), (both, bench.task, "either at or when"),
            (neither, bench.task, "either at or when"), (ReminderRequest(.due), plain, "no due date"),
            (ReminderRequest(.hour, zone: "Mars/Olympus"), bench.task, "no time zone"),
            (ReminderRequest(.evening, zone: "Asia/Tokyo"), bench.task, "begun already"),
        ] {
            let refused = await #expect(throws: Refusal.self) { try await bench.set(request, of: insight) }
            #expect(refused?.code == .invalidRequest && refused?.message.contains(words) == true)
        }
        #expect(try await bench.list().map(\.at) == [end], "a refused one leaves the earlier one")
    }

    @Test("are at most 100 of a person; those of closed insights make room")
    func limit() async throws {
        let bench = try await ReminderBench()
        try bench.server.write { [ben = bench.ben] transaction in
            for number in 1..<UInt64(Limits.remindersPerPerson) {
                // Of insights that are gone.
                try transaction.run(
                    "INSERT INTO reminders VALUES ($1, $2, 9, $3, NULL)", .id(ben),
                    .id(InsightID(high: 9, low: number)), .time(ReminderBench.monday.advanced(by: Self.hour)))
            }
        }
        try await bench.set()
        try await bench.set(ReminderRequest(.tomorrow))
        #expect(try await bench.list().count == 1)
        let other = try await bench.make("Buy gas")
        try await bench.set(of: other)
        #expect(try await bench.list().count == 2, "those that were withdrawn make room")
        // Sixteen insights of a message, of each of seven messages: 112.
        var insights: [InsightID] = []
        for number in 1...7 {
            let message = try bench.server.post("\(number)", in: bench.group, by: bench.ada)
            for part in 1...16 {
                let made = try await bench.insights.make(
                    NewInsight(
                        id: bench.server.identifier(), message: message.id, kind: .action, text: "\(number) \(part)"),
                    by: bench.ada)
                insights.append(try #require(made.id))
            }
        }
        for insight in insights.prefix(98) { try await bench.set(of: insight) }
        #expect(try await bench.list().count == Limits.remindersPerPerson)
        let refused = await #expect(throws: Refusal.self) { try await bench.set(of: insights[98]) }
        #expect(refused?.code == .tooManyReminders)
        try await bench.set(ReminderRequest(.tomorrow), of: insights[0])
        try await bench.set(of: insights[98], by: bench.ada)
        try await bench.service().remove(of: other, for: bench.ben)
        try await bench.set(of: insights[98])
    }

    @Test("fire once, also if the server ends in the middle and comes back late")
    func once() async throws {
        let bench = try await ReminderBench()
        try await bench.set()
        bench.wait(Self.hour - 1)
        #expect(try await bench.run().isEmpty)
        bench.wait(1)
        bench.server.failCommits(with: DatabaseError(.full, detail: "test"))
        await #expect(throws: (any Error).self) { try await bench.run() }
        bench.server.failCommits(with: nil)
        bench.wait(3 * Self.hour)
        #expect(try await bench.run() == [bench.ben])
        for _ in 1...2 { #expect(try await bench.run().isEmpty) }
        let push = try #require(bench.pushes.first)
        #expect(bench.pushes.count == 1)
        #expect(push.content.title == "Reminder" && push.content.text == "Repair the oven" && push.content.isUrgent)
        #expect(push.content.page == "https://chat.example.org/c/\(bench.group.text)/m/\(bench.message.id.text)")
        #expect(push.content.tag == "reminder-\(bench.task.text)" && push.life == 86_400)
        #expect(try await bench.list().map(\.firedAt) == [bench.server.now])
        try await bench.set()
        #expect(try await bench.list().map(\.firedAt) == [nil], "set again")
        bench.wait(Self.hour)
        #expect(try await bench.run() == [bench.ben])
        #expect(bench.pushes.count == 2)
        bench.wait(7 * 24 * Self.hour - 1)
        try await bench.run()
        #expect(try await bench.list().count == 1)
        bench.wait(1)
        try await bench.run()
        #expect(try await bench.list().isEmpty, "one that fired is kept for 7 days")
    }

    @Test(
        "do not fire once the insight is done, dismissed or deleted, or the person has left or blocked its sender",
        arguments: ["done", "dismissed", "deleted", "left", "removed", "blocked", "hidden"])
    func withdrawn(how: String) async throws {
        let bench = try await ReminderBench()
        try await bench.set()
        let (server, group) = (bench.server, bench.group)
        switch how {
        case "done": _ = try await bench.insights.update(bench.task, InsightChange(state: .done), by: bench.ada)
        case "dismissed":
            _ = try await bench.insights.update(bench.task, InsightChange(state: .dismissed), by: bench.ada)
        case "deleted": try server.apply(.delete(group, messages: [bench.message.id]), by: bench.ada)
        case "left": try server.apply(.leave(group), by: bench.ben)
        case "removed": try server.apply(.removeMember(group, user: bench.ben), by: bench.ada)
        case "blocked": try server.apply(.updateRelation(bench.ada, RelationChange(isBlocked: true)), by: bench.ben)
        default: try server.apply(.updateProfile(ProfileChange(showsAI: false)), by: bench.ben)
        }
        #expect(try await bench.list().isEmpty)
        bench.wait(Self.hour)
        #expect(try await bench.run().isEmpty)
        bench.wait(ReminderPass.patience)
        #expect(try await bench.run().isEmpty)
        #expect(bench.pushes.isEmpty)
        let count = try server.read { try $0.first("SELECT COUNT(*) FROM reminders") { try $0.next(Int.self) } }
        #expect(count == 0)
    }

    @Test("wait ten minutes for an insight that is taken back, and move with one that is merged")
    func comesBack() async throws {
        let bench = try await ReminderBench()
        try await bench.set()
        _ = try await bench.insights.update(bench.task, InsightChange(state: .done), by: bench.ada)
        bench.wait(Self.hour)
        #expect(try await bench.run().isEmpty)
        _ = try await bench.insights.update(bench.task, InsightChange(state: .open), by: bench.ada)
        bench.wait(ReminderPass.retry)
        #expect(try await bench.run() == [bench.ben])
        let other = try await bench.make("Mend the oven")
        let both = try await bench.set(of: other)
        try await bench.set(of: other, by: bench.ada)
        try await bench.set(of: bench.task, by: bench.ada)
        _ = try await bench.insights.merge(InsightMerge(insight: bench.task, other: other), by: bench.ada)
        #expect(try await bench.list().map(\.insight) == [bench.task])
        #expect(try await bench.list(bench.ada).map(\.insight) == [bench.task])
        bench.wait(both.at.since(bench.server.now))
        #expect(try await bench.run().contains(bench.ada))
    }

    @Test("reach devices in quiet hours and of muted conversations, without text where the team hides it")
    func rules() async throws {
        let bench = try await ReminderBench()
        let quiet = NotificationChange(quiet: QuietHours(start: 0, end: 1_439), hidesContent: true)
        try bench.notifications.change(quiet, by: bench.ben)
        try bench.server.apply(
            .updateSettings(bench.group, SettingsChange(mutedUntil: ReminderBench.monday.advanced(by: 1 << 40))),
            by: bench.ben)
        try await bench.set()
        bench.wait(Self.hour)
        try await bench.run()
        let content = try #require(bench.pushes.first?.content)
        #expect(content.title == "Nexus" && content.text == "Reminder")
    }

    @Test("reach other devices only if the person does not answer on the one in use, and expire")
    func devices() async throws {
        let bench = try await ReminderBench()
        let laptop = try bench.notifications.device("ben's laptop", of: bench.ben)
        bench.notifications.use(laptop, by: bench.ben)
        try await bench.set()
        bench.wait(Self.hour)
        #expect(try await bench.run() == [bench.ben])
        #expect(bench.pushes.isEmpty)
        try await bench.service().remove(of: bench.task, for: bench.ben)
        bench.wait(15_000)
        try await bench.run()
        #expect(bench.pushes.isEmpty, "answered on the laptop")
        try await bench.set()
        bench.wait(Self.hour)
        try await bench.run()
        bench.wait(15_000)
        try await bench.run()
        #expect(bench.notifications.service.taken.map(\.address) == ["ben's phone"])
        bench.notifications.use(by: bench.ben)
        try await bench.set()
        bench.wait(Self.hour)
        let failure = PushFailure(reason: "service", text: "503")
        bench.notifications.service.answer(.retry(after: nil, failure), .retry(after: nil, failure))
        try await bench.run()
        #expect(bench.pushes.count == 1)
        bench.wait(PushPace.urgentLife)
        try await bench.run()
        #expect(bench.pushes.count == 1, "expired")
        let waiting = try bench.server.read { try ReminderPushRepository.waiting(in: $0).count }
        #expect(waiting == 0)
    }
}
