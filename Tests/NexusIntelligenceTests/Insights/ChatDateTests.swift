import NexusCore
import NexusIntelligence
import Testing

/// Written on Tuesday, 3 March 2026, at 10:20 in Berlin, as ``DueDateParserTests``.
@Suite("Due dates in team chat")
struct ChatDateTests {
    /// All dates of a text, in their order.
    static func all(_ text: String, at time: Timestamp = DueDateParserTests.writtenAt) -> [String] {
        DueDateParser(zone: DueDateParserTests.berlin).matches(in: text, writtenAt: time).map(\.due.iso8601)
    }

    /// A time of that Tuesday by Berlin's clock.
    static func written(_ hour: Int, _ minute: Int) -> Timestamp {
        DueDateParserTests.time("2026-03-03", hour - 1, minute)
    }

    @Test(
        "a weekday with the day of the month is that day, and one date",
        arguments: [
            ("Wed 18 at 10am", "2026-03-18T10:00+01:00"), ("Friday 8 to 11", "2026-03-06T08:00+01:00"),
            ("tomorrow 7:30", "2026-03-04T07:30+01:00"), ("Tuesday, 9 to 4", "2026-03-10T09:00+01:00"),
            ("on Wednesday between 5 and 6 am", "2026-03-04T05:00+01:00"),
            ("el jueves a las 18 h", "2026-03-05T18:00+01:00"),
            ("friday 20", "2026-03-20"),
            ("Saturday the 21st from 9 to 1", "2026-03-21T09:00+01:00"),
            ("thurs 26 after 6pm", "2026-03-26T18:00+01:00"),
            ("ok sunday 29 final pls", "2026-03-29"), ("delivered on Tuesday the tenth all of them", "2026-03-10"),
            ("asks for Friday 27th instead", "2026-03-27"), ("coming on Monday the sixteenth so", "2026-03-16"),
            ("mercredi 11", "2026-03-11"), ("Mittwoch, 18.", "2026-03-18"), ("jueves 12", "2026-03-12"),
            ("Donnerstag 12. drei Filialen", "2026-03-12"), ("le vendredi 13 on livre", "2026-03-13"),
            ("Thursday the 19th between 7 and 9.", "2026-03-19T19:00+01:00"), ("Friday (20th)", "2026-03-20"),
            ("wed 18, same time", "2026-03-18"), ("can do Sat 21 til 12", "2026-03-21T12:00+01:00"),
            ("ETA Wed 11 AM", "2026-03-04T11:00+01:00"), ("ETA Wed 18 AM", "2026-03-18T12:00+01:00"),
            ("on the 17th of April, a Friday", "2026-04-17"), ("April 17 (Fri) works", "2026-04-17"),
            ("Friday 20.3", "2026-03-20"), ("Friday 9.30 at the lodge", "2026-03-06T09:30+01:00"),
        ])
    func numberedWeekdays(text: String, expected: String) {
        #expect(Self.all(text) == [expected])
    }

    @Test(
        "if weekday and number contradict, the number wins, where it cannot be an hour or count something",
        arguments: [
            ("Friday the 19th", "2026-03-19"), ("Friday 26th", "2026-03-26"), ("Friday 28", "2026-03-28"),
            ("Montag, 19. bitte", "2026-03-19"), ("Friday 19", "2026-03-06T19:00+01:00"),
            ("Thursday 10 ok", "2026-03-05T10:00+01:00"), ("Thursday 10 boxes", "2026-03-05"),
            ("Friday 13 people", "2026-03-06"), ("Monday 2nd attempt", "2026-03-09"),
            ("Thursday 7 it is", "2026-03-05"),
            ("by Monday, the third wants a visit", "2026-03-09"),
        ])
    func contradictions(text: String, expected: String) {
        #expect(Self.all(text) == [expected])
    }

