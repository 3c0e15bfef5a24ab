/// Questions that only make sense after the ones before them: "and when?", "what about her?".
public enum FollowUp {
    /// Words with which somebody goes on from what was just said.
    private static let openings = [
        ["and"], ["or"], ["but"], ["also"], ["then"], ["so"], ["what", "about"], ["how", "about"], ["what", "else"],
        ["who", "else"],
        ["und"], ["et"], ["y"],
    ]
    /// Words that stand for something said before.
    private static let pronouns: Set<String> = [
        "he", "him", "his", "she", "her", "hers", "it", "its", "they", "them", "their", "theirs", "that", "this",
        "those", "these",
        "there", "then", "one", "er", "sie", "ihm", "ihr", "ihn", "es", "das", "dort", "il", "elle", "eux", "ils", "él",
        "ella",
    ]
    /// Words that only ask.
    private static let asking: Set<String> = [
        "when", "where", "why", "who", "whom", "whose", "how", "what", "which", "much", "many", "long", "often", "else",
        "exactly",
        "ok", "okay", "please", "really", "wann", "wo", "warum", "wer", "wie", "quand", "où", "qui", "cuándo", "dónde",
        "quién",
    ]

    /// Of the last questions at most so many are looked back over.
    public static let reach = 10

    /// The question as it is meant: with the words of the ones before where it goes on from them, otherwise as it is.
    ///
    /// - Parameter previous: what was asked before, oldest first.
    public static func resolved(_ question: String, after previous: [String]) -> String {
        guard goesOn(question), let last = previous.last else { return question }
        // What is asked first carries its own words; a chain of short ones leads back to it.
        var carried: [String] = []
        for earlier in previous.suffix(reach).reversed() {
            carried.insert(earlier, at: 0)
            if !goesOn(earlier) { break }
        }
        // The words of the first of the chain, and of the last: what lies between has been left behind.
        let context = carried.count > 2 ? [carried[0], last] : carried
        return (context + [question]).joined(separator: " ")
    }

    /// Whether a question says too little by itself.
    static func goesOn(_ question: String) -> Bool {
        let words = RetrievalWords.words(of: question)
        guard !words.isEmpty else { return false }
        let topics = words.filter { !pronouns.contains($0) && !asking.contains($0) }
        let stems = RetrievalWords.stems(of: topics.joined(separator: " "))
        if openings.contains(where: { words.starts(with: $0) }) { return stems.count <= 3 }
        if words.contains(where: pronouns.contains) { return stems.count <= 2 }
        return stems.isEmpty
    }
}
