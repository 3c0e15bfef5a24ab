extension Endpoints {
    /// Asks the assistant. The answer comes as lines of JSON (``AssistantEvent``) while it is made.
    public static let ask = Endpoint<AssistantQuestion, Nothing>(.post, "/v1/assistant/questions")
    /// One's topics, the newest first: those over all conversations, or with `conversation` those about that one.
    public static let topics = Endpoint<Nothing, TopicList>(.get, "/v1/assistant/topics")
    /// What was asked and answered in a topic.
    public static let topic = Endpoint<Nothing, AssistantThread>(.get, "/v1/assistant/topics/{topic}")
    /// Forgets a topic.
    public static let deleteTopic = Endpoint<Nothing, Nothing>(.delete, "/v1/assistant/topics/{topic}")
    /// What a conversation is about: `range` is `unread`, `today`, `week` or `all`.
    public static let summary = Endpoint<Nothing, ConversationSummary>(
        .get, "/v1/conversations/{conversation}/summary")
    /// What happened `after` a `seq`, or since one last read, the most important first.
    public static let catchUp = Endpoint<Nothing, ConversationSummary>(
        .get, "/v1/conversations/{conversation}/catch-up")
}
