/// Whether a message names a person in words: "thanks Ann", "Frag mal Anna".
public enum MentionedNames {
    /// Whether the text has the first name of a person.
    public static func names(_ person: String, in text: String) -> Bool {
        guard let first = RetrievalWords.words(of: person).first, first.utf8.count > 1 else { return false }
        return RetrievalWords.words(of: text).contains(first)
    }
}
