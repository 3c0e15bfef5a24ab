extension Endpoints {
    /// Asks the assistant. The answer streams as lines of JSON (``AssistantEvent``).
    public static let ask = Endpoint<AssistantQuestion, Nothing>(.post, "/v1/assistant/questions")
    /// The user's topics, newest first: those over all conversations, or with `conversation` those about that one.
    public static let topics = Endpoint<Nothing, TopicList>(.get, "/v1/assistant/topics")
    /// The questions and answers of a topic.
    public static let topic = Endpoint<Nothing, AssistantThread>(.get, "/v1/assistant/topics/{topic}")
    /// Forgets a topic.
    public static let deleteTopic = Endpoint<Nothing, Nothing>(.delete, "/v1/assistant/topics/{topic}")
    /// A summary of a conversation: `range` is `unread`, `today`, `week` or `all`.
    public static let summary = Endpoint<Nothing, ConversationSummary>(
        .get, "/v1/conversations/{conversation}/summary")
    /// A summary of what happened `after` a `seq`, or since the user's read position, most important first.
    public static let catchUp = Endpoint<Nothing, ConversationSummary>(
        .get, "/v1/conversations/{conversation}/catch-up")
}
