import Testing

@testable import NexusIntelligence

@Suite("Newest statements and reasons")
struct StandingTests {
    private static func passages(_ texts: [String]) -> [Passage] {
        texts.enumerated().map {
            Passage(
                sender: ["Ada", "Ben", "Cyd"][$0 % 3], text: $1, day: "Tuesday 12 May 2026", exchange: 1)
        }
    }

    private static func answer(
        _ question: String, _ texts: [String], replacements: [Replacement] = [],
        isSameTalk: @escaping (Int, Int) -> Bool = { _, _ in true }
    ) -> QuotedAnswer {
        QuotedAnswer(
            to: question, from: ExchangeIndex(passages(texts)), model: nil, replacements: replacements,
            excerptLimit: 150, isSameTalk: isSameTalk)
    }

    /// The replaced words of a quote.
    private static func value(_ quote: QuotedAnswer.Quote, _ texts: [String]) -> String? {
        quote.value.flatMap { String(texts[quote.place].utf16.dropFirst($0.lowerBound).prefix($0.count)) }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var question: String
        var old: String
        var new: String
        var value: String

        var testDescription: String { new }
    }

    static let corrections = [
        Case(
            question: "When is the rehearsal?", old: "The rehearsal is on Thursday at the barn.",
            new: "Actually, the rehearsal is on Friday.", value: "Thursday"),
        Case(
            question: "When is the rehearsal?", old: "The rehearsal is on Thursday at the barn.",
            new: "The rehearsal moved from Thursday to Friday.", value: "Thursday"),
        Case(
            question: "What time does the van come?", old: "The van comes at 7:30.", new: "make that 8:15",
            value: "7:30"),
        Case(
            question: "How many chairs do we need?", old: "We need 40 chairs from the hall.",
            new: "Correction: 55 chairs from the hall.", value: "40"),
        Case(
            question: "Who brings the cake?", old: "Ben brings the cake.", new: "Cyd brings the cake instead.",
            value: "Ben"),
        Case(
            question: "When is the exam?", old: "The exam is on 12 May.", new: "The exam was moved to 14 May.",
            value: "12 May"),
        Case(
            question: "Wann ist die Probe?", old: "Die Probe ist am Donnerstag.", new: "Neu: Die Probe ist am Freitag.",
            value: "Donnerstag"),
        Case(
            question: "Wann ist die Probe?", old: "Die Probe ist am Donnerstag.", new: "Die Probe ist doch am Freitag.",
            value: "Donnerstag"),
        Case(
            question: "¿Cuándo es el ensayo?", old: "El ensayo es el miércoles.",
            new: "El ensayo es el viernes en vez del miércoles.", value: "miércoles"),
        Case(
            question: "Quand est la répétition ?", old: "La répétition est jeudi.",
            new: "La répétition est plutôt vendredi.", value: "jeudi"),
    ]

    @Test("the newest statement comes first, and what it replaced is named after it", arguments: corrections)
    func corrected(_ one: Case) throws {
        let texts = [one.old, "Lunch was good.", one.new]
        let answer = Self.answer(one.question, texts)
        #expect(answer.isFound)
        #expect(answer.quotes.prefix(2).map(\.place) == [2, 0])
        #expect(answer.quotes.prefix(2).map(\.role) == [.newest, .replaced])
        #expect(Self.value(try #require(answer.quotes.dropFirst().first), texts) == one.value)
        #expect(answer.hits.prefix(2) == [2, 0])
    }

    @Test("a chain ends with its last statement")
    func chain() {
        let texts = [
            "The rehearsal is on Thursday.", "The rehearsal moved to Friday.", "Lunch was good.",
            "Actually the rehearsal is on Saturday.",
        ]
        let quotes = Self.answer("When is the rehearsal?", texts).quotes
        #expect(quotes.map(\.place) == [3, 1, 0])
        #expect(quotes.map(\.role) == [.newest, .replaced, .replaced])
        #expect(quotes.map { Self.value($0, texts) } == [nil, "Friday", "Thursday"])
    }

