/// English words to their stems, so that "painted" finds "painting": M. F. Porter, "An algorithm for suffix stripping"
/// (1980), https://tartarus.org/martin/PorterStemmer/def.txt. Words with other letters than a to z stay as they are.
struct PorterStemmer {
    private var word: [UInt8]

    static func stem(_ word: String) -> String {
        guard word.utf8.count > 2, word.utf8.allSatisfy({ $0 >= 97 && $0 <= 122 }) else { return word }
        var stemmer = PorterStemmer(word: Array(word.utf8))
        stemmer.run()
        return String(decoding: stemmer.word, as: UTF8.self)
    }

    private mutating func run() {
        plurals()
        pastAndProgressive()
        if ends("y"), hasVowel(before: 1) { word[word.count - 1] = UInt8(ascii: "i") }
        replaceFirst(of: Self.doubleSuffixes, above: 0)
        replaceFirst(of: Self.simpleSuffixes, above: 0)
        removeLongSuffix()
        finalE()
        if word.count > 1, word.last == UInt8(ascii: "l"), hasDoubleConsonant, measure(before: 1) > 1 {
            word.removeLast()
        }
    }

    // MARK: Steps, as the paper numbers them

    /// 1a.
    private mutating func plurals() {
        if ends("sses") || ends("ies") {
            word.removeLast(2)
        } else if ends("s"), !ends("ss") {
            word.removeLast()
        }
    }

    /// 1b.
    private mutating func pastAndProgressive() {
        if ends("eed") {
            if measure(before: 3) > 0 { word.removeLast() }
            return
        }
        if ends("ed"), hasVowel(before: 2) {
            word.removeLast(2)
        } else if ends("ing"), hasVowel(before: 3) {
            word.removeLast(3)
        } else {
            return
        }
        if ends("at") || ends("bl") || ends("iz") {
            word.append(UInt8(ascii: "e"))
        } else if hasDoubleConsonant, !ends("l"), !ends("s"), !ends("z") {
            word.removeLast()
        } else if measure(before: 0) == 1, endsWithShortSyllable(before: 0) {
            word.append(UInt8(ascii: "e"))
        }
    }

    /// 2.
    private static let doubleSuffixes: [(StaticString, StaticString)] = [
        ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("abli", "able"),
        ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
        ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"),
        ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
    ]

    /// 3.
    private static let simpleSuffixes: [(StaticString, StaticString)] = [
        ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
    ]

    /// 4. Longer ones before those that they end with.
    private static let longSuffixes: [StaticString] = [
        "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion",
        "al", "er", "ic", "ou",
    ]

    private mutating func replaceFirst(of suffixes: [(StaticString, StaticString)], above measure: Int) {
        for (suffix, replacement) in suffixes where ends(suffix) {
            let length = suffix.utf8CodeUnitCount
            if self.measure(before: length) > measure {
                word.removeLast(length)
                word.append(
                    contentsOf: UnsafeBufferPointer(
                        start: replacement.utf8Start, count: replacement.utf8CodeUnitCount))
            }
            return
        }
    }

    private mutating func removeLongSuffix() {
        for suffix in Self.longSuffixes where ends(suffix) {
            let length = suffix.utf8CodeUnitCount
            if measure(before: length) > 1 {
                let before = word.count > length ? word[word.count - length - 1] : 0
                if ends("ion"), before != UInt8(ascii: "s"), before != UInt8(ascii: "t") { return }
                word.removeLast(length)
            }
            return
        }
    }

    /// 5a.
    private mutating func finalE() {
        guard ends("e") else { return }
        let measure = measure(before: 1)
        if measure > 1 || measure == 1 && !endsWithShortSyllable(before: 1) { word.removeLast() }
    }

    // MARK: Conditions

    /// From the last letter on, in which most suffixes differ.
    private func ends(_ suffix: StaticString) -> Bool {
        let letters = suffix.utf8Start
        var place = suffix.utf8CodeUnitCount
        let start = word.count - place
        guard start >= 0 else { return false }
        while place > 0 {
            place -= 1
            if word[start + place] != letters[place] { return false }
        }
        return true
    }

    private func isConsonant(_ place: Int) -> Bool {
        switch word[place] {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"): false
        case UInt8(ascii: "y"): place == 0 || !isConsonant(place - 1)
        default: true
        }
    }

    /// The measure m of the word without its last `count` letters: the number of vowel-consonant sequences.
    private func measure(before count: Int) -> Int {
        var measure = 0
        var wasVowel = false
        for place in 0..<max(0, word.count - count) {
            let isVowel = !isConsonant(place)
            if wasVowel, !isVowel { measure += 1 }
            wasVowel = isVowel
        }
        return measure
    }

    private func hasVowel(before count: Int) -> Bool {
        (0..<max(0, word.count - count)).contains { !isConsonant($0) }
    }

    private var hasDoubleConsonant: Bool {
        word.count > 1 && word[word.count - 1] == word[word.count - 2] && isConsonant(word.count - 1)
    }

    /// Consonant, vowel, consonant, and the last of them none of w, x, y.
    private func endsWithShortSyllable(before count: Int) -> Bool {
        let end = word.count - count
        guard end > 2, isConsonant(end - 3), !isConsonant(end - 2), isConsonant(end - 1) else { return false }
        return ![UInt8(ascii: "w"), UInt8(ascii: "x"), UInt8(ascii: "y")].contains(word[end - 1])
    }
}
