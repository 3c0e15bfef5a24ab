/// Decides whether the search results answer the question.
///
/// ``AnswerConfidence`` tells whether anything answers it. The thresholds of other people's statements were chosen with `nexus bench
/// answers` (docs/intelligence.md).
public struct AnswerRule: Sendable {
    /// Above it, another person than the one asked about wrote it.
    var othersLead: Float = 0.05
    /// Without a model.
    var othersLeadByWords: Float = 0.1

    public init() {}

    /// Whether the evidence supports an answer.
    func holds(_ evidence: AnswerEvidence, _ confidence: AnswerConfidence) -> Bool {
        // By words alone, something of the question must stand there.
        confidence.score >= 0 && (evidence.nearest != nil || evidence.covered > 0) && !isOfOthers(evidence)
    }

    func isOfOthers(_ evidence: AnswerEvidence) -> Bool {
        guard let cover = evidence.othersCover else { return false }
        guard let match = evidence.othersMatch else { return cover > othersLeadByWords }
        return (cover + match) / 2 > othersLead
    }
}
