import Testing

@testable import NexusIntelligence

@Suite("Reports of completion")
struct CompletionLinkTests {
    private let report = CompletionLink(
        reported: 0.5, likeness: 0.5, writer: .assignee, distance: 2, quiet: 1, isAccepted: true, newer: 0, asks: false,
        confidence: 0.8)

    @Test("the assignee who soon says in its words that it is done has done it")
    func likely() { #expect(report.probability > CompletionLink.least) }

    @Test("others, later, or with a question, less likely report it")
    func unlikely() {
        var other = report
        other.writer = .other
        var late = report
        late.distance = 60
        late.quiet = 60
        var question = report
        question.asks = true
        var silent = report
        silent.reported = 0
        for weaker in [other, late, question, silent] { #expect(weaker.probability < report.probability) }
        #expect(silent.probability < CompletionLink.least)
    }

    @Test("the probability is one, even of numbers that make no sense")
    func bounds() {
        var odd = report
        odd.distance = -5
        odd.quiet = 0
        odd.reported = 0
        #expect((0...1).contains(odd.probability))
    }
}
