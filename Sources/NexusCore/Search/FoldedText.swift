/// A text folded for search: letters folded, separators as one space, trimmed.
public struct FoldedText: Equatable, Sendable {
    /// The folded scalars.
    let scalars: [UInt32]
    /// The offset of each folded scalar in the source, in UTF-16 code units. Empty unless requested.
    let origins: [Range<Int>]

    /// - Parameter keepsOrigins: whether matches are to be marked in the text, and not only found.
    public init(_ text: String, keepsOrigins: Bool = false) {
        var scalars: [UInt32] = []
        var origins: [Range<Int>] = []
        scalars.reserveCapacity(text.utf8.count)
        var offset = 0
        var spaceIsDue = false
        for scalar in text.unicodeScalars {
            let start = offset
            offset += scalar.value > 0xFFFF ? 2 : 1
            if scalar.value == 0x3099 || scalar.value == 0x309A, !spaceIsDue, let last = scalars.last,
                let voiced = SearchFolding.voiced(last, by: scalar.value)
            {
                scalars[scalars.count - 1] = voiced
                if keepsOrigins { origins[origins.count - 1] = origins[origins.count - 1].lowerBound..<offset }
                continue
            }
            let (folded, second) = SearchFolding.fold(scalar.value)
            if folded == SearchFolding.nothing {
                // A combining mark belongs to the letter before it, also in highlights.
                if keepsOrigins, !spaceIsDue, let last = origins.last {
                    origins[origins.count - 1] = last.lowerBound..<offset
                }
                continue
            }
            if folded == SearchFolding.space {
                spaceIsDue = true
                continue
            }
            if spaceIsDue, !scalars.isEmpty {
                scalars.append(SearchFolding.space)
                if keepsOrigins { origins.append((origins.last?.upperBound ?? start)..<start) }
            }
            spaceIsDue = false
            scalars.append(folded)
            if keepsOrigins { origins.append(start..<offset) }
            if let second {
                scalars.append(second)
                if keepsOrigins { origins.append(start..<offset) }
            }
        }
        self.scalars = scalars
        self.origins = origins
    }

    /// Whether the text has nothing searchable.
    public var isEmpty: Bool { scalars.isEmpty }

    /// The source ranges of ranges of folded scalars, in UTF-16 code units. Needs `origins`.
    func origins(of ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.compactMap { range in
            guard let first = origins[range].first, let last = origins[range].last else { return nil }
            return first.lowerBound..<last.upperBound
        }
    }

    /// Whether a word begins at this index, or ends before it.
    func isBoundary(_ index: Int) -> Bool {
        guard index > 0, index < scalars.count else { return true }
        let left = scalars[index - 1]
        let right = scalars[index]
        return left == SearchFolding.space || right == SearchFolding.space || SearchFolding.isUnsegmented(left)
            || SearchFolding.isUnsegmented(right)
    }

    /// The position of `needle`, from `start` on.
    func first(_ needle: [UInt32], from start: Int) -> Int? {
        guard let head = needle.first, scalars.count >= needle.count, start >= 0 else { return nil }
        let last = scalars.count - needle.count
        var index = start
        while index <= last {
            if scalars[index] == head {
                var length = 1
                while length < needle.count, scalars[index + length] == needle[length] { length += 1 }
                if length == needle.count { return index }
            }
            index += 1
        }
        return nil
    }
}
