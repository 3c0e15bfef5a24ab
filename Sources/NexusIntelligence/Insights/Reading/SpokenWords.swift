/// A sentence as words, each with its range in the text.
struct Sentence: Sendable {
    struct Word: Sendable {
        /// In lower case, with straight apostrophes.
        let text: String
        let range: Range<String.Index>
        let isCapitalised: Bool
        /// Whether a comma, colon or dash follows.
        var isPaused = false
        /// Whether an `@` precedes.
        var isMention = false
        /// The tables of phrases in which one begins with it, as bits (`Cue`).
        let cues: UInt32

        init(_ text: String, _ range: Range<String.Index>, isCapitalised: Bool) {
            self.text = text
            self.range = range
            self.isCapitalised = isCapitalised
            cues = CueWords.beginning(with: text)
        }
    }

    var words: [Word]
    var range: Range<String.Index>
    var isQuestion: Bool

    /// At most this many sentences of a message are read.
    static let limit = 60

    /// The sentences of a text. They end at full stops, exclamation and question marks, and lines; quoted lines and
    /// code are left out.
    static func read(_ text: String) -> [Sentence] {
        ASCIIText(text).map(read) ?? readCharacters(text)
    }

    static func readCharacters(_ text: String) -> [Sentence] {
        var sentences: [Sentence] = []
        var words: [Word] = []
        var start = text.startIndex
        var position = text.startIndex
        var isQuoted = text.hasPrefix(">")
        var inCode = false

        func close(_ end: String.Index, isQuestion: Bool = false) {
            if !words.isEmpty, sentences.count < limit {
                sentences.append(Sentence(words: words, range: start..<end, isQuestion: isQuestion))
            }
            words = []
            start = end
        }
        while position < text.endIndex {
            let character = text[position]
            var next = text.index(after: position)
            if character.isNewline {
                close(position)
                isQuoted = text[next...].hasPrefix(">")
            } else if character == "`" {
                inCode.toggle()
            } else if isQuoted || inCode {
                // Quoted words, or code.
            } else if isWordCharacter(character) {
                while next < text.endIndex, isWordCharacter(text[next]) || isInner(text, next) {
                    next = text.index(after: next)
                }
                let written = text[position..<next]
                var word = Word(
                    written.lowercased().replacing("’", with: "'"), position..<next,
                    isCapitalised: character.isUppercase)
                word.isMention = position > text.startIndex && text[text.index(before: position)] == "@"
                words.append(word)
            } else if ".!?;…".contains(character) {
                while next < text.endIndex, "!?.".contains(text[next]) { next = text.index(after: next) }
                let isAbbreviation = character == "." && next < text.endIndex && !text[next].isWhitespace
                if !isAbbreviation { close(next, isQuestion: text[position..<next].contains("?")) }
            } else if ",:—–()".contains(character)
                || character == "-" && next < text.endIndex && text[next].isWhitespace
            {
                if !words.isEmpty { words[words.count - 1].isPaused = true }
            } else if character.unicodeScalars.first?.properties.isEmojiPresentation == true || character == "✔" {
                words.append(
                    Word(
                        String(character.unicodeScalars.first.map(Character.init) ?? character),
                        position..<next, isCapitalised: false))
            }
            position = next
        }
        close(text.endIndex)
        return sentences
    }

    private static func isWordCharacter(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// A sign within a word: an apostrophe, a hyphen, a dot or slash between letters or digits.
    private static func isInner(_ text: String, _ position: String.Index) -> Bool {
        guard "'’-./:".contains(text[position]) else { return false }
        let next = text.index(after: position)
        return next < text.endIndex && isWordCharacter(text[next])
    }
}

/// Phrases of several words, found by their first.
struct Phrases: Sendable {
    let cue: Cue
    private let byFirst: [String: [[String]]]

    /// The words that phrases begin with.
    var firstWords: Dictionary<String, [[String]]>.Keys { byFirst.keys }

    init(_ cue: Cue, _ phrases: [String]) {
        self.cue = cue
        var table: [String: [[String]]] = [:]
        for phrase in phrases {
            let words = phrase.split(separator: " ").map(String.init)
            guard let first = words.first else { continue }
            table[first, default: []].append(words)
        }
        byFirst = table.mapValues { $0.sorted { $0.count > $1.count } }
    }

    /// The end of the longest phrase that begins at `position`.
    func end(_ words: [Sentence.Word], at position: Int) -> Int? {
        guard position < words.count, words[position].cues & cue.bit != 0,
            let candidates = byFirst[words[position].text]
        else { return nil }
        for phrase in candidates where position + phrase.count <= words.count {
            if phrase.indices.allSatisfy({ words[position + $0].text == phrase[$0] }) { return position + phrase.count }
        }
        return nil
    }

    /// The first phrase of a sentence, from `start` on.
    func first(in words: [Sentence.Word], from start: Int = 0) -> Range<Int>? {
        for position in start..<max(start, words.count) where words[position].cues & cue.bit != 0 {
            if let end = end(words, at: position) { return position..<end }
        }
        return nil
    }

    func occur(in sentence: Sentence) -> Bool { first(in: sentence.words) != nil }
}
