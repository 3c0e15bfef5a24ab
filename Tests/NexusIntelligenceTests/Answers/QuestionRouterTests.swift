import Foundation
import NexusCore
import Testing

@testable import NexusIntelligence

@Suite("The route of a question")
struct QuestionRouterTests {
    static let names: [String] = ["Ann", "Bob", "Mira", "Tom Weber", "Frau Lüthi"]
    /// Wednesday 4 March 2026, 09:00 UTC.
    static let wednesday: Timestamp = Timestamp(milliseconds: 1_772_614_800_000)

    private let router: QuestionRouter = QuestionRouter(
        asker: "Ann", members: Self.names, titles: ["Launch week", "Support"], now: Self.wednesday)

    /// As in `Fixtures/Questions/routes.tsv`: `tasks:Bob<me` are Bob's tasks that the asker gave him.
    private static func words(_ route: QuestionRoute) -> String {
        func name(_ party: QuestionRoute.Party?) -> String? {
            switch party {
            case nil: nil
            case .asker: "me"
            case .others: "others"
            case .nobody: "nobody"
            case .member(let member): names[member]
            }
        }
        let target = route.target == .nextDeadline ? "next" : route.target.rawValue
        let parties = [name(route.assignee).map { ":" + $0 }, name(route.requester).map { "<" + $0 }]
        return target + parties.compactMap(\.self).joined()
    }

