/// What somebody types to find a conversation: every word of it must appear, whatever its case.
public struct ConversationFilter: Sendable {
    private let words: [[UInt8]]

    public init(_ text: String) {
        words = text.lowercased().split(separator: " ").map { Array($0.utf8) }
    }

    /// Whether each word appears in one of these texts: the title, the last message, the members' names.
    public func matches(_ texts: [String]) -> Bool {
        if words.isEmpty { return true }
        let held = Array(texts.joined(separator: "\n").lowercased().utf8)
        return words.allSatisfy { appears($0, in: held) }
    }

    // Bytes suffice: UTF-8 of one text appears in that of another only where the text does.
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
