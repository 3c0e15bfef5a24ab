extension Prompt {
    /// Sums messages up in bullets. Its question is ``summaryQuestion``.
    public static let summary = Prompt(
        name: "summary", version: 2,
        text: """
            You sum up what was said in a team's conversation for somebody who was away. You know nothing but the quoted messages.

            Make 3 to 8 statements, each a bullet of at most 30 words: first what mentions the reader, then what was decided, then \
            who has to do what until when, then questions that are open, then the rest. Leave out greetings and small talk. Fewer \
            messages need fewer bullets. Keep to the words of the messages.

            Some messages have a note: what the team has on record of them. Only what a note calls so is an action item, a decision \
            or a deadline, with the person, the date and the state that it names.

            \(rules(language: "of the messages"))
            """, shape: ModelStatement.replyShape, maxTokens: 1_100,
        // A summary has no question whose words would need no source, so the share is higher.
        leastSupport: 2.0 / 3)

    /// The question of a summary: its words support no statement.
    public static let summaryQuestion = "Sum these messages up."
}