    @Test("a number whose weekday has just been, and does not come next, is past")
    func pastNumber() {
        #expect(Self.all("Monday the 2nd was fine") == [])
    }

    @Test(
        "short weekdays are days where nothing else can be meant",
        arguments: [
            ("dry run on staging, wed latest", "2026-03-04"), ("wants the pre-read Wed noon", "2026-03-04T12:00+01:00"),
            ("for me wed morning?", "2026-03-04T12:00+01:00"), ("his bowl out wed night", "2026-03-04"),
            ("ETA Wed", "2026-03-04"), ("drop it off b4 thurs", "2026-03-05"),
            ("so Wed 1000", "2026-03-04T10:00+01:00"),
            ("sat 9. who can open?", "2026-03-07T09:00+01:00"), ("sat 14. who can open?", "2026-03-14"),
            ("can come sat 9am", "2026-03-07T09:00+01:00"), ("i'm off sat", "2026-03-07"), ("so wed?", "2026-03-04"),
            ("wed works", "2026-03-04"), ("then it's Wed shed", "2026-03-04"), ("Mon: setup", "2026-03-09"),
            ("yes, till Mon 8:00", "2026-03-09T08:00+01:00"), ("going home wed", "2026-03-04"),
        ])
    func shortWeekdays(text: String, expected: String) {
        #expect(Self.all(text) == [expected])
    }

    @Test(
        "words that look like short weekdays are none",
        arguments: [
            "my cat sat on me", "we sat at the back", "the sun is shining", "Sun Java", "they wed.", "mon stéthoscope",
            "shes sat 82", "sun's up", "sat: 82%",
        ])
    func noWeekdays(text: String) {
        #expect(Self.all(text) == [])
    }

    @Test(
        "a day by its number is the next such day",
        arguments: [
            ("send by 15th ok?", ["2026-03-15"]), ("wants the forms back before the 22nd we have 20", ["2026-03-22"]),
            ("on the 14th I'm fetching the lanyards", ["2026-03-14"]),
            ("bus for the 31st leaves 6:15", ["2026-03-31", "2026-03-03T18:15+01:00"]),
            ("28th then", ["2026-03-28"]), ("i confirm to him the 19", ["2026-03-19"]), ("until 24th", ["2026-03-24"]),
            ("by the 19 we need it", ["2026-03-19"]), ("from the first of June", ["2026-06-01"]),
            ("on the seventeenth of October", ["2026-10-17"]), ("June the twenty-first", ["2026-06-21"]),
            ("by the ninth", ["2026-03-09"]), ("the 15th of the month", ["2026-03-15"]),
            ("on 14th, better 15th", ["2026-03-14", "2026-03-15"]),
            ("mine ends 27th, when is the course?", ["2026-03-27"]), ("antes del 15 hay que mandar", ["2026-03-15"]),
            ("am 11. hab ich Verhandlung", ["2026-03-11"]), ("24. dann. bitte", ["2026-03-24"]),
            ("vor dem 15. bitte", ["2026-03-15"]), ("avant le 15 il faut", ["2026-03-15"]),
            ("hasta el 20", ["2026-03-20"]),
            ("jusqu'au 15", ["2026-03-15"]),
        ])
    func numbers(text: String, expected: [String]) {
        #expect(Self.all(text) == expected)
    }

