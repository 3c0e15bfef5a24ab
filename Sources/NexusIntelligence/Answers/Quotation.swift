/// A message quoted in a sentence: `Bob wrote: “for the rocket…”`.
public enum Quotation {
    /// The sender and the words between quotation marks.
    ///
    /// Marks within the words become single ones, lone marks are left out: the outer pair is the only double one.
    public static func line(sender: String, words: String) -> String {
        "\(withSingleMarks(sender)) wrote: “\(withSingleMarks(words))”"
    }

    /// - Parameter excerpt: the quoted text.
    public static func line(sender: String, _ excerpt: Excerpt) -> String { line(sender: sender, words: excerpt.text) }

    /// Replaces pairs of double quotation marks by single ones and removes those without a partner.
    static func withSingleMarks(_ text: String) -> String {
        var characters = Array(QuoteFence.visible(text))
        var opened: Int?
        for place in characters.indices {
            switch characters[place] {
            case "“", "”", "„", "«", "»", "\"", "‟", "″", "＂", "「", "」", "『", "』":
                if let start = opened {
                    characters[start] = "‘"
                    characters[place] = "’"
                    opened = nil
                } else {
                    opened = place
                }
            default: break
            }
        }
        if let opened { characters.remove(at: opened) }
        return String(characters)
    }
}
