/// Consecutive words that a message must have. A single word without quotes may match any part.
public struct SearchTerm: Equatable, Sendable {
    /// Folded, with single spaces; never empty.
    let scalars: [UInt32]
    /// Whether the first must be the start of a word.
    let startsWord: Bool
    /// Whether the last must be the end of a word.
    let endsWord: Bool

    /// The places of the term in a text: ranges of its folded scalars, from left to right, without overlap.
    func ranges(in text: FoldedText, limit: Int = .max) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while ranges.count < limit, let found = text.first(scalars, from: start) {
            let end = found + scalars.count
            if (!startsWord || text.isBoundary(found)) && (!endsWord || text.isBoundary(end)) {
                ranges.append(found..<end)
                start = end
            } else {
                start = found + 1
            }
        }
        return ranges
    }

    /// The folded term.
    public var text: String {
        var view = String.UnicodeScalarView()
        for scalar in scalars { if let scalar = Unicode.Scalar(scalar) { view.append(scalar) } }
        return String(view)
    }

    func matches(_ text: FoldedText) -> Bool { !ranges(in: text, limit: 1).isEmpty }
}
