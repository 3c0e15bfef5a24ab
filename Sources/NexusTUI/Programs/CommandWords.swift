/// Words of a command or of pasted paths, quoted as in a shell. Nothing is expanded, and no shell is run.
enum CommandWords {
    /// The words: separated by spaces, which quotes (`'…'`, `"…"`) and a backslash keep. `nil` if a quote is not closed.
    static func split(_ text: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch (character, quote) {
            case ("\\", nil):
                // At the end it stands for itself.
                word = (word ?? "") + String(rest.popFirst() ?? "\\")
            case ("\\", "\"") where rest.first == "\"" || rest.first == "\\":
                if let escaped = rest.popFirst() { word = (word ?? "") + String(escaped) }
            case (let end, let open?) where end == open: quote = nil
            case ("'", nil), ("\"", nil):
                quote = character
                word = word ?? ""
            case (_, nil) where character.isWhitespace:
                if let complete = word { words.append(complete) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { return nil }
        return words + (word.map { [$0] } ?? [])
    }
}
