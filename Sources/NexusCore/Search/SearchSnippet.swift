/// The part of a message around a match, and the ranges of matches: never markup.
public struct SearchSnippet: Equatable, Sendable {
    /// One line; `…` marks a cut.
    public var text: String
    /// The matches, in UTF-16 code units of `text`, from left to right, without overlap.
    public var marks: [Range<Int>]

    public init(text: String, marks: [Range<Int>]) {
        self.text = text
        self.marks = marks
    }

    /// - Parameter found: ranges of the whole text, in UTF-16 code units, in any order.
    init(of whole: String, marking found: [Range<Int>]) {
        let scalars = Array(whole.unicodeScalars)
        let merged = SearchSnippet.merged(found)
        let window = SearchSnippet.window(of: scalars, around: merged.first?.lowerBound ?? 0)
        var view = String.UnicodeScalarView()
        var offset = 0
        if window.lowerBound > 0 {
            view.append("…")
            offset = 1
        }
        var origin = 0
        for scalar in scalars[..<window.lowerBound] { origin += scalar.value > 0xFFFF ? 2 : 1 }
        var end = origin
        for scalar in scalars[window] {
            end += scalar.value > 0xFFFF ? 2 : 1
            view.append(scalar.value < 32 || scalar.value == 127 ? " " : scalar)
        }
        if window.upperBound < scalars.count { view.append("…") }
        text = String(view)
        marks = merged.compactMap { mark in
            let lower = max(mark.lowerBound, origin)
            let upper = min(mark.upperBound, end)
            return lower < upper ? lower - origin + offset..<upper - origin + offset : nil
        }
    }

    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.arranged(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// A range of scalars that begins somewhat before the first match, at the start of a word if one is near.
    private static func window(of scalars: [Unicode.Scalar], around mark: Int) -> Range<Int> {
        guard scalars.count > Limits.snippetCharacters else { return 0..<scalars.count }
        var place = 0
        var offset = 0
        while place < scalars.count, offset < mark {
            offset += scalars[place].value > 0xFFFF ? 2 : 1
            place += 1
        }
        let lead = Limits.snippetCharacters / 4
        var start = max(0, min(place - lead, scalars.count - Limits.snippetCharacters))
        if start > 0 {
            var word = start
            while word < place, word < start + 20, scalars[word - 1].value > 32 { word += 1 }
            if word < place, scalars[word - 1].value <= 32 { start = word }
            start = whole(start, of: scalars)
        }
        let end = min(scalars.count, start + Limits.snippetCharacters)
        return start..<max(start, whole(end, of: scalars))
    }

    /// A place at or before `index` that separates no letter from its combining marks.
    private static func whole(_ index: Int, of scalars: [Unicode.Scalar]) -> Int {
        var index = index
        while index > 0, index < scalars.count,
            SearchFolding.fold(scalars[index].value).0 == SearchFolding.nothing
                || scalars[index - 1].value == 0x200D
        {
            index -= 1
        }
        return index
    }
}
