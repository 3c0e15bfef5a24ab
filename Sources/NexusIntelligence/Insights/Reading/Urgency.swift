/// Whether a message says that it is urgent, by the rules of insights.
public enum Urgency {
    public static func isExpressed(in text: String) -> Bool {
        ClauseRules.urgency(Sentence.read(text), text) != nil
    }
}
