import NexusCore
import NexusTerminal
import Testing

@Suite("Answers in the terminal")
struct AnswerListingTests {
    private let listing = AnswerListing(now: .zero, style: .plain)
    private let citation = Citation(
        message: MessageID(high: 0x7000, low: 1 << 63 | 1),
        conversation: ConversationID(high: 0x7000, low: 1 << 63 | 2),
        title: "Plans", seq: 5, sender: UserID(high: 0x7000, low: 1 << 63 | 3), senderName: "Ada", writtenAt: .zero,
        excerpt: "We rent the big stage.", kind: "decision")

    @Test("a summary by a language model has its bullets, the model's name, and the sources")
    func written() {
        let lines = listing.lines(
            for: ConversationSummary(
                messages: 9, through: 9, read: 4,
                statements: [AssistantAnswer.Statement("They rent the stage.\u{1b}[31m", citations: [0])],
                points: [citation], model: "llama3.1"))
        #expect(lines.first == "Of 9 messages, 4 read, written by llama3.1:")
        #expect(lines.contains { $0.hasPrefix("- They rent the stage.") && $0.hasSuffix(" [1]") })
        #expect(lines.allSatisfy { !$0.contains("\u{1b}") })
        #expect(lines.contains("1. Decision Ada: We rent the big stage."))
    }

    @Test("a source has its reason, and a percentage only if it was compared with the question")
    func reason() {
        var record = citation
        record.reason = "Task of Bob"
        var quote = record
        quote.match = 64
        let lines = listing.lines(
            for: AssistantExchange(
                number: 1, question: "?", askedAt: .zero, answer: AssistantAnswer(.quotes, citations: [record, quote])))
        #expect(lines.filter { $0.contains("Task of Bob Ada: We rent the big stage.") }.count == 2)
        #expect(lines.filter { $0.contains("%") }.count == 1)
    }

    @Test("without a model it has the messages, and the reason")
    func quotes() {
        let lines = listing.lines(
            for: ConversationSummary(
                messages: 1, through: 9, read: 1, points: [citation], notice: "It took too long. These are quotes."))
        #expect(
            lines.prefix(2) == [
                "It took too long. These are quotes.", "Of one message, quoted, no language model:",
            ])
        #expect(listing.lines(for: ConversationSummary(messages: 0, through: 9, read: 0, points: [])).count == 1)
    }
}
