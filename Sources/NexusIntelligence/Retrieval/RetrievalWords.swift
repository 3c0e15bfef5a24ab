import NexusCore

/// The terms of a text for retrieval: folded, stemmed, without stop words.
///
/// In scripts without spaces (Chinese, Japanese, Thai), pairs of neighbouring letters replace words.
enum RetrievalWords {
    /// English stop words, with question words.
    private static let silent: Set<String> = Set(
        """
        a about after again am an and are as at be been before being but by can could d did do does done down during for \
        from had has have he her here him his how i if in into is it its ll m may me might must my no not of off on or our \
        out over re s shall she should so t than that the their them then there these they this those to up us ve was we \
        were what when where which who whom whose why will with would you your
        """.split(separator: " ").map(String.init))

    static func stems(of text: String) -> [String] { stems(words(of: text)) }

    /// The stems of words in lower case.
    static func stems(_ words: [String]) -> [String] {
        words.compactMap { silent.contains($0) ? nil : PorterStemmer.stem($0) }
    }

    /// Runs of letters and digits in lower case, in their order.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func finish() {
            if !word.isEmpty { words.append(contentsOf: split(word)) }
            word = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            if scalar.value < 0x80 {
                switch scalar.value {
                case 48...57, 97...122: word.append(scalar)
                case 65...90: word.append(Unicode.Scalar(UInt8(scalar.value + 32)))
                default: finish()
                }
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                word.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            } else if scalar.properties.generalCategory == .nonspacingMark {
                word.append(scalar)
            } else {
                finish()
            }
        }
        finish()
        return words
    }

    private static func split(_ word: String.UnicodeScalarView) -> [String] {
        let letters = Array(word)
        guard letters.count > 1, letters.contains(where: isUnspaced) else { return [String(word)] }
        return (0..<letters.count - 1).map { String(String.UnicodeScalarView(letters[$0...($0 + 1)])) }
    }

    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
            0x20000...0x2FA1F:
            true
        default: false
        }
    }
}
