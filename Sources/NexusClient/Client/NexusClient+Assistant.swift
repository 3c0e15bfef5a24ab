import Foundation
import NexusCore

extension NexusClient {
    private static var utcOffset: Int { TimeZone.current.secondsFromGMT() / 60 }

    /// Asks the assistant about all of the user's conversations, or about one.
    ///
    /// - Parameters:
    ///   - topic: the topic to continue; `nil` starts a new one.
    ///   - told: called with progress while the answer is written.
    /// - Returns: the topic, and the question with its answer.
    /// - Throws: ``ClientError/refused(_:)``, and ``ClientError/offline(_:)``: questions are never queued.
    @discardableResult
    public func ask(
        _ text: String, topic: TopicID? = nil, in conversation: ConversationID? = nil,
        told: @escaping @Sendable (AssistantEvent) async -> Void = { _ in }
    ) async throws(ClientError) -> (topic: TopicID, exchange: AssistantExchange) {
        let question = AssistantQuestion(text, topic: topic, conversation: conversation, utcOffset: Self.utcOffset)
        let end = Locked<AssistantEvent?>(nil)
        try await api().lines(Endpoints.ask, question) { line in
            guard let event = try? AssistantEvent.decode(line, limits: .answers) else { return }
            switch event {
            case .finished, .failed: end.withLock { $0 = event }
            case .began, .citation, .text: break
            }
            await told(event)
        }
        switch end.withLock({ $0 }) {
        case .finished(let topic, let exchange): return (topic, exchange)
        case .failed(let refusal): throw .refused(refusal)
        default: throw .offline("the answer was cut off")
        }
    }

    /// The user's topics, newest first: over all conversations, or about one. This device keeps them for ``storedTopics(about:)``.
    public func topics(about conversation: ConversationID? = nil) async throws(ClientError) -> TopicList {
        try await sendTopicDeletions()
        let list = try await api().call(Endpoints.topics, Nothing(), query: [("conversation", conversation?.text)])
        try openStore().put(list.topics, about: conversation)
        return list
    }

    /// The questions and answers of a topic, with the present state of their sources. This device keeps them for ``storedThread(_:)``.
    public func thread(_ topic: TopicID) async throws(ClientError) -> AssistantThread {
        let thread = try await api().call(Endpoints.topic, Nothing(), path: ["topic": topic.text])
        try openStore().put(thread)
        return thread
    }

    /// A summary of a conversation: a language model's bullets if there is one, or else quoted messages.
    public func summary(
        of conversation: ConversationID, _ range: ConversationSummary.Range
    ) async throws(ClientError) -> ConversationSummary {
        try await api().call(
            Endpoints.summary, Nothing(), path: ["conversation": conversation.text],
            query: [("range", range.rawValue), ("utcOffset", "\(Self.utcOffset)")],
            timeoutSeconds: HTTPRequest.writingTimeout)
    }

    /// A summary of what happened in a conversation, most important first.
    ///
    /// - Parameter seq: the position to begin after; `nil` for the user's read position.
    public func catchUp(
        on conversation: ConversationID, after seq: Seq? = nil
    ) async throws(ClientError) -> ConversationSummary {
        try await api().call(
            Endpoints.catchUp, Nothing(), path: ["conversation": conversation.text],
            query: [("after", seq.map { "\($0)" }), ("utcOffset", "\(Self.utcOffset)")],
            timeoutSeconds: HTTPRequest.writingTimeout)
    }
}

extension AuthorizedAPI {
    /// Calls an endpoint with a line-by-line response.
    ///
    /// - Throws: as ``call(_:_:path:query:)``.
    func lines<Request: JSONEncodable>(
        _ endpoint: Endpoint<Request, Nothing>, _ request: Request,
        each: @escaping @Sendable ([UInt8]) async -> Void
    ) async throws(ClientError) {
        try await authorized { (token) throws(ClientError) in
            let reply = try await api.http.lines(
                HTTPRequest(method: .post, target: "\(endpoint.path)", accessToken: token, body: request.json),
                to: api.server, each: each)
            guard (200..<300).contains(reply.status) else { throw ServerAPI.refusal(reply) }
        }
    }
}
