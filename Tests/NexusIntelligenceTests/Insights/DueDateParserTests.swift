import NexusCore
import NexusIntelligence
import Testing

/// Written on Tuesday, 3 March 2026, at 10:20 in Berlin, an hour ahead of UTC.
@Suite("Due dates")
struct DueDateParserTests {
    static let berlin = WritingZone(named: "Europe/Berlin") ?? .utc
    static let writtenAt = time("2026-03-03", 9, 20)

    /// A time by its day and UTC clock.
    static func time(_ day: String, _ hour: Int, _ minute: Int) -> Timestamp {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        let number = CivilDay(year: parts[0], month: parts[1], day: parts[2])?.number ?? 0
        return Timestamp(milliseconds: Int64(number) * 86_400_000 + Int64(hour * 60 + minute) * 60_000)
    }

    static func due(_ text: String, at time: Timestamp = writtenAt, in zone: WritingZone = berlin) -> String? {
        DueDateParser(zone: zone).dueDate(in: text, writtenAt: time)?.due.iso8601
    }

    @Test(
        "days are relative to the day of writing",
        arguments: [
            ("today", "2026-03-03"), ("Can you do it today?", "2026-03-03"), ("tonight please", "2026-03-03"),
            ("tomorrow", "2026-03-04"), ("by tmrw", "2026-03-04"), ("the day after tomorrow", "2026-03-05"),
            ("by Friday", "2026-03-06"), ("before Friday", "2026-03-06"), ("on Fri", "2026-03-06"),
            ("by Tuesday", "2026-03-10"), ("this Tuesday", "2026-03-03"), ("next Tuesday", "2026-03-10"),
            ("next Friday", "2026-03-13"), ("Friday next week", "2026-03-13"), ("next week Friday", "2026-03-13"),
            ("Monday in two weeks", "2026-03-16"), ("by Friday's review", "2026-03-06"),
            ("before Monday's demo please", "2026-03-09"), ("until Thursday", "2026-03-05"),
            ("deadline: Friday", "2026-03-06"), ("due Friday", "2026-03-06"), ("is due on Friday", "2026-03-06"),
            ("no later than Friday", "2026-03-06"), ("Thu works", "2026-03-05"), ("by Wed", "2026-03-04"),
            ("bis Freitag", "2026-03-06"), ("para el viernes", "2026-03-06"), ("avant vendredi", "2026-03-06"),
            ("bis morgen", "2026-03-04"), ("para mañana", "2026-03-04"), ("pour demain", "2026-03-04"),
        ])
    func days(text: String, expected: String) {
        #expect(Self.due(text) == expected)
    }

    @Test(
        "calendar dates take the next matching year",
        arguments: [
            ("3 March", "2026-03-03"), ("by 4 March", "2026-03-04"), ("March 20", "2026-03-20"),
            ("Mar 20th, 2027", "2027-03-20"), ("the 20th of March", "2026-03-20"), ("20. März", "2026-03-20"),
            ("1 December", "2026-12-01"), ("Friday, 6 March", "2026-03-06"), ("on the 15th", "2026-03-15"),
            ("by the 2nd", "2026-04-02"), ("by the 31st", "2026-03-31"), ("Thursday the 5th", "2026-03-05"),
            ("the 5th of next month", "2026-04-05"), ("2026-03-03", "2026-03-03"), ("2026/4/1", "2026-04-01"),
            ("bis zum 20.3.", "2026-03-20"), ("20.03.2026", "2026-03-20"), ("20.3.27", "2027-03-20"),
            ("due 3/25", "2026-03-25"), ("25/3/2026", "2026-03-25"), ("by 4/4", "2026-04-04"),
            ("by May 5", "2026-05-05"), ("15 de abril", "2026-04-15"), ("by 15th", "2026-03-15"),
        ])
    func calendar(text: String, expected: String) {
        #expect(Self.due(text) == expected)
    }

