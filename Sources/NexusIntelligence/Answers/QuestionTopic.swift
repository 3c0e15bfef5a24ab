/// The words that a question is about.
public enum QuestionTopic {
    /// The question's words in lower case without stop words, longest first, since long words are rarer.
    public static func words(of question: String) -> [String] {
        var seen: Set<String> = []
        return RetrievalWords.words(of: question)
            .filter { !RetrievalWords.stems(of: $0).isEmpty && seen.insert($0).inserted }
            .sorted { ($1.count, $0) < ($0.count, $1) }
    }
}
