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
}
