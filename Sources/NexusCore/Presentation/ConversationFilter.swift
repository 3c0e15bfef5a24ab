/// A filter of the list: every word must appear. Callers fold case, accents and character width of both sides, since
/// browsers and phones have tables for that.
public struct ConversationFilter: Sendable {
    private let words: [[UInt8]]

    /// - Parameter text: folded.
    public init(_ text: String) {
        var words: [[UInt8]] = [[]]
        for byte in text.utf8 {
            if byte == UInt8(ascii: " ") {
                words.append([])
            } else {
                words[words.count - 1].append(byte)
            }
        }
        self.words = words.filter { !$0.isEmpty }
    }

    /// Whether each word appears in one of these texts: the title, the last message, the members' names.
    ///
    /// - Parameter texts: folded.
    public func matches(_ texts: [String]) -> Bool {
        words.allSatisfy { word in texts.contains { appears(word, in: Array($0.utf8)) } }
    }

    // Comparing bytes suffices: UTF-8 of one text appears in that of another only if the text does.
    private func appears(_ word: [UInt8], in text: [UInt8]) -> Bool {
        guard word.count <= text.count else { return false }
        for start in 0...(text.count - word.count) where text[start] == word[0] {
            var length = 1
            while length < word.count, text[start + length] == word[length] { length += 1 }
            if length == word.count { return true }
        }
        return false
    }
}
