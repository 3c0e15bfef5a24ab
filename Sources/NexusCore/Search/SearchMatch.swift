/// The score of a message for a search, and its snippet.
public struct SearchMatch: Equatable, Sendable {
    /// Higher is better; of equals the newer comes first.
    public var score: Int
    public var snippet: SearchSnippet
}

extension SearchQuery {
    /// The match of a message's text, or `nil` if a term is missing. Without text, the snippet describes its
    /// attachments.
    ///
    /// The score is BM25 (Robertson and Zaragoza, 2009) without the weight of rare words: every result has every term,
    /// so that weight would order nothing, and it would reveal how often a word occurs in other users' conversations.
    /// Whole words count more than prefixes, and those more than other parts.
    ///
    /// The snippet shows the text without its marks, unless the match is only in hidden parts, such as a link's
    /// address.
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
        if text.isEmpty {
            return SearchMatch(score: score, snippet: SearchSnippet(of: attachments.summary, marking: []))
        }
        let words = FormattedText(text).words
        if words != text, terms.allSatisfy({ $0.matches(FoldedText(words)) }) {
            let shown = FoldedText(words, keepsOrigins: true)
            let ranges = terms.flatMap { $0.ranges(in: shown, limit: 100) }
            return SearchMatch(score: score, snippet: SearchSnippet(of: words, marking: shown.origins(of: ranges)))
        }
        return SearchMatch(score: score, snippet: SearchSnippet(of: text, marking: folded.origins(of: found)))
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