    @Test(
        "periods are due at their end",
        arguments: [
            ("EOD", "2026-03-03"), ("by end of day", "2026-03-03"), ("EOD tomorrow", "2026-03-04"),
            ("EOD on Friday", "2026-03-06"), ("Friday EOD", "2026-03-06"), ("by end of day Friday", "2026-03-06"),
            ("by EOW", "2026-03-06"), ("end of the week", "2026-03-06"), ("end of next week", "2026-03-13"),
            ("end of month", "2026-03-31"), ("EOM", "2026-03-31"), ("by the end of next month", "2026-04-30"),
            ("end of April", "2026-04-30"), ("end of February", "2027-02-28"), ("end of the quarter", "2026-03-31"),
            ("end of Q2", "2026-06-30"), ("by end of year", "2026-12-31"), ("this week", "2026-03-06"),
            ("sometime next week", "2026-03-13"), ("by next week", "2026-03-09"), ("this month", "2026-03-31"),
            ("by next month", "2026-04-01"), ("this weekend", "2026-03-08"), ("over the weekend", "2026-03-08"),
            ("start of next week", "2026-03-09"), ("mid next week", "2026-03-11"), ("end of Friday", "2026-03-06"),
            ("before the end of the month", "2026-03-31"), ("mid-April", "2026-04-15"),
        ])
    func periods(text: String, expected: String) {
        #expect(Self.due(text) == expected)
    }

    @Test(
        "times are instants in the writer's zone",
        arguments: [
            ("by Friday 5 pm", "2026-03-06T17:00+01:00"), ("by 5pm Friday", "2026-03-06T17:00+01:00"),
            ("14:30", "2026-03-03T14:30+01:00"), ("at 9:15", "2026-03-04T09:15+01:00"),
            ("by noon", "2026-03-03T12:00+01:00"), ("by noon tomorrow", "2026-03-04T12:00+01:00"),
            ("before midnight", "2026-03-03T23:59+01:00"), ("tomorrow at 8", "2026-03-04T08:00+01:00"),
            ("tomorrow at 3", "2026-03-04T15:00+01:00"), ("by 5", "2026-03-03T17:00+01:00"),
            ("tonight at 9", "2026-03-03T21:00+01:00"), ("at 9 tonight", "2026-03-03T21:00+01:00"),
            ("tomorrow morning", "2026-03-04T12:00+01:00"), ("this afternoon", "2026-03-03T18:00+01:00"),
            ("Friday at 10 in the evening", "2026-03-06T22:00+01:00"),
            ("tomorrow, 7:45 a.m.", "2026-03-04T07:45+01:00"),
            ("half past 3 tomorrow", "2026-03-04T15:30+01:00"), ("quarter to 5 pm", "2026-03-03T16:45+01:00"),
            ("2026-03-05T16:00", "2026-03-05T16:00+01:00"), ("2026-03-05T16:00Z", "2026-03-05T16:00Z"),
            ("2026-03-05 16:00 UTC", "2026-03-05T16:00Z"), ("by 17:00 UTC+2 Friday", "2026-03-06T17:00+02:00"),
            ("Friday 5pm ET", "2026-03-06T17:00-05:00"), ("COB Friday", "2026-03-06T17:00+01:00"),
            ("morgen um 14 Uhr", "2026-03-04T14:00+01:00"), ("demain à 14h30", "2026-03-04T14:30+01:00"),
            ("3 March at 18:00", "2026-03-03T18:00+01:00"), ("by 11 o'clock", "2026-03-03T11:00+01:00"),
            ("at 9am", "2026-03-04T09:00+01:00"), ("12 am Friday", "2026-03-06T00:00+01:00"),
            ("12pm Friday", "2026-03-06T12:00+01:00"),
        ])
    func times(text: String, expected: String) {
        #expect(Self.due(text) == expected)
    }

