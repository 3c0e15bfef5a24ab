import NexusCore
import NexusIntelligence
import Testing

/// Written on Tuesday, 3 March 2026, at 10:20 in Berlin, as ``DueDateParserTests``.
@Suite("Phrases of due dates")
struct DatePhraseTests {
    @Test(
        "the end of a span of hours is no time zone",
        arguments: [
            ("Review Friday 14:00-15:00", "2026-03-06T14:00+01:00"), ("Thursday 9:00-12:00", "2026-03-05T09:00+01:00"),
            ("Friday 14:00–15:00", "2026-03-06T14:00+01:00"), ("Friday at 10:00-11:30", "2026-03-06T10:00+01:00"),
            ("14:00-15:00 on Friday", "2026-03-06T14:00+01:00"), ("9:30–13:00 Weds", "2026-03-04T09:30+01:00"),
            ("14:00-15:00 Friday", "2026-03-06T14:00+01:00"),
            ("Thursday at 9-17", "2026-03-05T09:00+01:00"), ("open tomorrow at 9-17", "2026-03-04T09:00+01:00"),
            ("Wed 0800-1200", "2026-03-04T08:00+01:00"), ("standup 9:00-9:30 tomorrow", "2026-03-04T09:00+01:00"),
            ("Friday 9:00-17:00 UTC", "2026-03-06T09:00Z"),
        ])
    func spansOfHours(text: String, expected: String) {
        #expect(ChatDateTests.all(text) == [expected])
    }

    @Test(
        "an offset needs a plus, the name of a zone, or a time of ISO 8601 before it",
        arguments: [
            ("2026-03-05T16:00-05:00", "2026-03-05T16:00-05:00"),
            ("2026-03-05T16:00:30-05:00", "2026-03-05T16:00-05:00"),
            ("2026-03-05T16:00+02:00", "2026-03-05T16:00+02:00"), ("Friday 17:00+02:00", "2026-03-06T17:00+02:00"),
            ("Friday 17:00 UTC-5", "2026-03-06T17:00-05:00"), ("Friday 17:00 UTC+2", "2026-03-06T17:00+02:00"),
        ])
    func offsets(text: String, expected: String) {
        #expect(ChatDateTests.all(text) == [expected])
    }

    @Test(
        "the part of the day behind a time tells its half of the day",
        arguments: [
            ("Treffen um 8 Uhr abends", "2026-03-03T20:00+01:00"), ("um 8 Uhr 30 abends", "2026-03-03T20:30+01:00"),
            ("morgen um 3 Uhr nachmittags", "2026-03-04T15:00+01:00"),
            ("morgen um 7 Uhr morgens", "2026-03-04T07:00+01:00"), ("um 8.30 Uhr abends", "2026-03-03T20:30+01:00"),
            ("um 8:30 abends", "2026-03-03T20:30+01:00"), ("um 12 Uhr mittags", "2026-03-03T12:00+01:00"),
            ("morgen um 1 Uhr mittags", "2026-03-04T13:00+01:00"),
            ("morgen Nachmittag um 3 Uhr", "2026-03-04T15:00+01:00"),
            ("mañana a las 6:30 de la mañana", "2026-03-04T06:30+01:00"),
            ("a las 8:30 de la noche", "2026-03-03T20:30+01:00"), ("a las 12 de la noche", "2026-03-03T23:59+01:00"),
            ("um 11 Uhr nachts", "2026-03-03T23:00+01:00"), ("morgen um 3 Uhr nachts", "2026-03-04T03:00+01:00"),
            ("a las 3 de la madrugada", "2026-03-04T03:00+01:00"), ("a las 12 de la tarde", "2026-03-03T12:00+01:00"),
            ("à 8 h 30 du soir", "2026-03-03T20:30+01:00"), ("demain à 8h du soir", "2026-03-04T20:00+01:00"),
            ("demain à 8h30 du matin", "2026-03-04T08:30+01:00"),
            ("demain à 3h de l'après-midi", "2026-03-04T15:00+01:00"),
        ])
    func partsOfTheDay(text: String, expected: String) {
        #expect(ChatDateTests.all(text) == [expected])
    }

    @Test(
        "the coming week and month are the next, the coming weekday and weekend those ahead",
        arguments: [
            ("in der kommenden Woche", "2026-03-13"), ("im kommenden Monat", "2026-04-30"),
            ("in the coming week", "2026-03-13"), ("by the coming week", "2026-03-09"),
            ("Ende der kommenden Woche", "2026-03-13"), ("coming Friday", "2026-03-06"),
            ("by the coming Friday", "2026-03-06"), ("coming Tuesday", "2026-03-10"),
            ("am kommenden Dienstag", "2026-03-10"), ("kommenden Freitag", "2026-03-06"),
            ("the coming weekend", "2026-03-08"), ("am kommenden Wochenende", "2026-03-08"),
            ("el próximo viernes", "2026-03-06"), ("el próximo martes", "2026-03-10"),
            ("la próxima semana", "2026-03-13"), ("nächsten Freitag", "2026-03-13"), ("next Friday", "2026-03-13"),
            ("this Tuesday", "2026-03-03"),
        ])
    func coming(text: String, expected: String) {
        #expect(ChatDateTests.all(text) == [expected])
    }

    @Test("the coming weekend is the next one on a weekend, and several weeks end on no day")
    func comingWeekend() {
        let saturday = DueDateParserTests.time("2026-03-07", 9, 0)
        #expect(ChatDateTests.all("the coming weekend", at: saturday) == ["2026-03-15"])
        #expect(ChatDateTests.all("before the coming weekend", at: saturday) == ["2026-03-13"])
        #expect(ChatDateTests.all("in the coming weeks") == [])
        #expect(ChatDateTests.all("in den kommenden Wochen") == [])
    }

    @Test(
        "a weekday before or behind a week is of that week",
        arguments: [
            ("Thursday of next week", "2026-03-12"), ("Thursday in the coming week", "2026-03-12"),
            ("Donnerstag der nächsten Woche", "2026-03-12"), ("next week on Thursday", "2026-03-12"),
            ("next week, Thursday", "2026-03-12"), ("nächste Woche am Donnerstag", "2026-03-12"),
            ("nächste Woche Donnerstag", "2026-03-12"), ("la semana que viene el jueves", "2026-03-12"),
            ("la semaine prochaine, le jeudi", "2026-03-12"), ("next week on Thursday the 12th", "2026-03-12"),
            ("next week on Thursday at 10", "2026-03-12T10:00+01:00"), ("this week on Thursday", "2026-03-05"),
            ("a week from Friday", "2026-03-13"), ("two weeks from Friday's demo", "2026-03-20"),
            ("two weeks from Monday", "2026-03-23"),
            ("a week from tomorrow", "2026-03-11"), ("in a week from Friday", "2026-03-13"),
            ("a week from Friday at 9 am", "2026-03-13T09:00+01:00"),
        ])
    func weekdaysOfWeeks(text: String, expected: String) {
        #expect(ChatDateTests.all(text) == [expected])
    }

    @Test("a week that lasts from a day on begins then")
    func lastingWeek() {
        #expect(ChatDateTests.all("she is away for a week from Friday") == ["2026-03-06"])
        #expect(ChatDateTests.all("next week, sun or rain") == ["2026-03-13"])
        #expect(ChatDateTests.all("this week, Monday works") == ["2026-03-06", "2026-03-09"])
    }
}
