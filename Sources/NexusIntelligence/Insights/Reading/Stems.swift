/// The common part of a word's forms, to detect that two messages have the same topic.
enum Stems {
    private static let stopped: Set<String> = [
        "please", "could", "would", "should", "will", "with", "that", "this", "from", "have", "need", "needs", "your",
        "them", "then", "they",
        "what", "when", "where", "which", "there", "their", "about", "before", "after", "until", "today", "tomorrow",
        "tonight", "week", "next",
        "just", "also", "some", "somebody", "someone", "anyone", "anybody", "make", "sure", "done", "been", "were",
        "does", "over", "into",
        "i'll", "don't", "forget", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "the",
        "and", "for", "you",
        "can", "are", "was", "has", "had", "our", "its", "it's", "all", "any", "get", "got", "still", "again", "sorry",
        "thanks", "mind", "never", "myself",
    ]

    static func of(_ words: [Sentence.Word]) -> Set<String> {
        var stems: Set<String> = []
        for word in words where word.text.utf8.count >= 3 && word.text.count >= 3 && !stopped.contains(word.text) {
            stems.insert(stem(word.text))
        }
        return stems
    }

    private static let suffixes = ["ing", "ed", "es", "s", "e"].map { Array($0.utf8) }

    /// The common part of a word's forms; the same for ASCII, by its bytes.
    private static func stem(_ word: ArraySlice<UInt8>) -> String {
        var word = word
        if word.suffix(2).elementsEqual("'s".utf8) { word.removeLast(2) }
        for suffix in suffixes where word.count - suffix.count >= 3 && word.suffix(suffix.count).elementsEqual(suffix) {
            word.removeLast(suffix.count)
            break
        }
        if let last = word.last, word.count > 3, word.dropLast().last == last { word.removeLast() }
        return String(decoding: word, as: UTF8.self)
    }

    static func stem(_ word: String) -> String {
        let bytes = Array(word.utf8)
        if bytes.allSatisfy({ $0 < 0x80 }) { return stem(bytes[...]) }
        var word = word
        if word.hasSuffix("'s") { word.removeLast(2) }
        for suffix in ["ing", "ed", "es", "s", "e"] where word.hasSuffix(suffix) && word.count - suffix.count >= 3 {
            word.removeLast(suffix.count)
            break
        }
        if let last = word.last, word.count > 3, word.dropLast().last == last { word.removeLast() }
        return word
    }
}