    @Test(
        "lists and spans give each of their days",
        arguments: [
            ("- July 19: fire marshal\n- July 31: keys", ["2026-07-19", "2026-07-31"]),
            ("28 and 29 April", ["2026-04-28", "2026-04-29"]), ("19 and 20 September", ["2026-09-19", "2026-09-20"]),
            ("22 till 24 September", ["2026-09-22", "2026-09-24"]), ("27-29 May", ["2026-05-27", "2026-05-29"]),
            ("Dec 3 to 6", ["2026-12-03", "2026-12-06"]), ("May 27-29", ["2026-05-27", "2026-05-29"]),
            ("vom 1. bis 5. April", ["2026-04-01", "2026-04-05"]),
            ("4. und 11. Dezember", ["2026-12-04", "2026-12-11"]),
            ("del 22 al 24 de septiembre", ["2026-09-22", "2026-09-24"]),
            ("du 22 au 24 septembre", ["2026-09-22", "2026-09-24"]),
            ("3, 4 and 5 June", ["2026-06-03", "2026-06-04", "2026-06-05"]),
            ("mon or tue?", ["2026-03-09", "2026-03-10"]),
            ("Saturday the 14th to Monday the 16th", ["2026-03-14", "2026-03-16"]),
        ])
    func spans(text: String, expected: [String]) {
        #expect(Self.all(text) == expected)
    }

    @Test(
        "hours of the day need no minutes",
        arguments: [
            ("I will correct it before two o'clock", "2026-03-03T14:00+01:00"),
            ("would ten o'clock suit", "2026-03-04T10:00+01:00"),
            ("see him at two o’clock for the flowers", "2026-03-03T14:00+01:00"),
            ("leaves Thursday 8.15 sharp", "2026-03-05T08:15+01:00"),
            ("OK so 9.30 departure, decided", "2026-03-04T09:30+01:00"), ("At 16, promised!", "2026-03-03T16:00+01:00"),
            ("fix before 18 pls", "2026-03-03T18:00+01:00"), ("on board by 0800", "2026-03-04T08:00+01:00"),
            ("rest till 1200. Notify them", "2026-03-03T12:00+01:00"),
            ("in the room at 8, please", "2026-03-04T08:00+01:00"),
            ("cake at four it is", "2026-03-03T16:00+01:00"), ("could be here by half four.", "2026-03-03T16:30+01:00"),
            ("half ten at the lodge then", "2026-03-03T10:30+01:00"),
            ("moved to 11 because of the drill", "2026-03-03T11:00+01:00"),
            ("I'll take them after 11.", "2026-03-03T11:00+01:00"),
            ("free from 4, come to my desk", "2026-03-03T16:00+01:00"),
            ("page closes 10:15 tonight", "2026-03-03T22:15+01:00"), ("a las 12", "2026-03-03T12:00+01:00"),
            ("lo subimos a la 1", "2026-03-03T13:00+01:00"), ("bitte bis 14", "2026-03-03T14:00+01:00"),
            ("um 12 läuft die Frist ab", "2026-03-03T12:00+01:00"), ("la commande à midi", "2026-03-03T12:00+01:00"),
            ("entre 13h et 15h", "2026-03-03T13:00+01:00"), ("tacos, noon, kensington", "2026-03-03T12:00+01:00"),
            ("noon ET, ok", "2026-03-03T12:00-05:00"), ("Monday after six", "2026-03-09T18:00+01:00"),
            ("report by 1400", "2026-03-03T14:00+01:00"), ("1400 hrs", "2026-03-03T14:00+01:00"),
        ])
    func hours(text: String, expected: String) {
        #expect(Self.all(text).first == expected)
    }

    @Test(
        "an hour is read as of this morning if it was written early",
        arguments: [("tow at 7.15", "2026-03-03T07:15+01:00"), ("at 5", "2026-03-03T17:00+01:00")])
    func earlyHours(text: String, expected: String) {
        #expect(Self.all(text, at: Self.written(6, 40)) == [expected])
    }

