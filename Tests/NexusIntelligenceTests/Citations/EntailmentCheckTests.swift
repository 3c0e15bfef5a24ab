import NexusCore
import Testing

@testable import NexusIntelligence

@Suite("The second check of answers")
struct EntailmentCheckTests {
    private static let quotes = ChatRequest(
        system: "",
        quotes: [
            PlantedMessages.quote(1, "Ada", "The launch is on Friday at ten, so I'll order the cake tomorrow."),
            PlantedMessages.quote(2, "Ben", "I print the badges in March."),
            PlantedMessages.quote(3, "Cleo", "The fair is in May."),
        ], question: ""
    ).quotes

    private static func checked(
        _ text: String, _ label: String, _ quote: String, to question: String = "When is the launch?"
    ) -> Result<CheckedStatement, StatementFault> {
        AnswerCheck(quotes, question: question).check(ModelStatement(text, [.init(label, quote: quote)]))
    }

    @Test("words that stand in a quote in their order, and quotations, are settled by code")
    func settled() throws {
        let verbatim = try Self.checked("The launch is on Friday at ten.", "m1", "The launch is on Friday at ten").get()
        #expect(EntailmentCheck.isSettled(verbatim))
        let other = try Self.checked("Ada will order a cake.", "m1", "I'll order the cake tomorrow").get()
        #expect(!EntailmentCheck.isSettled(other))
        let quoted = try Self.checked("The launch is on Friday at eleven.", "m1", "The launch is on Friday at ten")
            .get()
        #expect(quoted.doubt != nil && EntailmentCheck.isSettled(quoted))
        // Of a long quote one may pick words that it does not say.
        let picked = CheckedStatement(
            text: "The launch order.",
            citations: [
                .init(
                    message: verbatim.citations[0].message, conversation: verbatim.citations[0].conversation, seq: 1,
                    quote: Self.quotes[0].text, range: 0..<10)
            ])
        #expect(!EntailmentCheck.isSettled(picked))
    }

    @Test("the rest is asked with the messages that it cites, and each statement has one verdict")
    func asks() throws {
        let verbatim = try Self.checked("The launch is on Friday at ten.", "m1", "The launch is on Friday at ten").get()
        let other = try Self.checked("Ada will order a cake.", "m1", "I'll order the cake tomorrow").get()
        let third = try Self.checked("Ben prints badges.", "m2", "I print the badges", to: "What does Ben do?").get()
        let check = EntailmentCheck([verbatim, other, third], to: "What is next?", quotes: Self.quotes)
        #expect(check.statements == [other, third] && check.quotes.map(\.sender) == ["Ada", "Ben"])
        #expect(check.question.contains("s1 cites m1: Ada will order a cake."))
        #expect(check.question.contains("s2 cites m2: Ben prints badges.") && check.question.contains("What is next?"))
        let reply = """
            {"verdicts":[{"statement":"s2","supported":false,"relevant":true},{"statement":"s2","supported":true,\
            "relevant":true},{"statement":"s9","supported":true,"relevant":true},\
            {"statement":"S1","supported":true,"relevant":false}]}
            """
        let value = try StructuredReply.read(reply, as: EntailmentCheck.replyShape).get()
        #expect(check.verdicts(in: value) == [.irrelevant, .unsupported])
        #expect(check.verdicts(in: .object([])) == [nil, nil])
    }

    @Test("a statement of another month or of other people than the question is irrelevant")
    func irrelevant() throws {
        func fault(_ text: String, _ label: String, _ quote: String, _ question: String) -> StatementFault? {
            guard case .failure(let fault) = Self.checked(text, label, quote, to: question) else { return nil }
            return fault
        }
        #expect(fault("The fair is in May.", "m3", "The fair is in May", "What is planned in April?") == .irrelevant)
        #expect(fault("The fair is in May.", "m3", "The fair is in May", "What comes after April?") == nil)
        #expect(fault("The fair is in May.", "m3", "The fair is in May", "Is the fair in May?") == nil)
        // The message was written in March.
        #expect(fault("The fair is in May.", "m3", "The fair is in May", "What did we hear in March?") == nil)
        #expect(
            fault("Ben prints the badges in March.", "m2", "I print the badges in March", "What did Cleo promise?")
                == .irrelevant)
        #expect(
            fault("Ben prints the badges in March.", "m2", "I print the badges in March", "Who prints with Cleo?")
                == nil)
    }

    @Test("in a statement's place its sources are quoted")
    func quoted() throws {
        let check = AnswerCheck(Self.quotes, question: "What is next?")
        let statement = try check.check(
            ModelStatement("Ada will order a cake.", [.init("m1", quote: "I'll order the cake tomorrow")])
        ).get()
        let quoted = try check.quoted(statement).get()
        #expect(quoted.doubt == .entailment && quoted.text.hasPrefix("Ada wrote: “"))
        #expect(quoted.citations == statement.citations)
    }
}
