import NexusCore

extension NexusClient {
    /// Opens a conversation at its first unread message, or at its newest page. Works offline; with a connection it waits
    /// at most 3 s for unread messages that are not on this device. A conversation that is not on this device is empty
    /// until it arrives.
    ///
    /// - Parameter minutesFromUTC: the reader's offset from UTC in minutes.
    /// - Throws: ``ClientError/signedOut``; ``ClientError/storeUnavailable(_:)``.
    public func openChat(
        _ conversation: ConversationID, minutesFromUTC: Int = 0
    ) async throws(ClientError) -> any OpenChat {
        try await fetchUnread(of: conversation)
        let chats = chats
        let feed = try await withEngine { engine, store throws(ClientError) in
            let seq = engine.firstUnread(in: conversation)
            let page =
                if let seq {
                    try store.page(in: conversation, around: seq)
                } else {
                    try store.page(in: conversation)
                }
            let feed = ChatFeed(
                ChatWindow(conversation, showing: page, around: seq, minutesFromUTC: minutesFromUTC, in: engine))
            // Here, so that no effect is missed.
            chats.add(feed)
            return feed
        }
        return ClientChat(self, feed)
    }

    /// Fetches the first unread messages, if they are in a gap.
    private func fetchUnread(of conversation: ConversationID) async throws(ClientError) {
        for _ in 0..<3 where await isOnline {
            let missing = try await withEngine { engine, _ in
                engine.firstUnread(in: conversation).flatMap { seq in
                    engine.conversations[conversation]?.record.gaps.gap(at: seq) == nil ? nil : seq
                }
            }
            guard let missing,
                try await fetchHistory(.loadAround(conversation, missing), of: conversation, within: 3_000)
            else { return }
        }
    }

    /// Runs `body` with the present engine, between two of its inputs; with one restored from the store while another
    /// process has the profile.
    func withEngine<Value: Sendable>(
        _ body: @Sendable (SyncEngine, LocalStore) throws(ClientError) -> Value
    ) async throws(ClientError) -> Value {
        if let runner = try await runner() { return try await runner.withEngine(body) }
        return try body(try storedEngine(), try openStore())
    }

    /// Runs `body` with the present engine, after bringing the chat up to date with it.
    func withEngine<Value: Sendable>(
        of chat: ChatFeed, _ body: @Sendable (SyncEngine, LocalStore) throws(ClientError) -> Value
    ) async throws(ClientError) -> Value {
        if let runner = try await runner() { return try await runner.withEngine(body) }
        let store = try openStore()
        let engine = try storedEngine()
        try chat.follow(engine, store)
        return try body(engine, store)
    }

    /// Asks the server for history; returns whether some came in time.
    func fetchHistory(
        _ command: ClientCommand, of conversation: ConversationID, within milliseconds: Int64 = 10_000
    ) async throws(ClientError) -> Bool {
        let runner = try await runner()
        return try await holding(runner) { () async throws(ClientError) in
            let gaps = try await gaps(conversation)
            try await take(command)
            return try await gapsChange(conversation, from: gaps, within: milliseconds, runner)
        }
    }

    /// The position of a message that is not on this device; `nil` if it is not in the conversation.
    func position(of message: MessageID, in conversation: ConversationID) async throws(ClientError) -> Seq? {
        do throws(ClientError) {
            let page = try await api().call(
                Endpoints.messages, Nothing(), path: ["conversation": conversation.text],
                query: [("limit", "2"), ("around", message.text)])
            return page.messages.first { $0.id == message }?.seq
        } catch {
            if case .refused(let refusal) = error, refusal.code == .messageGone || refusal.code == .notFound {
                return nil
            }
            throw error
        }
    }
}
