/// A word, a number or a punctuation mark of a text whose facts are compared.
struct FactToken: Equatable {
    enum Kind { case word, number, pause, end }

    let kind: Kind
    /// In lower case, with straight apostrophes.
    let text: String
    /// The word's stem, irregular English verbs under their infinitive.
    let stem: String
    let isCapitalised: Bool
    /// Whether it follows the token before without a space.
    let isAttached: Bool
    /// Its offset in the text, in Unicode scalars.
    let offset: Int

    /// Splits a text into tokens: contractions ("won't", "j'ai", "I'll") into their words, "5pm" into number and word.
    static func read(_ text: String) -> [FactToken] {
        var reader = FactTokenReader(text)
        return reader.read()
    }
}

private struct FactTokenReader {
    private let characters: [Character]
    private var offsets: [Int] = []
    private var tokens: [FactToken] = []
    private var place = 0
    private var isAttached = false

    init(_ text: String) {
        characters = Array(text.replacing("’", with: "'"))
        var offset = 0
        for character in characters {
            offsets.append(offset)
            offset += character.unicodeScalars.count
        }
    }

    mutating func read() -> [FactToken] {
        while place < characters.count {
            let character = characters[place]
            if character.isLetter {
                word()
            } else if character.isNumber {
                number()
            } else if "€$£¥%@&+".contains(character) {
                put(.word, String(character), at: place)
                place += 1
            } else if character.isNewline || ".!?…。！？".contains(character) {
                put(.end, String(character), at: place)
                place += 1
            } else if ",;:—–()[]\"“”„«»".contains(character)
                || character == "-" && place > 0 && characters[place - 1] == " "
            {
                put(.pause, String(character), at: place)
                place += 1
            } else {
                isAttached = isAttached && !character.isWhitespace
                place += 1
            }
        }
        return tokens
    }

    private mutating func put(_ kind: FactToken.Kind, _ text: String, at start: Int, isCapitalised: Bool = false) {
        tokens.append(
            FactToken(
                kind: kind, text: text, stem: kind == .word ? FactWords.stem(text) : text, isCapitalised: isCapitalised,
                isAttached: isAttached, offset: offsets[start]))
        isAttached = true
    }

    private mutating func number() {
        let start = place
        while place < characters.count {
            let isInner =
                ".,:/-".contains(characters[place]) && place + 1 < characters.count && characters[place + 1].isNumber
            guard characters[place].isNumber || isInner else { break }
            place += 1
        }
        put(.number, String(characters[start..<place]), at: start)
    }

    private mutating func word() {
        let start = place
        while place < characters.count {
            let isInner = characters[place] == "'" && place + 1 < characters.count && characters[place + 1].isLetter
            guard characters[place].isLetter || isInner else { break }
            place += 1
        }
        let isCapitalised = characters[start].isUppercase
        var word = String(characters[start..<place]).lowercased()
        // "a.m.", "p.m."
        if word == "a" || word == "p", String(characters[place...].prefix(3)).lowercased() == ".m." {
            word += "m"
            place += 3
        }
        for part in FactWords.parts(of: word) { put(.word, part, at: start, isCapitalised: isCapitalised) }
    }
}
