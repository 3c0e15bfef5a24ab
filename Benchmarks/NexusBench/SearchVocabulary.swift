/// Words of a made-up language with the frequencies of a real one (Zipf's law), some of them Japanese.
struct SearchVocabulary: Sendable {
    /// The kind of query.
    enum Kind: String, CaseIterable {
        case common, rare, part, phrase, filtered, japanese
    }

    private let words: [String]
    private let weights: [Double]

    init(count: Int = 40_000) {
        let syllables = [
            "an", "be", "ch", "der", "en", "fa", "ge", "haus", "in", "kon", "le", "mit", "na", "on", "pro", "re", "sch",
            "ti", "und", "ver", "wer", "zei", "ing", "tion", "er", "st", "al", "or", "th", "qu",
        ]
        let characters = "会議室東京日本語今明週末資料確認送信予定時間場所変更開発設計試験報告".map(String.init)
        var random = BenchRandom(seed: 3)
        var words: [String] = []
        var seen: Set<String> = []
        while words.count < count {
            let pieces = words.count % 20 == 19 ? characters : syllables
            let length = Int.random(in: 1...4, using: &random)
            let word = (0..<length).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            // Few words are so short, here as elsewhere.
            if word.count > 1, seen.insert(word).inserted { words.append(word) }
        }
        self.words = words
        var sum = 0.0
        weights = words.indices.map { index in
            sum += 1 / Double(index + 2)
            return sum
        }
    }

    func sentence(using random: inout BenchRandom) -> String {
        (0..<Int.random(in: 3...15, using: &random)).map { _ in word(using: &random) }.joined(separator: " ")
    }

    func query(_ kind: Kind, using random: inout BenchRandom) -> String {
        switch kind {
        case .common: words[Int.random(in: 0..<20, using: &random)]
        case .rare: words[Int.random(in: (words.count / 2)..<words.count, using: &random)]
        case .part:
            String(words[Int.random(in: 100..<10_000, using: &random)].dropFirst().prefix(5)) + "er"
        case .phrase: "\"\(word(using: &random)) \(word(using: &random))\""
        case .filtered: "from:\"Person \(Int.random(in: 2..<50, using: &random))\" \(word(using: &random))"
        case .japanese:
            String(words[19 + 20 * Int.random(in: 0..<500, using: &random)].prefix(2))
        }
    }

    /// By its frequency.
    private func word(using random: inout BenchRandom) -> String {
        let target = Double.random(in: 0..<(weights.last ?? 1), using: &random)
        var (low, high) = (0, weights.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if weights[middle] <= target { low = middle + 1 } else { high = middle }
        }
        return words[low]
    }
}

/// The same sequence on every run (xorshift64*, Vigna 2016).
struct BenchRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