    @Test("questions in four languages go where their answer is")
    func routes() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Fixtures/Questions/routes.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.count > 250)
        for line in lines {
            let cells = line.split(separator: "\t").map(String.init)
            try #require(cells.count == 3)
            #expect(Self.words(router.route(cells[2])) == cells[1], "\(cells[2])")
        }
    }

    @Test(
        "days of the question count from the day of asking, back for messages and ahead for dates",
        arguments: [
            ("What did we decide yesterday?", "2026-03-03", "2026-03-03"),
            ("What did we decide since Monday?", "2026-03-02", "2026-03-04"),
            ("What did we decide on Friday?", "2026-02-27", "2026-02-27"),
            ("What did we decide last week?", "2026-02-23", "2026-03-01"),
            ("What did we decide this week?", "2026-02-26", "2026-03-08"),
            ("Was haben wir gestern beschlossen?", "2026-03-03", "2026-03-03"),
            ("¿Qué decidimos la semana pasada?", "2026-02-23", "2026-03-01"),
            ("Qu'est-ce qu'on a décidé hier ?", "2026-03-03", "2026-03-03"),
            ("What changed in the last 3 days?", "2026-03-01", "2026-03-04"),
            ("What was decided on 20 February?", "2026-02-20", "2026-02-20"),
            ("What is due on Friday?", "2026-03-06", "2026-03-06"),
            ("What is due this week?", "2026-03-02", "2026-03-08"),
            ("What do I have to do by Friday?", "2026-03-04", "2026-03-06"),
            ("Was ist nächste Woche fällig?", "2026-03-09", "2026-03-15"),
            ("What is due in April?", "2026-04-01", "2026-04-30"),
        ])
    func days(question: String, first: String, last: String) {
        let days = router.route(question).days
        #expect(days?.lowerBound.iso8601 == first)
        #expect(days?.upperBound.iso8601 == last)
    }

    @Test(
        "last, next and since say which weekday or date is meant, whatever the question asks for",
        arguments: [
            // Tuesday 3 March 2026
            ("What's still open since Monday?", 3, "2026-03-02", nil), ("Tasks since 1 March", 10, "2026-03-01", nil),
            ("Was ist seit Montag offen?", 3, "2026-03-02", nil), ("What is due after Friday?", 3, "2026-03-06", nil),
            ("What was due last Friday?", 3, "2026-02-27", "2026-02-27"),
            ("What did we decide last Friday?", 6, "2026-02-27", "2026-02-27"),
            ("¿Qué decidimos el viernes pasado?", 6, "2026-02-27", "2026-02-27"),
            ("What did we decide on Friday?", 6, "2026-03-06", "2026-03-06"),
            ("What's due next Friday?", 3, "2026-03-13", "2026-03-13"),
            ("Was ist nächsten Freitag fällig?", 3, "2026-03-13", "2026-03-13"),
            ("What's due this Friday?", 3, "2026-03-06", "2026-03-06"),
            ("Was ist am kommenden Dienstag fällig?", 3, "2026-03-10", "2026-03-10"),
            ("¿Qué vence el viernes que viene?", 3, "2026-03-06", "2026-03-06"),
            ("¿Qué vence el próximo viernes?", 3, "2026-03-06", "2026-03-06"),
            ("¿Qué decidimos esta mañana?", 3, "2026-03-03", "2026-03-03"),
            ("¿Qué vence mañana?", 3, "2026-03-04", "2026-03-04"),
        ] as [(String, Int64, String, String?)])
    func weekdays(question: String, day: Int64, first: String, last: String?) {
        let asked = Self.wednesday.advanced(by: (day - 4) * 86_400_000)
        let days = QuestionRouter(asker: "Ann", now: asked).route(question).days
        #expect(days?.lowerBound.iso8601 == first)
        if let last { #expect(days?.upperBound.iso8601 == last) }
    }

    @Test(
        "a catch-up or summary of days to come asks for their dates",
        arguments: [
            ("What's happening tomorrow?", "2026-03-05", "2026-03-05"),
            ("What's going on next week?", "2026-03-09", "2026-03-15"),
            ("Was ist morgen los?", "2026-03-05", "2026-03-05"), ("¿Qué pasa mañana?", "2026-03-05", "2026-03-05"),
            ("What's happening on Friday?", "2026-03-06", "2026-03-06"),
            ("Summarize next week", "2026-03-09", "2026-03-15"),
            ("Catch me up on tomorrow", "2026-03-05", "2026-03-05"),
            ("What's going on until Friday?", "2026-03-04", "2026-03-06"),
        ])
    func ahead(question: String, first: String, last: String) {
        let route = router.route(question)
        #expect(route.target == .deadlines)
        #expect(route.days?.lowerBound.iso8601 == first && route.days?.upperBound.iso8601 == last)
    }

    @Test(
        "a catch-up or summary of past days has all of them",
        arguments: [
            ("What happened yesterday?", QuestionRoute.Target.catchUp, "2026-03-03", "2026-03-03"),
            ("Summarize last week", .summary, "2026-02-23", "2026-03-01"),
            ("What happened on Friday?", .catchUp, "2026-02-27", "2026-02-27"),
            ("What's been going on since Friday?", .catchUp, "2026-02-27", "2026-03-04"),
            ("What's going on today?", .catchUp, "2026-03-04", "2026-03-04"),
            ("What's going on this week?", .catchUp, "2026-02-26", "2026-03-08"),
        ])
    func past(question: String, target: QuestionRoute.Target, first: String, last: String) {
        let route = router.route(question)
        #expect(route.target == target)
        #expect(route.days?.lowerBound.iso8601 == first && route.days?.upperBound.iso8601 == last)
    }

    @Test("a follow-up on a catch-up turns to the days that it names")
    func catchUpContinued() {
        let tomorrow = router.route("And tomorrow?", continuing: "What happened today?")
        #expect(tomorrow.target == .deadlines && tomorrow.days?.lowerBound.iso8601 == "2026-03-05")
        let yesterday = router.route("And yesterday?", continuing: "What's happening tomorrow?")
        #expect(yesterday.target == .catchUp && yesterday.days?.lowerBound.iso8601 == "2026-03-03")
    }

    @Test("a greeting names no day")
    func greeting() {
        let route = router.route("Guten Morgen, was habe ich verpasst?")
        #expect(route.target == .catchUp && route.days == nil)
        let short = router.route("Morgen, was habe ich verpasst?")
        #expect(short.target == .catchUp && short.days == nil)
    }

    @Test("a conversation is named by its title, a short one after a preposition")
    func places() {
        #expect(router.route("What was decided in Launch week?").place == 0)
        #expect(router.route("summarize launch week").place == 0)
        #expect(router.route("Any deadlines in Support?").place == 1)
        let question = router.route("Does support know the password of the printer?")
        #expect(question.place == nil && question.target == .messages)
    }

    @Test("a question about a topic prefers the records of its kind")
    func preferred() {
        #expect(router.route("What did we decide to paint the shed with?").preferred == .decisions)
        #expect(router.route("Who has the task of painting the shed?").preferred == .tasks)
        #expect(router.route("When is the deadline for the grant application?").preferred == .deadlines)
        #expect(router.route("Where is the ladder?").preferred == nil)
    }

    @Test("an elliptical question keeps the route of the one before it, with its own person and days")
    func continued() {
        let bob = router.route("And Bob?", continuing: "What does Mira still have to do?")
        #expect(bob.target == .tasks && bob.assignee == .member(1))
        let mine = router.route("und ich?", continuing: "was muss Bob noch machen")
        #expect(mine.target == .tasks && mine.assignee == .asker)
        let week = router.route("and last week?", continuing: "What did we decide yesterday?")
        #expect(week.target == .decisions && week.days?.lowerBound.iso8601 == "2026-02-23")
        let deadlines = router.route("And Bob?", continuing: "Any deadlines this week?")
        #expect(deadlines.target == .deadlines && deadlines.assignee == .member(1) && deadlines.days != nil)
        #expect(router.route("and mine?", continuing: "Any deadlines this week?").assignee == .asker)
        let next = router.route("and mine?", continuing: "When is the next deadline?")
        #expect(next.target == .nextDeadline && next.assignee == .asker)
        #expect(router.route("and when?", continuing: "Who repaired the printer?").target == .messages)
    }

    @Test("names that are words count only with a capital letter, and without names nothing is assumed")
    func ordinaryNames() {
        let router = QuestionRouter(asker: nil, members: ["Will", "Beat Amsler"], now: Self.wednesday)
        #expect(router.route("What will we do?").members.isEmpty)
        #expect(router.route("What does Will still have to do?").assignee == .member(0))
        #expect(router.route("Was muss Beat noch machen?").assignee == .member(1))
        #expect(QuestionRouter().route("").target == .messages)
        #expect(QuestionRouter().route(String(repeating: "tasks ", count: 5_000)).target == .tasks)
    }
}