    @Test(
        "occasions of the working day are today",
        arguments: [
            ("I'm putting it in before lunch.", "2026-03-03T12:00+01:00"),
            ("will retest both after lunch", "2026-03-03T18:00+01:00"),
            ("I'll bleed the rads after breakfast", "2026-03-03T12:00+01:00"),
            ("all of you, before you go home.", "2026-03-03"),
            ("Before you go, could you export it?", "2026-03-03"), ("before you leave, fill it in", "2026-03-03"),
            ("by end of shift", "2026-03-03"), ("I'll bring them after work", "2026-03-03"),
            ("will do this aft", "2026-03-03T18:00+01:00"),
            ("Wednesday after lunch", "2026-03-04T18:00+01:00"), ("after lunch on Friday", "2026-03-06T18:00+01:00"),
            ("have a look first thing please", "2026-03-04T12:00+01:00"),
            ("nach dem Mittagessen", "2026-03-03T18:00+01:00"),
            ("vor dem Mittagessen", "2026-03-03T12:00+01:00"), ("bevor du gehst", "2026-03-03"),
            ("después de comer", "2026-03-03T18:00+01:00"),
            ("antes de irte, por favor", "2026-03-03"), ("a primera hora?", "2026-03-04T12:00+01:00"),
            ("après le déjeuner", "2026-03-03T18:00+01:00"),
            ("avant de partir", "2026-03-03"),
        ])
    func occasions(text: String, expected: String) {
        #expect(Self.all(text) == [expected])
    }

    @Test("occasions that have been are none, and lunch lasts until one")
    func pastOccasions() {
        #expect(Self.all("after lunch", at: Self.written(16, 0)) == [])
        #expect(Self.all("after breakfast", at: Self.written(12, 0)) == [])
        #expect(Self.all("by end of shift", at: Self.written(22, 0)) == [])
        #expect(Self.all("he was nervous after lunch") == [])
        #expect(Self.all("before lunch", at: Self.written(12, 10)) == ["2026-03-03T13:00+01:00"])
        #expect(Self.all("first thing please", at: Self.written(5, 50)) == ["2026-03-03T12:00+01:00"])
    }

    @Test(
        "before the weekend is Friday, and midnight ends its day",
        arguments: [
            ("before the weekend", "2026-03-06"), ("vor dem Wochenende", "2026-03-06"),
            ("antes del fin de semana", "2026-03-06"),
            ("avant le week-end", "2026-03-06"), ("over the weekend", "2026-03-08"),
            ("by midnight", "2026-03-03T23:59+01:00"),
            ("my phone is on until midnight", "2026-03-03T23:59+01:00"),
            ("by March 28 at midnight", "2026-03-28T23:59+01:00"),
            ("by Sunday midnight", "2026-03-08T23:59+01:00"), ("bis Mitternacht", "2026-03-03T23:59+01:00"),
            ("Friday 24:00", "2026-03-06T23:59+01:00"),
        ])
    func ends(text: String, expected: String) {
        #expect(Self.all(text) == [expected])
    }

    @Test("before the weekend is the next Friday if it was written on a weekend")
    func weekendOnWeekend() {
        #expect(Self.all("before the weekend", at: DueDateParserTests.time("2026-03-07", 9, 0)) == ["2026-03-13"])
        #expect(Self.all("before the weekend", at: DueDateParserTests.time("2026-03-06", 9, 0)) == ["2026-03-06"])
    }

    @Test(
        "counts, levels, prices, versions and rooms are no dates",
        arguments: [
            "online at 2 of 4", "at 5 %", "at 14 degrees", "bay 3", "room 14", "ETA 10 min", "queue is at 23, oldest",
            "we are at 14.", "one by one", "by two persons", "at five minutes", "it remains at four pounds",
            "at twelve point six",
            "up from 8.", "cut from 5 to 7, I think", "reduced by 5.", "at 2.50 each", "installed 5.10 and rebooted",
            "kernel 2.6.10",
            "gamma is 2.2. Mine is 1", "in 2025", "from 2009", "by 1000 people", "until 2030", "the 3rd attempt",
            "my 15th try",
            "4th floor", "the 21st century", "1st, we count", "the 2nd is better", "12 of the 20.",
            "measuring the 24 now",
            "on the third floor", "be the first.", "the first may be late", "2 or 3 may be late", "at half price",
            "for lunch", "a midi file on midi",
            "Zimmer 7 bis 10", "am 3. Tag", "à 6,4", "del 1 al 10", "guten Morgen", "Guten Morgen zusammen",
            "Morgen! Hab das Foto.",
            "happy monday", "no food after midnight", "01:28:43 bob joined", "deploy was 22:40 yesterday",
            "before you go to Spain",
            "before he leaves the company", "after work on the roof begins", "First thing: the keys",
            "the first thing is", "por la mañana",
            "3.45.1", "5 past 8", "at 16 MHz", "the 15th Street",
        ])
    func nothing(text: String) {
        #expect(Self.all(text) == [])
    }