    @Test(
        "spans count from the time of writing",
        arguments: [
            ("in two weeks", "2026-03-17"), ("within 3 days", "2026-03-06"), ("in a couple of days", "2026-03-05"),
            ("in a few days", "2026-03-06"), ("in a fortnight", "2026-03-17"), ("a week from now", "2026-03-10"),
            ("in 3 business days", "2026-03-06"), ("in 4 working days", "2026-03-09"), ("in a month", "2026-04-03"),
            ("in 2 weeks' time", "2026-03-17"), ("in 3-4 days", "2026-03-07"), ("in the next 2 days", "2026-03-05"),
            ("within the week", "2026-03-10"), ("in an hour", "2026-03-03T11:20+01:00"),
            ("in 30 min", "2026-03-03T10:50+01:00"), ("in half an hour", "2026-03-03T10:50+01:00"),
            ("within the hour", "2026-03-03T11:20+01:00"), ("within 24 hours", "2026-03-04T10:20+01:00"),
            ("48h from now", "2026-03-05T10:20+01:00"), ("in 1.5 hours", "2026-03-03T11:50+01:00"),
            ("due in 2 days at 9am", "2026-03-05T09:00+01:00"), ("in zwei Wochen", "2026-03-17"),
        ])
    func spans(text: String, expected: String) {
        #expect(Self.due(text) == expected)
    }

    @Test(
        "past, ambiguous and invalid dates are left out",
        arguments: [
            "", " ", "yesterday", "last Friday", "since Monday", "two weeks ago", "for two weeks", "in the past 3 days",
            "we shipped 2 days ago", "2026-03-02", "on 1 February 2026", "1 March", "today at 9:00", "by 3/4",
            "due 13/13",
            "24/7", "16:9", "John 3:16", "5 people", "at 5%", "by 5 percent", "by 3 points", "version 2.3.4",
            "v2026-03-05",
            "due to the outage", "in charge", "may be", "it may 5 be", "march on", "the sun is out", "they wed",
            "30 February",
            "2026-02-29", "2026-13-01", "25:00", "12:61", "the 3rd attempt", "the 1st of its kind", "on time",
            "at home",
            "https://example.org/2026-03-05/by-friday", "`rm by Friday`", "mail@friday.org", "#friday",
            "in 99999 weeks",
            "in 9999 weeks", "in 0 days", "99999999999999999999", "by the way", "one by one", "before we ship",
            "until then",
            "2026-03-050", "1.2.3.4", "in 2026", "$5 by hand", "room 14", "in 5 minutesish", "next time", "this one",
        ])
    func nothing(text: String) {
        #expect(Self.due(text) == nil)
    }

    @Test(
        "German is read",
        arguments: [
            ("bis morgen früh", "2026-03-04T12:00+01:00"), ("Freitagnachmittag", "2026-03-06T18:00+01:00"),
            ("nächste Woche", "2026-03-13"), ("bis Ende nächster Woche", "2026-03-13"), ("Ende April", "2026-04-30"),
            ("am Wochenende", "2026-03-08"), ("in zwei Wochen", "2026-03-17"), ("übernächste Woche", "2026-03-20"),
            ("in einer halben Stunde", "2026-03-03T10:50+01:00"), ("um halb drei", "2026-03-03T14:30+01:00"),
            ("um Viertel nach drei", "2026-03-03T15:15+01:00"), ("um 15 Uhr", "2026-03-03T15:00+01:00"),
            ("bis zum 15. bitte", "2026-03-15"), ("KW 12", "2026-03-20"), ("Montag 9. um 14", "2026-03-09T14:00+01:00"),
            ("spätestens Freitag", "2026-03-06"), ("Dienstag nächste Woche", "2026-03-10"),
        ])
    func german(text: String, expected: String) {
        #expect(Self.due(text) == expected)
    }

