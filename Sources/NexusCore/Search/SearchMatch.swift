/// How well a message answers a search, and what of it to show.
public struct SearchMatch: Equatable, Sendable {
    /// More is better; of equals the newer comes first.
    public var score: Int
    public var snippet: SearchSnippet
}

extension SearchQuery {
    /// The match of a message's text, or `nil` where a term is missing. Where it has no text, the snippet says what it carries.
    ///
    /// The score is BM25 (Robertson and Zaragoza, 2009) without the weight of rare words: every result holds every term, so that
    /// weight would order nothing, and it would tell how often a word stands in conversations of others. Whole words count more
    /// than beginnings, and those more than other parts.
    public func match(_ text: String, carrying attachments: [Attachment] = []) -> SearchMatch? {
        guard matches(text) else { return nil }
        let folded = FoldedText(text, keepsOrigins: true)
        var score = 0
        var found: [Range<Int>] = []
        for term in terms {
            let ranges = term.ranges(in: folded, limit: 100)
            found += ranges
            score += SearchQuery.score(ranges, in: folded)
        }
        let marks = found.compactMap { range -> Range<Int>? in
            guard let first = folded.origins[range].first, let last = folded.origins[range].last else { return nil }
            return first.lowerBound..<last.upperBound
        }
        let shown = text.isEmpty ? attachments.summary : text
        return SearchMatch(score: score, snippet: SearchSnippet(of: shown, marking: marks))
    }

    /// Scalars in a message that counts as neither short nor long.
    private static let usualLength = 80

    /// Thousandths: BM25 with k1 = 1.2 and b = 0.75.
    private static func score(_ ranges: [Range<Int>], in text: FoldedText) -> Int {
        var frequency = 0
        for range in ranges {
            frequency += !text.isBoundary(range.lowerBound) ? 400 : text.isBoundary(range.upperBound) ? 1_000 : 700
        }
        let norm = 1_200 * (250 + 750 * text.scalars.count / usualLength) / 1_000
        return frequency * 2_200 / max(1, frequency + norm)
    }
}
