import NexusCore
import NexusIntelligence
import Testing

@testable import NexusServer

@Suite("The time of a reminder")
struct ReminderTimeTests {
    private static func zone(_ name: String) throws -> WritingZone { try #require(WritingZone(named: name)) }

    private func time(
        _ when: ReminderMoment, at now: String, in zone: String = "Europe/Berlin", due: String? = nil
    ) throws -> String {
        let now = try #require(DueDate(iso8601: now)).end(in: .utc)
        let date = due.map { InsightRecord.Due(text: $0, zone: zone) }
        let time = try ReminderTime.resolve(ReminderRequest(when), due: date, in: Self.zone(zone), at: now)
        return DueDate.instant(time, utcOffset: 0).iso8601
    }

    @Test("is of the person's days and clocks, also over a change of clocks")
    func presets() throws {
        #expect(try time(.hour, at: "2026-03-28T23:30Z") == "2026-03-29T00:30Z")
        #expect(try time(.evening, at: "2026-03-02T09:00Z") == "2026-03-02T17:00Z")
        #expect(try time(.evening, at: "2026-03-02T09:00Z", in: "America/Lima") == "2026-03-02T23:00Z")
        #expect(try time(.tomorrow, at: "2026-03-28T09:00Z") == "2026-03-29T07:00Z", "summer time begins")
        #expect(try time(.tomorrow, at: "2026-03-02T23:30Z") == "2026-03-04T08:00Z", "it is the 3rd in Berlin")
    }

    @Test("of the day that an insight is due is 9:00, or an hour before a time that is earlier")
    func due() throws {
        let now = "2026-03-02T09:00Z"
        #expect(try time(.due, at: now, due: "2026-03-06") == "2026-03-06T08:00Z")
        #expect(try time(.due, at: now, due: "2026-03-06T17:00+01:00") == "2026-03-06T08:00Z")
        #expect(try time(.due, at: now, due: "2026-03-06T08:30+01:00") == "2026-03-06T06:30Z")
        #expect(
            try time(.due, at: now, in: "Asia/Tokyo", due: "2026-03-06T17:00-08:00") == "2026-03-07T00:00Z",
            "the day in the person's zone")
        #expect(throws: Refusal.self) { try time(.due, at: now, due: "2026-03-02") }
    }
}
