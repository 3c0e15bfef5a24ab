import Foundation
import NexusCore
import Testing

@testable import NexusClient

@Suite("The presets of a reminder")
struct ReminderMomentTests {
    /// 3 March 2026, a Tuesday, at that time in Berlin.
    private static func now(_ hour: Int, _ minute: Int = 0) throws -> Timestamp {
        let date = try #require(
            berlin.date(from: DateComponents(year: 2026, month: 3, day: 3, hour: hour, minute: minute)))
        return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
    }

    private static var berlin: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return calendar
    }

    private func offered(_ due: String?, at now: Timestamp) -> [ReminderMoment] {
        ReminderMoment.offered(
            due: due.map { InsightRecord.Due(text: $0, zone: "Europe/Berlin") }, at: now, in: Self.berlin)
    }

    @Test("this evening is offered until 18:00 in the reader's zone")
    func evening() throws {
        #expect(offered(nil, at: try Self.now(17, 59)) == [.hour, .evening, .tomorrow])
        #expect(offered(nil, at: try Self.now(18)) == [.hour, .tomorrow])
    }

    @Test(
        "the morning of the due day is offered while it lies ahead",
        arguments: [
            ("2026-03-03", 8, true), ("2026-03-03", 9, false), ("2026-03-04", 23, true), ("2026-03-02", 8, false),
            // An hour before is earlier than nine o'clock.
            ("2026-03-03T08:00+01:00", 6, true), ("2026-03-03T08:00+01:00", 7, false),
            ("2026-03-03T17:00Z", 8, true), ("2026-03-03T17:00Z", 9, false),
            ("soon", 8, false), ("2026-03-03Tx", 8, false),
        ])
    func due(due: String, hour: Int, isOffered: Bool) throws {
        #expect(offered(due, at: try Self.now(hour)).contains(.due) == isOffered)
    }
}
