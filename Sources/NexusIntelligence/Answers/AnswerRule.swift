/// Decides whether the search results answer the question.
///
/// The thresholds of nearness were chosen on questions of `Training/Chat`, that of other people's statements with `nexus bench
/// answers` (docs/intelligence.md).
public struct AnswerRule: Sendable {
    /// The weight of the share of the question's words beside the cosine of the nearest message.
    var coveredWeight: Float = 0.5
    /// Below this sum nothing was written about it.
    var leastSum: Float = 0.45
    /// Above it, another person than the one asked about wrote it.
    var othersLead: Float = 0.05
    /// Without a model.
    var leastCoveredByWords: Float = 0.2
    var othersLeadByWords: Float = 0.1

    public init() {}

    /// Whether the evidence supports an answer.
    func holds(_ evidence: AnswerEvidence) -> Bool { !isFar(evidence) && !isOfOthers(evidence) }

    func isFar(_ evidence: AnswerEvidence) -> Bool {
        guard let nearest = evidence.nearest else { return evidence.covered < leastCoveredByWords }
        return coveredWeight * evidence.covered + nearest < leastSum
    }

    func isOfOthers(_ evidence: AnswerEvidence) -> Bool {
        guard let cover = evidence.othersCover else { return false }
        guard let match = evidence.othersMatch else { return cover > othersLeadByWords }
        return (cover + match) / 2 > othersLead
    }
}
