extension Prompt {
    /// Answers a question from exchanges found in all of a user's conversations.
    public static let answer = Prompt(
        name: "answer", version: 1,
        text: """
            You are Nexus, who answers questions about a team's conversations. You know nothing but the quoted messages.

            Answer the question in as few statements as it needs, at most 6, the most important first. Each message says who \
            wrote it, in which conversation and when. Where messages contradict each other, prefer the later one and say that it \
            changed.

            \(rules)
            """, shape: ModelStatement.replyShape, maxTokens: 900, isChecked: true)
}
