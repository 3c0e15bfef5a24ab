import Foundation
import NexusCore
import Testing

@testable import NexusTUI

@Suite("Reminders on the screen")
struct ReminderTests {
    private static let id = InsightID(high: 5, low: 1)

    private func insight(due: String? = nil, state: InsightRecord.State = .open) -> InsightRecord {
        InsightRecord(
            id: Self.id, conversation: TestedScreen.engines, source: MessageID(high: 3, low: 1), seq: 1, kind: .action,
            text: "Order the engines", due: due.map { InsightRecord.Due(text: $0, zone: "UTC") }, state: state,
            sender: .init(id: TestedScreen.grace, name: "Grace Hopper"), writtenAt: TestedScreen.now,
            excerpt: "Order the engines")
    }

    private func reminder(firedAt: Timestamp? = nil) -> Reminder {
        Reminder(
            insight: Self.id, conversation: TestedScreen.engines, message: MessageID(high: 3, low: 1), kind: .action,
            text: "Order the engines", at: TestedScreen.now.advanced(by: 3_600_000), firedAt: firedAt)
    }

    @Test("have the presets that lie ahead")
    func presets() {
        func moments(minutes: Int, due: String? = nil) -> [ReminderMoment] {
            ReminderTimes(clock: ClockText(now: TestedScreen.now, minutesFromUTC: minutes))
                .presets(due: due.map { InsightRecord.Due(text: $0, zone: "UTC") }).map(\.moment)
        }
        // 14:05 on 23 November.
        #expect(moments(minutes: 0) == [.hour, .evening, .tomorrow])
        #expect(moments(minutes: 234) == [.hour, .evening, .tomorrow])
        #expect(moments(minutes: 235) == [.hour, .tomorrow])
        #expect(moments(minutes: 0, due: "2026-11-24") == [.hour, .evening, .tomorrow, .due])
        #expect(moments(minutes: 0, due: "2026-11-23") == [.hour, .evening, .tomorrow])
        #expect(moments(minutes: -306, due: "2026-11-23T20:00Z") == [.hour, .evening, .tomorrow, .due])
        #expect(moments(minutes: -305, due: "2026-11-23") == [.hour, .evening, .tomorrow])
        #expect(moments(minutes: 0, due: "soon") == [.hour, .evening, .tomorrow])
    }

    @Test(
        "take a time as people write it",
        arguments: [
            ("16:00", 1_795_446_000_000), ("15:05", 1_795_529_100_000), ("15:06", 1_795_442_760_000),
            ("9:30", 1_795_509_000_000), ("45m", 1_795_445_400_000), ("2H", 1_795_449_900_000),
            ("3d", 1_795_701_900_000), ("2026-11-24 17:00", 1_795_536_000_000), ("2026-11-24T17:00", 1_795_536_000_000),
            ("2027-07-01 12:00", 1_814_436_000_000), ("730d", 1_858_514_700_000),
        ] as [(String, Int64)])
    func times(text: String, milliseconds: Int64) throws {
        // 15:05 in Berlin.
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(ReminderTimeText.time(text, now: TestedScreen.now, zone: zone) == Timestamp(milliseconds: milliseconds))
    }

    @Test(
        "refuse what is no time, has passed or is too far",
        arguments: [
            "", "soon", "25:00", "12:60", "0m", "731d", "-1h", "2026-11-22 17:00", "2026-02-30 10:00", "1 2 3:00",
            "9999999999999999999h",
        ])
    func wrongTimes(text: String) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(ReminderTimeText.time(text, now: TestedScreen.now, zone: zone) == nil)
    }

    @Test("are set on an insight, and removed")
    func setting() {
        var screen = TestedScreen(columns: 140)
        screen.open([])
        screen.content.insights.insights = [insight(due: "2026-11-24")]
        screen.state.sheet = .insights(TestedScreen.engines, ListPosition())
        screen.state.focus = .sheet
        screen.press(.character("m"))
        #expect(screen.text.contains("This evening") && screen.text.contains("On the morning it is due"))
        #expect(!screen.text.contains("Remove reminder"))
        screen.press(.character("e"))
        #expect(screen.commands == [.remind(.insight(Self.id), .evening)])
        screen.content.reminders = [reminder()]
        #expect(screen.text.contains("⏲ today 15:05"))
        screen.press(.character("m"))
        #expect(screen.text.contains("Now: today 15:05."))
        screen.press(.character("x"))
        #expect(screen.commands == [.removeReminder(Self.id)])
        screen.press(.character("m"), .character("c"))
        screen.type("2h")
        screen.press(Key(.enter))
        #expect(screen.commands == [.remindAt(.insight(Self.id), "2h")])
        screen.content.insights.insights = [insight(state: .done)]
        screen.press(.character("m"))
        #expect(screen.state.overlays.isEmpty && screen.state.notice != nil)
    }

    @Test("are asked for on a message, which says what that makes of it")
    func messages() {
        var screen = TestedScreen()
        screen.open([TestedScreen.message(1, "Order the engines")])
        screen.press(Key(.escape), .character("m"))
        #expect(screen.commands == [.remindOf(MessageID(high: 3, low: 1))])
        let subject = ReminderSubject.message(MessageID(high: 3, low: 1), TestedScreen.engines)
        screen.state.overlays = [
            .menu(screen.content.reminderTimes.menu(of: subject, "Order the engines", due: nil, at: nil))
        ]
        #expect(screen.text.contains("becomes an action item"))
        screen.press(.character("t"))
        #expect(screen.commands == [.remind(subject, .tomorrow)])
    }

    @Test("are listed, gone to, moved and removed")
    func list() {
        var screen = TestedScreen()
        screen.press(.character("M"))
        #expect(screen.text.contains("No reminders."))
        screen.content.reminders = [reminder()]
        #expect(screen.text.contains("today 15:05") && screen.text.contains("Order the engines"))
        screen.press(.character("d"))
        #expect(screen.commands == [.removeReminder(Self.id)] && !screen.state.overlays.isEmpty)
        screen.press(.character("m"), .character("h"))
        #expect(screen.commands == [.remind(.insight(Self.id), .hour)])
        screen.press(Key(.enter))
        #expect(screen.commands == [.openReminder(reminder())] && screen.state.overlays.isEmpty)
    }

    @Test("show a banner once they fire, below that of a message")
    func banner() {
        var screen = TestedScreen()
        screen.open([TestedScreen.message(1, "Hello")])
        let fired = reminder(firedAt: TestedScreen.now)
        screen.content.fired = [fired, fired]
        #expect(screen.text.contains("Reminder, 1 of 2") && screen.text.contains("Order the engines"))
        screen.press(.control("g"))
        #expect(screen.commands == [.dismissBanner])
        screen.press(.control("o"))
        #expect(screen.commands == [.openReminder(fired)])
        screen.content.banner = Banner(
            conversation: TestedScreen.talk, message: MessageID(high: 9, low: 9), sender: TestedScreen.grace,
            senderName: "Grace Hopper", title: nil, text: "Lunch?")
        #expect(screen.text.contains("Lunch?") && !screen.text.contains("Reminder, 1"))
        screen.press(.control("o"))
        #expect(screen.commands == [.openBanner])
    }
}
