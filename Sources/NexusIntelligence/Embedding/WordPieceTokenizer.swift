import Foundation

/// Converts text to word piece numbers like BERT's uncased tokenizer: drops unreadable characters, separates
/// ideographs, strips accents (NFD), lower-cases, separates punctuation, and splits every word from the left into the
/// longest pieces of the vocabulary.
///
/// Equal to the public `tokenizers` library, id for id, including the names of special pieces: `[SEP]` in a text
/// becomes that piece, which affects similarity and nothing else.
public struct WordPieceTokenizer: Sendable {
    /// A word longer than this many characters is unknown as a whole.
    static let longestWord = 100

    public let vocabulary: Vocabulary

    public init(vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// The pieces of the text between `[CLS]` and `[SEP]`, at most `limit` with both.
    public func encode(_ text: String, limit: Int) -> [Int32] {
        let room = max(0, limit - 2)
        var ids = [vocabulary.specials.start]
        ids.reserveCapacity(min(limit, text.utf8.count / 3 + 4))
        pieces(of: text, limit: room, into: &ids)
        ids.append(vocabulary.specials.end)
        return ids
    }

    private func pieces(of text: String, limit: Int, into ids: inout [Int32]) {
        let end = ids.count + limit
        var rest = Substring(text)
        while ids.count < end, !rest.isEmpty {
            let special = firstSpecial(in: rest)
            let plain = special.map { rest[..<$0.range.lowerBound] } ?? rest
            words(of: plain, end: end, into: &ids)
            guard let special else { break }
            if ids.count < end { ids.append(special.id) }
            rest = rest[special.range.upperBound...]
        }
    }

    private func words(of text: Substring, end: Int, into ids: inout [Int32]) {
        var word = Word()
        func finish() {
            if !word.isEmpty, ids.count < end { split(word, end: end, into: &ids) }
            word.clear()
        }
        func take(_ scalar: Unicode.Scalar) {
            if TokenScalar.isSpace(scalar) {
                finish()
            } else if TokenScalar.isPunctuation(scalar) || TokenScalar.isIdeograph(scalar) {
                finish()
                word.append(scalar)
                finish()
            } else {
                word.append(scalar)
            }
        }
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            for byte in text.utf8 {
                if ids.count >= end { return }
                let scalar = Unicode.Scalar(byte)
                if TokenScalar.isDropped(scalar) { continue }
                take(byte >= 65 && byte <= 90 ? Unicode.Scalar(byte + 32) : scalar)
            }
        } else {
            for scalar in decomposed(text).unicodeScalars {
                if ids.count >= end { return }
                if TokenScalar.isAccent(scalar) { continue }
                let properties = scalar.properties
                if scalar.value < 0x80 || !properties.changesWhenLowercased {
                    take(scalar.value >= 65 && scalar.value <= 90 ? Unicode.Scalar(UInt8(scalar.value + 32)) : scalar)
                } else {
                    for lowered in properties.lowercaseMapping.unicodeScalars { take(lowered) }
                }
            }
        }
        finish()
    }

    /// The text without what BERT drops, ideographs set apart, in canonical decomposition.
    private func decomposed(_ text: Substring) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !TokenScalar.isDropped(scalar) {
            // Before decomposition: a compatibility ideograph decomposes to another.
            if TokenScalar.isIdeograph(scalar) {
                clean.append(" ")
                clean.append(scalar)
                clean.append(" ")
            } else {
                clean.append(scalar)
            }
        }
        return String(clean).decomposedStringWithCanonicalMapping
    }

    /// The longest pieces from the left; a word that cannot be taken apart to its end is one unknown piece.
    private func split(_ word: Word, end: Int, into ids: inout [Int32]) {
        let first = ids.count
        guard word.characters <= Self.longestWord else {
            ids.append(vocabulary.specials.unknown)
            return
        }
        var start = 0
        while start < word.bytes.count {
            let continuing = start > 0
            var hash = Vocabulary.Hash(continuing: continuing)
            var longest: (id: Int32, end: Int)?
            for place in start..<word.bytes.count {
                hash.add(word.bytes[place])
                if let id = vocabulary.id(of: word.bytes[start...place], hash: hash, continuing: continuing) {
                    longest = (id, place + 1)
                }
            }
            guard let longest else {
                ids.removeSubrange(first...)
                ids.append(vocabulary.specials.unknown)
                return
            }
            ids.append(longest.id)
            start = longest.end
        }
        if ids.count > end { ids.removeSubrange(end...) }
    }

    private func firstSpecial(in text: Substring) -> (range: Range<Substring.Index>, id: Int32)? {
        let specials = vocabulary.specials
        var from = text.startIndex
        while let bracket = text.utf8[from...].firstIndex(of: UInt8(ascii: "[")) {
            let names: [(String, Int32)] = [
                ("[CLS]", specials.start), ("[SEP]", specials.end), ("[PAD]", specials.padding),
                ("[UNK]", specials.unknown), ("[MASK]", specials.mask),
            ]
            for (name, id) in names where text.utf8[bracket...].starts(with: name.utf8) {
                return (bracket..<text.utf8.index(bracket, offsetBy: name.utf8.count), id)
            }
            from = text.utf8.index(after: bracket)
        }
        return nil
    }

}

/// The bytes of one word, and how many characters they are.
private struct Word {
    var bytes: [UInt8] = []
    var characters = 0

    var isEmpty: Bool { bytes.isEmpty }

    mutating func append(_ scalar: Unicode.Scalar) {
        characters += 1
        if scalar.value < 0x80 {
            bytes.append(UInt8(scalar.value))
        } else {
            bytes.append(contentsOf: String(scalar).utf8)
        }
    }

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        characters = 0
    }
}