    @Test(
        "Spanish is read",
        arguments: [
            ("pasado mañana", "2026-03-05"), ("mañana por la tarde", "2026-03-04T18:00+01:00"),
            ("esta noche", "2026-03-03T21:00+01:00"), ("el viernes que viene", "2026-03-06"),
            ("la semana que viene", "2026-03-13"), ("el martes de la semana que viene", "2026-03-10"),
            ("este fin de semana", "2026-03-08"), ("a las cinco y media", "2026-03-03T17:30+01:00"),
            ("mañana a las 5 de la tarde", "2026-03-04T17:00+01:00"), ("a finales de abril", "2026-04-30"),
            ("dentro de dos semanas", "2026-03-17"), ("el 15", "2026-03-15"),
            ("lunes 9 a las 20", "2026-03-09T20:00+01:00"),
            ("a más tardar el viernes", "2026-03-06"), ("el mes que viene", "2026-04-30"),
        ])
    func spanish(text: String, expected: String) {
        #expect(Self.due(text) == expected)
    }

    @Test(
        "French is read",
        arguments: [
            ("après-demain", "2026-03-05"), ("demain matin", "2026-03-04T12:00+01:00"),
            ("cet après-midi", "2026-03-03T18:00+01:00"), ("vendredi prochain", "2026-03-06"),
            ("la semaine prochaine", "2026-03-13"), ("mardi de la semaine prochaine", "2026-03-10"),
            ("fin du mois", "2026-03-31"), ("mi-avril", "2026-04-15"), ("d'ici vendredi", "2026-03-06"),
            ("demain à 15h30", "2026-03-04T15:30+01:00"), ("sous 48h", "2026-03-05T10:20+01:00"),
            ("le 15", "2026-03-15"), ("le 1er avril", "2026-04-01"), ("ce week-end", "2026-03-08"),
            ("au plus tard vendredi", "2026-03-06"), ("aujourd'hui", "2026-03-03"),
        ])
    func french(text: String, expected: String) {
        #expect(Self.due(text) == expected)
    }

    @Test(
        "words of another language, numbers and past days are no dates",
        arguments: [
            "el viernes pasado", "vendredi dernier", "vor zwei Tagen", "hace dos días", "el 15 por ciento",
            "le 15 rue de la Paix", "las 5 personas", "mi casa", "la media hora", "on a mi-temps", "de facto",
            "en route",
            "die 3 Leute", "once he is back", "a team of eight", "fin de siecle", "week 3",
        ])
    func noOtherLanguage(text: String) {
        #expect(Self.due(text) == nil)
    }

    @Test("a weekday with the number of another day keeps its own day")
    func otherNumber() {
        #expect(Self.due("Freitag 13 Leute") == "2026-03-06")
        #expect(Self.due("Thursday 5 people") == "2026-03-05")
        #expect(Self.due("Friday 12 people") == "2026-03-06")
    }

    @Test("a limit takes precedence over other dates")
    func limitFirst() {
        #expect(Self.due("We meet on Thursday, I need the numbers by Wednesday") == "2026-03-04")
        #expect(Self.due("tomorrow or Friday") == "2026-03-04")
        let week = DueDateParser(zone: Self.berlin).dueDate(in: "It is due a week from now", writtenAt: Self.writtenAt)
        #expect(week?.due.iso8601 == "2026-03-10")
        #expect(week?.lead == .limit)
    }

    @Test(
        "the range covers the date's words",
        arguments: [
            ("Please send it by Friday 5 pm, thanks", "by Friday 5 pm"), ("EOD tomorrow works", "EOD tomorrow"),
            ("Need it in two weeks!", "in two weeks"), ("📅 bis Freitag 🙏", "bis Freitag"),
            ("ping me at 14:30.", "at 14:30"),
            ("the draft is due on the 15th", "due on the 15th"),
            ("Bob’s on it until tomorrow at noon", "until tomorrow at noon"),
        ])
    func range(text: String, expected: String) {
        let match = DueDateParser(zone: Self.berlin).dueDate(in: text, writtenAt: Self.writtenAt)
        #expect(match.map { String(text[$0.range]) } == expected)
    }

