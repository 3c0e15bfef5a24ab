/// A pure ASCII text, as most are, by its bytes: ten times faster to walk than characters.
struct ASCIIText {
    let text: String
    let bytes: [UInt8]
    /// ``bytes`` in lower case.
    let lowercase: [UInt8]

    /// - Returns: `nil` for a text with anything else.
    init?(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.text = text
        self.bytes = bytes
        lowercase = bytes.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    }

    var count: Int { bytes.count }

    func index(_ position: Int) -> String.Index { text.utf8.index(text.utf8.startIndex, offsetBy: position) }

    func range(_ range: Range<Int>) -> Range<String.Index> { index(range.lowerBound)..<index(range.upperBound) }

    /// Part of the text in lower case.
    func lowercase(_ range: Range<Int>) -> String { String(decoding: lowercase[range], as: UTF8.self) }

    func isLetter(_ position: Int) -> Bool { (97...122).contains(lowercase[position]) }
    func isDigit(_ position: Int) -> Bool { (48...57).contains(bytes[position]) }
    func isUppercase(_ position: Int) -> Bool { (65...90).contains(bytes[position]) }
    func isNewline(_ position: Int) -> Bool { (10...13).contains(bytes[position]) }
    func isWhitespace(_ position: Int) -> Bool { bytes[position] == 32 || (9...13).contains(bytes[position]) }

    /// The end of the character at a position: CR LF is one.
    func end(_ position: Int) -> Int {
        bytes[position] == 13 && position + 1 < count && bytes[position + 1] == 10 ? position + 2 : position + 1
    }

    func `is`(_ position: Int, _ character: Unicode.Scalar) -> Bool {
        position < count && bytes[position] == UInt8(ascii: character)
    }
}

extension Sentence {
    /// The same as ``read(_:)-(String)``, for ASCII.
    static func read(_ text: ASCIIText) -> [Sentence] {
        var sentences: [Sentence] = []
        var words: [Word] = []
        var start = 0
        var position = 0
        var isQuoted = text.is(0, ">")
        var inCode = false

        func close(_ end: Int, isQuestion: Bool = false) {
            if !words.isEmpty, sentences.count < limit {
                sentences.append(Sentence(words: words, range: text.range(start..<end), isQuestion: isQuestion))
            }
            words = []
            start = end
        }
        func isWordCharacter(_ position: Int) -> Bool { text.isLetter(position) || text.isDigit(position) }
        while position < text.count {
            var next = text.end(position)
            switch text.bytes[position] {
            case 10...13:
                close(position)
                isQuoted = text.is(next, ">")
            case UInt8(ascii: "`"): inCode.toggle()
            case _ where isQuoted || inCode: break
            case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ";"):
                var isQuestion = text.is(position, "?")
                while text.is(next, "!") || text.is(next, "?") || text.is(next, ".") {
                    isQuestion = isQuestion || text.is(next, "?")
                    next += 1
                }
                let isAbbreviation = text.is(position, ".") && next < text.count && !text.isWhitespace(next)
                if !isAbbreviation { close(next, isQuestion: isQuestion) }
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: ")"):
                if !words.isEmpty { words[words.count - 1].isPaused = true }
            case UInt8(ascii: "-"):
                if next < text.count, text.isWhitespace(next), !words.isEmpty { words[words.count - 1].isPaused = true }
            case _ where isWordCharacter(position):
                while next < text.count {
                    if isWordCharacter(next) {
                        next += 1
                    } else if "'-./:".utf8.contains(text.bytes[next]), next + 1 < text.count, isWordCharacter(next + 1)
                    {
                        next += 2
                    } else {
                        break
                    }
                }
                var word = Word(
                    text.lowercase(position..<next), text.range(position..<next),
                    isCapitalised: text.isUppercase(position))
                word.isMention = position > 0 && text.is(position - 1, "@")
                words.append(word)
            default: break
            }
            position = next
        }
        close(text.count)
        return sentences
    }
}
