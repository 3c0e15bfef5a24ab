import NexusCore

/// The history of questions on this device. It is read without a network; questions themselves need one.
extension NexusClient {
    /// Threads of the newest topics that are fetched ahead, so that they can be read offline.
    static let threadsAhead = 20

    /// The user's topics on this device, newest first: over all conversations, or about one. Works offline.
    public func storedTopics(about conversation: ConversationID? = nil) async throws(ClientError) -> [AssistantTopic] {
        if let conversation, try await engine().conversations[conversation] == nil { return [] }
        return try openStore().topics(about: conversation)
    }

    /// The questions and answers of a topic on this device; nil if they were never read here. Sources that were edited or deleted since
    /// show their present state, as far as this device knows. Works offline.
    public func storedThread(_ topic: TopicID) async throws(ClientError) -> AssistantThread? {
        guard var thread = try openStore().thread(of: topic) else { return nil }
        let engine = try await engine()
        if let conversation = thread.topic.conversation, engine.conversations[conversation] == nil { return nil }
        for place in thread.exchanges.indices {
            let exchange = thread.exchanges[place]
            thread.exchanges[place].answer.citations = try exchange.answer.citations.map {
                (citation) throws(ClientError) in
                let held = try openStore().message(citation.message)
                return citation.present(held, in: engine, askedAt: exchange.askedAt)
            }
        }
        return thread
    }

    /// Fetches the threads of the newest topics that this device does not have, so that they can be read offline.
    public func fetchThreads(about conversation: ConversationID? = nil) async throws(ClientError) {
        for topic in try openStore().topicsWithoutThread(about: conversation, among: NexusClient.threadsAhead) {
            do throws(ClientError) {
                _ = try await thread(topic)
            } catch .refused(_) {
                // Deleted on another device meanwhile: the next list is without it.
            }
        }
    }

    /// Deletes a topic on all of the user's devices. With no network it is gone here at once, and on the server as soon as there is one.
    public func deleteTopic(_ topic: TopicID) async throws(ClientError) {
        do throws(ClientError) {
            try await sendDeletion(of: topic)
        } catch {
            guard error.isOffline else { throw error }
            try openStore().hideTopic(topic)
        }
    }

    /// Sends the deletions that wait for a network.
    func sendTopicDeletions() async throws(ClientError) {
        for topic in try openStore().hiddenTopics() { try await sendDeletion(of: topic) }
    }

    /// Sends waiting deletions now and after each reconnection, until the task is cancelled.
    func keepSendingTopicDeletions() async {
        for await _ in signals({ $0 == .connection(isOnline: true) }) {
            // What fails is sent after the next reconnection.
            try? await sendTopicDeletions()
        }
    }

    private func sendDeletion(of topic: TopicID) async throws(ClientError) {
        do throws(ClientError) {
            _ = try await api().call(Endpoints.deleteTopic, Nothing(), path: ["topic": topic.text])
        } catch .refused(let refusal) where refusal.code == .notFound {
            // It is gone already.
        }
        try openStore().removeTopic(topic)
    }
}

extension Citation {
    /// The source as this device knows its message now.
    fileprivate func present(_ held: Message?, in engine: SyncEngine, askedAt: Timestamp) -> Citation {
        guard state != .gone else { return self }
        let isHidden = held.map { engine.ownView.settings(of: conversation).hides($0.seq) } ?? false
        if engine.conversations[conversation] == nil || isHidden || held?.deletedAt != nil {
            var gone = self
            gone.state = .gone
            gone.excerpt = ""
            gone.title = ""
            return gone
        }
        guard let held, let editedAt = held.editedAt, editedAt > askedAt else { return self }
        var edited = self
        edited.state = .edited
        edited.excerpt = Excerpt.of(held.text, characters: Limits.excerptCharacters)
        return edited
    }
}
