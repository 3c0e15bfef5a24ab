import Foundation
import NexusEvaluation
import NexusIntelligence
import Testing

@Suite("The classifier of utterances")
struct UtteranceClassifierTests {
    /// The end of a made-up meeting with assigned work, after small talk.
    static let meeting = [
        "So what did you do at the weekend?", "Uh we went to the lake.", "Mm-hmm.", "Nice.", "The weather was lovely.",
        "Yeah.",
        "Okay, so for the next meeting,", "the industrial designer will work on the components concept,",
        "and the user interface designer, you will work on the user interface concept.", "Okay.",
        "And the marketing expert will do the trend watching.", "Specific instructions will be sent to you by email.",
        "Right.",
        "Thank you.", "See you after lunch.",
    ]

    @Test("assigned work is distinguished from small talk")
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

    /// An utterance and the output of Training/train_decisions.py, with the vectors of `madeUp`.
    private struct Reference: Decodable {
        let s: String
        let text: String
        let decision: Float
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    private static func references() throws -> [Reference] {
        let file = root.appending(path: "Fixtures/Insights/utterances.json")
        return try JSONDecoder().decode([Reference].self, from: Data(contentsOf: file))
    }

    /// Vectors of length one that need no model.
    private static func madeUp(_ count: Int) -> [[Float]] {
        (1...count).map { place in
            let vector = (1...384).map { sin(0.37 * Double(place * $0)) }
            let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return vector.map { Float($0 / length) }
        }
    }

    @Test("decisions match those of the training script with the same parameters")
    func parity() throws {
        let classifier = try #require(UtteranceClassifier())
        let references = try Self.references()
        let findings = classifier.findings(
            references.map(\.text),
            context: .init(speakers: references.map(\.s), vectors: Self.madeUp(references.count)))
        #expect(references.count >= 20)
        for (finding, reference) in zip(findings, references) {
            #expect(abs(finding.decision - reference.decision) < 0.005, "\(reference.text)")
        }
    }

    @Test("action items use words alone; without a fitting context decisions do too")
    func withoutContext() throws {
        let classifier = try #require(UtteranceClassifier())
        let words = classifier.findings(Self.meeting)
        let context = UtteranceClassifier.Context(
            speakers: Self.meeting.indices.map { "\($0 % 3)" }, vectors: Self.madeUp(Self.meeting.count))
        let meaning = classifier.findings(Self.meeting, context: context)
        #expect(meaning.map(\.action) == words.map(\.action))
        #expect(meaning.map(\.decision) != words.map(\.decision))
        var fewer = context
        fewer.vectors.removeLast()
        #expect(classifier.findings(Self.meeting, context: fewer) == words)
        var narrower = context
        narrower.vectors = context.vectors.map { Array($0.dropLast()) }
        #expect(classifier.findings(Self.meeting, context: narrower) == words)
        var unknown = context
        unknown.speakers = []
        #expect(classifier.findings(Self.meeting, context: unknown) == words)
        #expect(classifier.findings([], context: .init(speakers: [], vectors: [])).isEmpty)
    }

    @Test(
        "with the model, agreements are distinguished from small talk", .enabled(if: ModelFixture.folder.hasEmbedding))
    func withModel() throws {
        let classifier = try #require(UtteranceClassifier())
        let encoder = try SentenceEncoder(folder: ModelFixture.folder.embedding)
        let references = try Self.references()
        let texts = references.map(\.text)
        let context = UtteranceClassifier.Context(speakers: references.map(\.s), vectors: encoder.embed(texts))
        let decisions = classifier.findings(texts, context: context).map(\.decision)
        let talk = decisions[..<4].max() ?? 0
        for place in [5, 10, 15, 21] { #expect(decisions[place] > talk, "\(texts[place])") }
    }

    @Test("it knows its training meetings, so that they are never measured")
    func trainedOn() throws {
        let classifier = try #require(UtteranceClassifier())
        #expect(classifier.wasTrained(on: "ES2002a"))
        #expect(!classifier.wasTrained(on: "ES2003a"))
    }

    @Test("a score counts right, wrong and missed ones, with some tolerance")
    func score() {
        var score = MeetingScore()
        score.add(found: [true, false, false, false, true], labelled: [true, true, false, false, false])
        #expect(score.strict == DetectionScore(right: 1, wrong: 1, missed: 1))
        #expect(score.strict.f1 == 0.5)
        #expect(score.nearF1 == 1)
        #expect(MeetingScore().nearF1 == 0)
    }
}