    @Test("dates cross the year's end")
    func yearEnd() {
        let eve = Self.time("2026-12-31", 12, 0)
        #expect(Self.due("tomorrow", at: eve) == "2027-01-01")
        #expect(Self.due("by 2 January", at: eve) == "2027-01-02")
        #expect(Self.due("end of next month", at: eve) == "2027-01-31")
        #expect(Self.due("in two weeks", at: eve) == "2027-01-14")
        #expect(Self.due("EOW", at: eve) == "2027-01-01")
        #expect(Self.due("15 December", at: eve) == nil)
    }

    @Test("a leap day falls in a leap year, and a month's last day is clamped")
    func leapDay() {
        #expect(Self.due("29 February") == "2028-02-29")
        #expect(Self.due("end of February", at: Self.time("2028-02-10", 12, 0)) == "2028-02-29")
        #expect(Self.due("in a month", at: Self.time("2026-01-31", 12, 0)) == "2026-02-28")
        #expect(Self.due("in a year", at: Self.time("2028-02-29", 12, 0)) == "2029-02-28")
    }

    @Test("changes of daylight saving time shift due times")
    func daylightSaving() {
        let before = Self.time("2026-03-28", 12, 0)
        #expect(Self.due("tomorrow at 9am", at: before) == "2026-03-29T09:00+02:00")
        #expect(Self.due("tomorrow at 2:30 am", at: before) == "2026-03-29T03:30+02:00")
        #expect(Self.due("in 24 hours", at: before) == "2026-03-29T14:00+02:00")
        #expect(Self.due("tomorrow at 2:30 am", at: Self.time("2026-10-24", 12, 0)) == "2026-10-25T02:30+02:00")
    }

    @Test("the same words mean another day in another zone")
    func zones() {
        let late = Self.time("2026-03-03", 23, 30)
        #expect(Self.due("today", at: late, in: .utc) == "2026-03-03")
        #expect(Self.due("today", at: late, in: Self.berlin) == "2026-03-04")
        #expect(Self.due("by 5 pm", at: late, in: WritingZone(utcOffsetMinutes: -480)) == "2026-03-03T17:00-08:00")
    }

    @Test("hostile texts are parsed in bounded time and never trap")
    func hostile() {
        let pieces = [
            "end of ", "by the ", "in ", "9999 ", "3 March ", "next ", "the 31st ", "12:59 ", "\u{200F}", "a\u{301}",
            "🏳️‍🌈", "-", "+99 ",
            "9999-12-31T23:59+14:00 ", "31.12.9999 ", "`", "://", "tomorrow at ", "in 5000 years ", "24:00 ",
        ]
        var seed: UInt64 = 1
        for _ in 0..<400 {
            var text = ""
            for _ in 0..<40 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(seed >> 33) % pieces.count]
            }
            for match in DueDateParser(zone: Self.berlin).matches(in: text, writtenAt: Self.writtenAt) {
                #expect(!text[match.range].isEmpty)
                #expect(match.due.end(in: Self.berlin) > Self.writtenAt)
            }
        }
        for piece in pieces {
            let text = String(repeating: piece, count: 3_000)
            let matches = DueDateParser(zone: Self.berlin).matches(in: text, writtenAt: Self.writtenAt)
            #expect(matches.count <= 4_000)
        }
    }

    @Test("times at the limits of the wire format give no date or a valid one")
    func edges() {
        for time in [Timestamp.wire.lowerBound, .zero, Timestamp.wire.upperBound] {
            for text in [
                "tomorrow", "in two weeks", "end of month", "by 3 March", "at 5 pm", "next Friday", "by 29 February",
            ] {
                let matches = DueDateParser(zone: Self.berlin).matches(in: text, writtenAt: time)
                #expect(matches.count <= 1)
            }
        }
    }

    @Test("a day ends with its last minute in the caller's zone")
    func ends() {
        let day = DueDate.day(CivilDay(number: 20_515))
        #expect(day.iso8601 == "2026-03-03")
        #expect(day.end(in: .utc) == Self.time("2026-03-04", 0, 0))
        #expect(day.end(in: Self.berlin) == Self.time("2026-03-03", 23, 0))
    }
}
