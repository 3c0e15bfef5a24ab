/// The words that a question is about.
public enum QuestionTopic {
    /// As typed and in lower case, the longest first: long words are rarer. Without those that every question has.
    public static func words(of question: String) -> [String] {
        var seen: Set<String> = []
        return RetrievalWords.words(of: question)
            .filter { !RetrievalWords.stems(of: $0).isEmpty && seen.insert($0).inserted }
            .sorted { ($1.count, $0) < ($0.count, $1) }
    }
}
