/// Finds a quote in a message. White space, letter case, kinds of quotation marks and dashes, formatting marks and
/// invisible characters are ignored.
struct QuoteFinder: Sendable {
    /// The minimum of significant characters in a quote, unless it is the whole message.
    static let leastLength = 4

    private let characters: [Character]
    /// The begin and end of each of them in the text, in Unicode scalars.
    private let places: [Range<Int>]
    private let scalars: [Unicode.Scalar]

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        (characters, places) = Self.normalized(text)
    }

    /// The first occurrence of the quote: its range in Unicode scalars of the text, and the text there.
    func find(_ quote: String) -> (range: Range<Int>, text: String)? {
        var wanted = Self.normalized(quote).characters[...]
        while let first = wanted.first, Self.isEdge(first) { wanted.removeFirst() }
        while let last = wanted.last, Self.isEdge(last) { wanted.removeLast() }
        guard wanted.count <= characters.count, wanted.contains(where: { $0.isLetter || $0.isNumber }) else {
            return nil
        }
        let isWhole = wanted.count >= characters.count - 2
        let isLong = wanted.count >= Self.leastLength || wanted.contains(where: Self.isUnspaced)
        guard isWhole || isLong else { return nil }
        let pattern = Array(wanted)
        for start in 0...(characters.count - pattern.count) {
            let end = start + pattern.count
            guard characters[start] == pattern[0], characters[start..<end].elementsEqual(pattern),
                isBoundary(before: start), isBoundary(before: end)
            else { continue }
            let range = places[start].lowerBound..<places[end - 1].upperBound
            return (range, String(String.UnicodeScalarView(scalars[range])))
        }
        return nil
    }

    /// Whether a place is at a word boundary: "art" is not in "start".
    private func isBoundary(before place: Int) -> Bool {
        guard place > 0, place < characters.count else { return true }
        let (left, right) = (characters[place - 1], characters[place])
        guard left.isLetter || left.isNumber, right.isLetter || right.isNumber else { return true }
        return Self.isUnspaced(left) || Self.isUnspaced(right)
    }

    /// Written without spaces between words.
    private static func isUnspaced(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF,
            0xF900...0xFAFF, 0x20000...0x2FA1F:
            true
        default: false
        }
    }

    /// Punctuation that a model adds around a quote.
    private static func isEdge(_ character: Character) -> Bool {
        switch character {
        case " ", "\"", "'", ".", ",", ";", ":", "!", "?", "(", ")": true
        default: false
        }
    }

    /// Characters compare by canonical equivalence (UAX #15): é is é however it is written.
    private static func normalized(_ text: String) -> (characters: [Character], places: [Range<Int>]) {
        var characters: [Character] = []
        var places: [Range<Int>] = []
        var offset = 0
        for character in text {
            let range = offset..<offset + character.unicodeScalars.count
            offset = range.upperBound
            func put(_ character: Character) {
                characters.append(character)
                places.append(range)
            }
            if character.isWhitespace {
                if characters.last != " ", !characters.isEmpty { put(" ") }
                continue
            }
            switch character {
            case "“", "”", "„", "«", "»", "″", "\"": put("\"")
            case "‘", "’", "‚", "′", "`", "´", "'": put("'")
            case "‐", "‑", "‒", "–", "—", "−", "-": put("-")
            case "…": for _ in 0..<3 { put(".") }
            case "*", "~": break
            default:
                let visible = character.unicodeScalars.filter { !QuoteFence.isHidden($0) }
                guard !visible.isEmpty else { continue }
                for part in String(String.UnicodeScalarView(visible)).lowercased() { put(part) }
            }
        }
        if characters.last == " " {
            characters.removeLast()
            places.removeLast()
        }
        return (characters, places)
    }
}
