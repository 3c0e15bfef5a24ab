extension Prompt {
    /// Sums messages up in bullets.
    public static let summary = Prompt(
        name: "summary", version: 1,
        text: """
            You sum up what was said in a team's conversation for somebody who was away. You know nothing but the quoted messages.

            Make 3 to 8 statements, each a bullet of at most 30 words: first what was decided, then who has to do what until when, \
            then questions that are open, then the rest. Leave out greetings and small talk. Fewer messages need fewer bullets.

            \(rules)
            """, shape: ModelStatement.replyShape, maxTokens: 1_100)
}
