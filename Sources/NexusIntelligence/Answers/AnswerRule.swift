/// Decides whether the search results answer the question.
///
/// Calibrated with `nexus bench answers` on two-person conversations (docs/intelligence.md): the thresholds were
/// chosen on three of five conversations and measured on the other two.
public struct AnswerRule: Sendable {
    /// Below either of these nothing was written about it.
    var leastCovered: Float = 0.2
    var leastNear: Float = 0.3
    /// Below both of these together, too.
    var fairlyCovered: Float = 0.45
    var fairlyNear: Float = 0.45
    /// Above it, another person than the one asked about wrote it.
    var othersLead: Float = 0.05
    /// Without a model.
    var leastCoveredByWords: Float = 0.35
    var othersLeadByWords: Float = 0.1

    public init() {}

    /// Whether the evidence supports an answer.
    func holds(_ evidence: AnswerEvidence) -> Bool { !isFar(evidence) && !isOfOthers(evidence) }

    func isFar(_ evidence: AnswerEvidence) -> Bool {
        guard let nearest = evidence.nearest else { return evidence.covered < leastCoveredByWords }
        return nearest < leastNear || evidence.covered < leastCovered && nearest < 0.6
            || evidence.covered < fairlyCovered && nearest < fairlyNear
    }

    func isOfOthers(_ evidence: AnswerEvidence) -> Bool {
        guard let cover = evidence.othersCover else { return false }
        guard let match = evidence.othersMatch else { return cover > othersLeadByWords }
        return (cover + match) / 2 > othersLead
    }
}
