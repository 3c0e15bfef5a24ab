/// The indexed grams of a text, so that any part of a word is found without reading every message: of each word its
/// first two letters and every three consecutive letters; of scripts without spaces every character and every pair.
///
/// A text with a term has all the term's grams, but not vice versa, so candidates of an index are matched again.
public enum SearchGrams {
    /// The version of these rules. An index with another version is rebuilt.
    public static let version = 2

    /// The grams of a text, each once, with a space between, in an order that is always the same.
    public static func line(of text: String) -> String {
        var grams: [UInt64] = []
        let scalars = FoldedText(text).scalars
        eachRun(of: scalars) { run in
            if SearchFolding.isUnsegmented(scalars[run.lowerBound]) {
                for index in run {
                    grams.append(UInt64(scalars[index]))
                    if index + 1 < run.upperBound { grams.append(packed(scalars[index...index + 1])) }
                }
            } else {
                grams.append(packed(scalars[run.prefix(2)]))
                for index in run.dropLast(2) { grams.append(packed(scalars[index...index + 2])) }
            }
        }
        grams.sort()
        // As bytes: appending scalars one by one costs several times as much.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(grams.count * 4)
        var last: UInt64?
        for gram in grams where gram != last {
            if last != nil { bytes.append(UInt8(ascii: " ")) }
            last = gram
            eachScalar(of: gram) { scalar in
                if scalar.value < 0x80 {
                    bytes.append(UInt8(truncatingIfNeeded: scalar.value))
                } else {
                    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(byte) }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Grams that every text with this term has: few that cover it, for each costs a walk through a list. Empty for a term that
    /// no gram can find.
    public static func of(_ term: SearchTerm) -> [String] {
        var grams: [UInt64] = []
        let scalars = term.scalars
        eachRun(of: scalars) { run in
            if SearchFolding.isUnsegmented(scalars[run.lowerBound]) {
                if run.count == 1 { grams.append(packed(scalars[run])) }
                for index in run.dropLast() { grams.append(packed(scalars[index...index + 1])) }
                return
            }
            // A run at either end of the term may continue beyond it in the text.
            let startsWord = run.lowerBound > 0 || term.startsWord
            let endsWord = run.upperBound < scalars.count || term.endsWord
            switch run.count {
            case 1: if startsWord, endsWord { grams.append(packed(scalars[run])) }
            case 2: if startsWord { grams.append(packed(scalars[run])) }
            default:
                var index = run.lowerBound
                while index + 3 < run.upperBound {
                    grams.append(packed(scalars[index...index + 2]))
                    index += 3
                }
                grams.append(packed(scalars[(run.upperBound - 3)..<run.upperBound]))
            }
        }
        return unpacked(grams)
    }

    /// Calls `body` with each stretch of one word in one kind of script.
    private static func eachRun(of scalars: [UInt32], _ body: (Range<Int>) -> Void) {
        var start = 0
        while start < scalars.count {
            guard scalars[start] != SearchFolding.space else {
                start += 1
                continue
            }
            let isUnsegmented = SearchFolding.isUnsegmented(scalars[start])
            var end = start + 1
            while end < scalars.count, scalars[end] != SearchFolding.space,
                SearchFolding.isUnsegmented(scalars[end]) == isUnsegmented
            {
                end += 1
            }
            body(start..<end)
            start = end
        }
    }

    /// Up to three scalars of 21 bits each: a compact form for sorting and removing duplicates without strings.
    private static func packed(_ scalars: ArraySlice<UInt32>) -> UInt64 {
        scalars.reduce(0) { $0 << 21 | UInt64($1) }
    }

    private static func eachScalar(of gram: UInt64, _ body: (Unicode.Scalar) -> Void) {
        var shift: UInt64 = 63
        while shift > 0 {
            shift -= 21
            let value = UInt32(truncatingIfNeeded: gram >> shift & 0x1F_FFFF)
            if value != 0, let scalar = Unicode.Scalar(value) { body(scalar) }
        }
    }

    private static func unpacked(_ grams: [UInt64]) -> [String] {
        var texts: [String] = []
        var last: UInt64?
        for gram in grams.sorted() where gram != last {
            last = gram
            var view = String.UnicodeScalarView()
            eachScalar(of: gram) { view.append($0) }
            texts.append(String(view))
        }
        return texts
    }
}
