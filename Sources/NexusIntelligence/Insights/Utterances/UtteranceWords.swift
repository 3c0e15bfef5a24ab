/// The words of an utterance as the classifier counts them; the same in Training/train_insights.py.
struct UtteranceWords: Sendable {
    /// Buckets of its words, pairs and triples, each once.
    var own: [Int32]
    /// Buckets of its words, each once: its features as a neighbour.
    var near: [Int32]
    /// How many words it has.
    var count: Int
    /// Whether it has a question mark.
    var asks: Bool

    init(_ text: String, own ownBuckets: Int, near nearBuckets: Int) {
        let words = UtteranceWords.words(text)
        count = words.count
        asks = words.contains("?")
        let padded = ["<"] + words + [">"]
        var own: Set<Int32> = []
        var near: Set<Int32> = []
        for word in words {
            own.insert(UtteranceWords.bucket(word, ownBuckets))
            near.insert(UtteranceWords.bucket(word, nearBuckets))
        }
        for index in padded.indices.dropLast() {
            own.insert(UtteranceWords.bucket(padded[index] + " " + padded[index + 1], ownBuckets))
        }
        for index in words.indices.dropLast(2) {
            own.insert(
                UtteranceWords.bucket(words[index] + " " + words[index + 1] + " " + words[index + 2], ownBuckets))
        }
        self.own = Array(own)
        self.near = Array(near)
    }

    private static let skipped: Set<String> = ["um", "uh", "mm", "hmm"]

    /// Runs of `a…z` with at most one apostrophe inside, numbers as `#`, and the question mark.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var hasApostrophe = false
        var inNumber = false
        func close() {
            if word.last == UInt8(ascii: "'") { word.removeLast() }
            if !word.isEmpty {
                let text = String(decoding: word, as: UTF8.self)
                if !skipped.contains(text) { words.append(text) }
            }
            word = []
            hasApostrophe = false
        }
        for byte in text.lowercased().replacing("_", with: "").replacing("\u{2019}", with: "'").utf8 {
            let isDigit = byte >= 48 && byte <= 57
            if isDigit {
                close()
                if !inNumber { words.append("#") }
            } else if byte >= 97 && byte <= 122 {
                word.append(byte)
            } else if byte == UInt8(ascii: "'"), !word.isEmpty, !hasApostrophe {
                word.append(byte)
                hasApostrophe = true
            } else {
                close()
                if byte == UInt8(ascii: "?") { words.append("?") }
            }
            inNumber = isDigit
        }
        close()
        return words
    }

    /// FNV-1a (32 bits) of a word, within `count` buckets.
    private static func bucket(_ word: String, _ count: Int) -> Int32 {
        Int32(truncatingIfNeeded: UInt32(hash(word)) % UInt32(count))
    }

    /// FNV-1a, 32 bits (Fowler, Noll and Vo; offset basis 2166136261, prime 16777619).
    static func hash(_ text: String) -> UInt32 {
        var value: UInt32 = 0x811C_9DC5
        for byte in text.utf8 { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
        return value
    }
}
