/// The keywords of a user: found as whole words, ignoring case and accents like search.
struct Keywords {
    private let needles: [FoldedText]

    init(_ keywords: [String]) {
        needles = keywords.map { FoldedText($0) }
    }

    func occur(in text: String) -> Bool {
        if needles.isEmpty || text.isEmpty { return false }
        let folded = FoldedText(text)
        for needle in needles where !needle.isEmpty && folded.holdsWords(needle) { return true }
        return false
    }
}

extension FoldedText {
    /// Whether these words occur, not as parts of longer ones.
    func holdsWords(_ words: FoldedText) -> Bool {
        var start = 0
        while let found = first(words.scalars, from: start) {
            if isBoundary(found), isBoundary(found + words.scalars.count) { return true }
            start = found + 1
        }
        return false
    }
}