    @Test(
        "the morning to come, the end of a month, and hours as chats in four languages write them",
        arguments: [
            ("the invoice until month end, Mateo", "2026-03-31"), ("switched off at month-end", "2026-03-31"),
            ("by the quarter's end", "2026-03-31"), ("passe à 13 h 30", "2026-03-03T13:30+01:00"),
            ("elle veut ça avant 11 h sans faute", "2026-03-03T11:00+01:00"),
            ("Il vient entre 14 h et 15 h", "2026-03-03T14:00+01:00"),
            ("Eisen wird um 11 abgeladen.", "2026-03-03T11:00+01:00"), ("heut nachmittag", "2026-03-03T18:00+01:00"),
            ("plumber is coming between 1 and 3", "2026-03-03T13:00+01:00"),
            ("surveyor comes on the 28th, 0900.", "2026-03-28T09:00+01:00"),
            ("on the 20th, 02:00 to 04:00", "2026-03-20T02:00+01:00"), ("Frist ist Freitag der 20.", "2026-03-20"),
            ("with a deadline, march 12", "2026-03-12"),
            ("planned work tonight 01:00 to 04:00", "2026-03-04T01:00+01:00"),
            ("I shall reply to them before one.", "2026-03-03T13:00+01:00"),
        ])
    func chatForms(text: String, expected: String) {
        #expect(Self.all(text) == [expected])
    }

    @Test("after noon and at night the morning is the one to come")
    func morning() {
        #expect(Self.all("i ring them in the morning", at: Self.written(15, 0)) == ["2026-03-04T12:00+01:00"])
        #expect(Self.all("in the morning then", at: Self.written(2, 0)) == ["2026-03-03T12:00+01:00"])
        #expect(Self.all("he called in the morning") == [])
    }

    @Test(
        "an end that is none, and numbers that are no hours",
        arguments: [
            "the month end report", "month end close takes two days", "between 1 and 3 people", "um 10 leute",
            "um 5 kg leichter",
            "we march 12 abreast", "one of them, at one of the tables", "pour 3 h",
        ])
    func noChatForms(text: String) {
        #expect(Self.all(text) == [])
    }

    @Test("the range covers all words of a numbered weekday and a span of hours")
    func ranges() {
        for (text, expected) in [
            ("arrives wed 18 at 10am", "wed 18 at 10am"),
            ("it's Saturday the 21st from 9 to 1. Come", "Saturday the 21st from 9 to 1"),
            ("farewell on the seventeenth of April, a Friday.", "on the seventeenth of April, a Friday"),
        ] {
            let match = DueDateParser(zone: DueDateParserTests.berlin).dueDate(
                in: text, writtenAt: DueDateParserTests.writtenAt)
            #expect(match.map { String(text[$0.range]) } == expected)
        }
    }

    @Test("long chains of weekdays, numbers and leads are parsed in bounded time")
    func chains() {
        for piece in [
            "wed 1000 ", "Friday 19 ", "3, ", "28 and ", "by the ", "at 9.30 wed ", "sat or ", "after lunch ", "first ",
            "Friday 9 to 5 ", "May 3-4-", "half ten ", "by by ",
        ] {
            #expect(Self.all(String(repeating: piece, count: 3_000)).count <= 4_000)
        }
    }
}
