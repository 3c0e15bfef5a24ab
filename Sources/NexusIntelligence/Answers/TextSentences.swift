/// The sentences of a text as ranges: they end at full stops, exclamation and question marks, and lines, also those of
/// other scripts.
enum TextSentences {
    /// The maximum of sentences; the rest of the text is one more.
    static let limit = 80

    /// Ranges without white space at their ends, none of them empty.
    static func ranges(in text: String) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var start = text.startIndex
        var position = text.startIndex
        func close(_ end: String.Index) {
            if let range = trimmed(start..<end, in: text) { ranges.append(range) }
            start = end
        }
        while position < text.endIndex, ranges.count < limit {
            let character = text[position]
            var next = text.index(after: position)
            if character.isNewline {
                close(position)
            } else if "。！？".contains(character) {
                close(next)
            } else if ".!?…".contains(character) {
                while next < text.endIndex, ".!?…\"”')".contains(text[next]) { next = text.index(after: next) }
                // "3.5", "e.g." and addresses go on without a space.
                if next == text.endIndex || text[next].isWhitespace { close(next) }
            }
            position = next
        }
        close(text.endIndex)
        return ranges
    }

    private static func trimmed(_ range: Range<String.Index>, in text: String) -> Range<String.Index>? {
        var range = range
        while !range.isEmpty, text[range.lowerBound].isWhitespace {
            range = text.index(after: range.lowerBound)..<range.upperBound
        }
        while !range.isEmpty, text[text.index(before: range.upperBound)].isWhitespace {
            range = range.lowerBound..<text.index(before: range.upperBound)
        }
        return range.isEmpty ? nil : range
    }
}
