import NexusCore

/// The service of the assistant's view model. ``NexusClient`` implements it; tests and previews may replace it.
public protocol AssistantAnswering: ChangeService {
    func ask(
        _ text: String, topic: TopicID?, in conversation: ConversationID?,
        told: @escaping @Sendable (AssistantEvent) async -> Void
    ) async throws(ClientError) -> (topic: TopicID, exchange: AssistantExchange)
    /// Those on this device.
    func storedTopics(about conversation: ConversationID?) async throws(ClientError) -> [AssistantTopic]
    /// That on this device.
    func storedThread(_ topic: TopicID) async throws(ClientError) -> AssistantThread?
    /// Those of the server.
    func topics(about conversation: ConversationID?) async throws(ClientError) -> TopicList
    /// That of the server.
    func thread(_ topic: TopicID) async throws(ClientError) -> AssistantThread
    func fetchThreads(about conversation: ConversationID?) async throws(ClientError)
    func deleteTopic(_ topic: TopicID) async throws(ClientError)
    func summary(
        of conversation: ConversationID, _ range: ConversationSummary.Range
    ) async throws(ClientError) -> ConversationSummary
    func catchUp(
        on conversation: ConversationID, after seq: Seq?
    ) async throws(ClientError) -> ConversationSummary
}

extension NexusClient: AssistantAnswering {}