    @Test(
        "questions, proposals, other subjects, the same value and other conversations replace nothing",
        arguments: [
            "Actually, should the rehearsal be on Friday?", "Maybe the rehearsal moved to Friday.",
            "Actually, the dentist is on Friday.", "Actually, the rehearsal is on Thursday.",
            "The rehearsal on Friday was fun.",
        ])
    func uncorrected(text: String) {
        let texts = ["The rehearsal is on Thursday.", "Lunch was good.", text]
        #expect(Self.answer("When is the rehearsal?", texts).roles.isEmpty)
    }

    @Test("a statement of another conversation is not replaced, nor one of another kind than is asked for")
    func elsewhere() {
        let texts = ["The rehearsal is on Thursday.", "Lunch was good.", "Actually, the rehearsal is on Friday."]
        #expect(Self.answer("When is the rehearsal?", texts, isSameTalk: ==).roles.isEmpty)
        #expect(Self.answer("Who is at the rehearsal?", texts).roles.isEmpty)
    }

    @Test("a correction without a subject means a statement at most four messages before it", arguments: [4, 5])
    func ellipsis(distance: Int) {
        let texts = ["The van comes at 7:30."] + Array(repeating: "ok", count: distance - 1) + ["make that 8:15"]
        let answer = Self.answer("What time does the van come?", texts)
        #expect(answer.roles == (distance == 4 ? [distance: .newest, 0: .replaced] : [:]))
    }

    @Test("a correction is looked for in 200 messages after a statement", arguments: [200, 201])
    func reach(distance: Int) {
        let texts =
            ["The rehearsal is on Thursday."] + Array(repeating: "Lunch was good.", count: distance - 1)
            + ["Actually, the rehearsal is on Friday."]
        #expect(Self.answer("When is the rehearsal?", texts).roles.isEmpty == (distance > 200))
    }

    @Test("records say of any message that it replaces another, as far as the question asks for it")
    func recorded() {
        let texts = ["Ben, please send the invoice by 2026-03-09.", "Lunch was good.", "Let's say 2026-03-12 then."]
        let moved = [Replacement(of: 0, by: 2, .date)]
        let answer = Self.answer("When do we send the invoice?", texts, replacements: moved)
        #expect(answer.quotes.prefix(2).map(\.place) == [2, 0])
        #expect(answer.quotes.dropFirst().first.flatMap { Self.value($0, texts) } == "2026-03-09")
        #expect(Self.answer("Who sends the invoice?", texts, replacements: moved).roles.isEmpty)
        let circle = moved + [Replacement(of: 2, by: 0, .date)]
        #expect(Self.answer("When do we send the invoice?", texts, replacements: circle).roles.count == 2)
    }

    @Test(
        "a why-question shows the reason beside the statement that it explains",
        arguments: [
            ("Why did we cancel the harbour tour?", "We cancel the harbour tour.", "Because the boat is broken."),
            ("Warum fällt die Hafenrundfahrt aus?", "Die Hafenrundfahrt fällt aus.", "Weil das Boot kaputt ist."),
            ("¿Por qué se cancela la excursión?", "La excursión se cancela.", "Es porque el barco está roto."),
            ("Pourquoi l'excursion est annulée ?", "L'excursion est annulée.", "Parce que le bateau est en panne."),
        ])
    func reason(question: String, statement: String, reason: String) {
        let answer = Self.answer(question, ["Good morning.", statement, "oh no", reason, "Lunch was good."])
        let places = answer.quotes.map(\.place)
        #expect(places.firstIndex(of: 3) == places.firstIndex(of: 1).map { $0 + 1 })
        #expect(answer.roles == [3: .reason])
    }

    @Test("the answer to a “why?” is a reason without a word for it; a plain question shows none")
    func answered() {
        let texts = ["We move the server to Leipzig.", "why?", "the rent is much lower", "Lunch was good."]
        let why = Self.answer("Why do we move the server?", texts)
        #expect(why.quotes.prefix(2).map(\.place) == [0, 2])
        #expect(why.roles == [2: .reason])
        #expect(Self.answer("Where do we move the server?", texts).roles.isEmpty)
    }
}
