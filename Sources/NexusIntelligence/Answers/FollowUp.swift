/// Resolves a question that only makes sense after the ones before it: "and when?", "what about her?".
public enum FollowUp {
    /// The number of earlier questions that are searched for the topic.
    public static let reach = 10

    /// The question with its topic: an elliptical one is joined to the question that it continues, others are returned
    /// unchanged.
    ///
    /// A chain of elliptical questions leads back to the one that named the topic.
    ///
    /// - Parameter previous: the earlier questions, oldest first.
    public static func resolved(_ question: String, after previous: [String]) -> String {
        guard isElliptical(question), let last = previous.last else { return question }
        var carried: [String] = []
        for earlier in previous.suffix(reach).reversed() {
            carried.insert(earlier, at: 0)
            if !isElliptical(earlier) { break }
        }
        // The first of the chain has the topic, the last one narrows it down; those between have been left behind.
        let context = carried.count > 2 ? [carried[0], last] : carried
        return (context + [question]).joined(separator: " ")
    }

    /// Whether a question lacks its topic: a fragment, or a question whose pronoun refers to something outside of it.
    static func isElliptical(_ question: String) -> Bool {
        var asked = ParsedQuestion(question)
        guard !asked.words.isEmpty else { return false }
        switch asked.dropConnective() {
        case .aboutAnother: return asked.topics.count <= 3
        case .and: return asked.isFragment || asked.refersBack || asked.asksForAttribute
        case nil: return asked.isBareFragment || asked.refersBack
        }
    }
}
