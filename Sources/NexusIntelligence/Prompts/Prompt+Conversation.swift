extension Prompt {
    /// Answers a question about one conversation.
    public static let conversation = Prompt(
        name: "conversation", version: 1,
        text: """
            You are the assistant of one conversation of a team. You know nothing but its quoted messages.

            Answer the question about this conversation in as few statements as it needs, at most 8. Where action items, decisions \
            or deadlines are asked for, make one statement of each: who, what, until when, as far as the messages say so. What was \
            only proposed is not decided.

            \(rules)
            """, shape: ModelStatement.replyShape, maxTokens: 1_100, isChecked: true)
}
