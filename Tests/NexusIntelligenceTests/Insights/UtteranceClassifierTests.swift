import NexusIntelligence
import Testing

@Suite("The classifier of utterances")
struct UtteranceClassifierTests {
    /// The end of a made-up meeting that hands out work, behind talk that does not.
    static let meeting = [
        "So what did you do at the weekend?", "Uh we went to the lake.", "Mm-hmm.", "Nice.", "The weather was lovely.",
        "Yeah.",
        "Okay, so for the next meeting,", "the industrial designer will work on the components concept,",
        "and the user interface designer, you will work on the user interface concept.", "Okay.",
        "And the marketing expert will do the trend watching.", "Specific instructions will be sent to you by email.",
        "Right.",
        "Thank you.", "See you after lunch.",
    ]

    @Test("work that is handed out stands out from small talk")
    func workStandsOut() throws {
        let classifier = try #require(UtteranceClassifier())
        let findings = classifier.findings(Self.meeting)
        #expect(findings.count == Self.meeting.count)
        let talk = findings[..<6].map(\.action).max() ?? 0
        for place in [7, 8, 10] { #expect(findings[place].action > talk) }
    }

    @Test("the same utterances give the same findings, and none give none")
    func repeatable() throws {
        let classifier = try #require(UtteranceClassifier())
        #expect(classifier.findings(Self.meeting) == classifier.findings(Self.meeting))
        #expect(classifier.findings([]).isEmpty)
        #expect(classifier.findings([""]).count == 1)
    }

    @Test("hostile utterances give finite scores")
    func hostile() throws {
        let classifier = try #require(UtteranceClassifier())
        let texts = [
            "", "\u{0}", "'''''", "???", String(repeating: "a", count: 20_000),
            String(repeating: "do it ", count: 4_000), "9999999999",
            "🏳️‍🌈", "naïve café", "it's it''s 'tis rock'n'roll",
        ]
        for finding in classifier.findings(texts) {
            #expect(finding.action.isFinite)
            #expect(finding.decision.isFinite)
        }
    }

    @Test("it knows the meetings that it was trained on, so that nothing is measured on them")
    func trainedOn() throws {
        let classifier = try #require(UtteranceClassifier())
        #expect(classifier.wasTrained(on: "ES2002a"))
        #expect(!classifier.wasTrained(on: "ES2003a"))
    }

    @Test("a score counts what is right, wrong and missed, and with some tolerance")
    func score() {
        var score = MeetingScore()
        score.add(found: [true, false, false, false, true], labelled: [true, true, false, false, false])
        #expect(score.strict == DetectionScore(right: 1, wrong: 1, missed: 1))
        #expect(score.strict.f1 == 0.5)
        #expect(score.nearF1 == 1)
        #expect(MeetingScore().nearF1 == 0)
    }
}
