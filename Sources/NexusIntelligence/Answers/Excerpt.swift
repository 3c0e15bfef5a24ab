/// A part of a text that stands for it: whole sentences where they fit.
public struct Excerpt: Equatable, Sendable {
    /// Where it stands in the text, in UTF-16 code units: as scripts and databases count.
    public let range: Range<Int>
    /// Characters that signs of omission may take.
    private static let omission = 3

    /// On one line, with signs of omission where the text goes on.
    public let text: String

    /// The part of a text around one of its sentences, with as many of its neighbours as fit, those behind it first.
    ///
    /// - Parameter limit: characters, signs of omission included.
    init(of text: String, around sentence: Range<String.Index>, among sentences: [Range<String.Index>], limit: Int) {
        var range = sentence
        if var first = sentences.firstIndex(of: sentence) {
            var last = first
            while true {
                if last + 1 < sentences.count,
                    text.distance(from: range.lowerBound, to: sentences[last + 1].upperBound) <= limit - Self.omission
                {
                    last += 1
                } else if first > 0,
                    text.distance(from: sentences[first - 1].lowerBound, to: range.upperBound) <= limit - Self.omission
                {
                    first -= 1
                } else {
                    break
                }
                range = sentences[first].lowerBound..<sentences[last].upperBound
            }
        }
        self.init(of: text, range, limit: limit)
    }

    /// The beginning of a text.
    public init(beginningOf text: String, limit: Int) {
        let sentences = TextSentences.ranges(in: text)
        guard let first = sentences.first else {
            self.init(of: text, text.startIndex..<text.endIndex, limit: limit)
            return
        }
        self.init(of: text, around: first, among: sentences, limit: limit)
    }

    /// The sentence of a text that holds some words, with its neighbours; the beginning of the text where none does.
    public init(of text: String, holding words: String, limit: Int) {
        let sentences = TextSentences.ranges(in: text)
        guard !words.isEmpty, let found = text.firstRange(of: words),
            let sentence = sentences.first(where: { $0.contains(found.lowerBound) })
        else {
            self.init(beginningOf: text, limit: limit)
            return
        }
        self.init(of: text, around: sentence, among: sentences, limit: limit)
    }

    /// The part of a text that stands at a range found before; `nil` where the text has no such range.
    public init?(of text: String, at range: Range<Int>, limit: Int) {
        let units = text.utf16
        guard range.lowerBound >= 0, range.upperBound <= units.count,
            let lower = units.index(units.startIndex, offsetBy: range.lowerBound).samePosition(in: text),
            let upper = units.index(units.startIndex, offsetBy: range.upperBound).samePosition(in: text)
        else {
            return nil
        }
        self.init(of: text, lower..<upper, limit: limit)
    }

    private init(of whole: String, _ range: Range<String.Index>, limit: Int) {
        var range = range
        // The signs of omission are counted, whether they come or not: an excerpt of a given range is always the same.
        let room = max(1, limit - Self.omission)
        if whole.distance(from: range.lowerBound, to: range.upperBound) > room {
            var end = whole.index(range.lowerBound, offsetBy: room)
            let words = whole[range.lowerBound..<end]
            if let space = words.lastIndex(where: \.isWhitespace),
                words.distance(from: words.startIndex, to: space) > room / 2
            {
                end = space
            }
            range = range.lowerBound..<end
        }
        let before = whole[..<range.lowerBound].contains { !$0.isWhitespace }
        let after = whole[range.upperBound...].contains { !$0.isWhitespace }
        let line = whole[range].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // A sentence that has ended is not made to trail off.
        let end = after ? (".!?".contains(line.last ?? " ") ? " …" : "…") : ""
        text = (before ? "…" : "") + line + end
        self.range = range.lowerBound.utf16Offset(in: whole)..<range.upperBound.utf16Offset(in: whole)
    }
}
