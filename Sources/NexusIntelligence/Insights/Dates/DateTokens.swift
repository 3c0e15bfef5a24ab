/// A word, number or sign of a text to be searched for dates.
struct DateToken: Sendable {
    enum Kind: Equatable, Sendable {
        /// Letters in lower case; apostrophes inside are dropped, a genitive's `'s` with them.
        case word
        /// At most four digits; longer runs are `sign`, so that no arithmetic on them can overflow.
        case number(Int)
        case sign
    }

    var kind: Kind
    var text: String
    /// Digits of a number as written: `05` has two.
    var digits: Int
    /// Whether it follows the previous token directly.
    var isJoined: Bool
    /// Whether it is a word in the genitive: "Friday's".
    var isGenitive = false
    var isCapitalised = false
    var range: Range<String.Index>
}

extension DateToken {
    /// Texts longer than this are read up to here.
    static let limit = 4_000

    /// The tokens of a text. URLs and text between backticks are left out: a path is no date.
    static func read(_ text: String) -> [DateToken] {
        ASCIIText(text).map(read) ?? readCharacters(text)
    }

    static func readCharacters(_ text: String) -> [DateToken] {
        var tokens: [DateToken] = []
        var position = text.startIndex
        var lastEnd: String.Index?
        var inCode = false
        while position < text.endIndex, tokens.count < limit {
            let character = text[position]
            if character == "`" {
                inCode.toggle()
                position = text.index(after: position)
                continue
            }
            if character.isWhitespace || inCode {
                position = text.index(after: position)
                continue
            }
            var end = text.index(after: position)
            var token = DateToken(
                kind: .sign, text: String(character), digits: 0, isJoined: lastEnd == position,
                range: position..<end)
            if character.isLetter {
                while end < text.endIndex, text[end].isLetter || text[end] == "'" || text[end] == "’" {
                    end = text.index(after: end)
                }
                if text[end...].hasPrefix("://") {
                    while end < text.endIndex, !text[end].isWhitespace { end = text.index(after: end) }
                    position = end
                    continue
                }
                token.kind = .word
                var word = text[position..<end].lowercased()
                token.isCapitalised = character.isUppercase
                token.isGenitive = word.hasSuffix("'s") || word.hasSuffix("’s")
                if token.isGenitive { word.removeLast(2) }
                token.text = word.filter { $0 != "'" && $0 != "’" }
            } else if let value = asciiDigit(character) {
                var number = value
                var digits = 1
                while end < text.endIndex, let digit = asciiDigit(text[end]) {
                    if digits < 5 { number = number * 10 + digit }
                    digits += 1
                    end = text.index(after: end)
                }
                token.kind = digits <= 4 ? .number(number) : .sign
                token.text = String(text[position..<end])
                token.digits = digits
            }
            token.range = position..<end
            tokens.append(token)
            lastEnd = end
            position = end
        }
        return tokens
    }

    private static func asciiDigit(_ character: Character) -> Int? {
        guard let value = character.asciiValue, value >= 48, value <= 57 else { return nil }
        return Int(value) - 48
    }
}

extension DateToken {
    /// The same as ``read(_:)-(String)``, for ASCII.
    static func read(_ text: ASCIIText) -> [DateToken] {
        var tokens: [DateToken] = []
        var position = 0
        var lastEnd = -1
        var inCode = false
        while position < text.count, tokens.count < limit {
            if text.is(position, "`") {
                inCode.toggle()
                position += 1
                continue
            }
            if text.isWhitespace(position) || inCode {
                position = text.end(position)
                continue
            }
            var end = position + 1
            if text.isLetter(position) {
                while end < text.count, text.isLetter(end) || text.is(end, "'") { end += 1 }
                if text.is(end, ":"), text.is(end + 1, "/"), text.is(end + 2, "/") {
                    while end < text.count, !text.isWhitespace(end) { end += 1 }
                    position = end
                    continue
                }
                var word = text.lowercase[position..<end]
                let isGenitive = word.suffix(2).elementsEqual("'s".utf8)
                if isGenitive { word.removeLast(2) }
                if word.contains(UInt8(ascii: "'")) { word = word.filter { $0 != UInt8(ascii: "'") }[...] }
                var token = DateToken(
                    kind: .word, text: String(decoding: word, as: UTF8.self), digits: 0, isJoined: lastEnd == position,
                    range: text.range(position..<end))
                token.isGenitive = isGenitive
                token.isCapitalised = text.isUppercase(position)
                tokens.append(token)
            } else if text.isDigit(position) {
                var number = Int(text.bytes[position]) - 48
                var digits = 1
                while end < text.count, text.isDigit(end) {
                    if digits < 5 { number = number * 10 + Int(text.bytes[end]) - 48 }
                    digits += 1
                    end += 1
                }
                tokens.append(
                    DateToken(
                        kind: digits <= 4 ? .number(number) : .sign, text: text.lowercase(position..<end),
                        digits: digits, isJoined: lastEnd == position, range: text.range(position..<end)))
            } else {
                tokens.append(
                    DateToken(
                        kind: .sign, text: text.lowercase(position..<end), digits: 0, isJoined: lastEnd == position,
                        range: text.range(position..<end)))
            }
            lastEnd = end
            position = end
        }
        return tokens
    }
}
