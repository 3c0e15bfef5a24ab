import NexusCore

/// A chat that is open on a client.
final class ClientChat: OpenChat {
    private let client: NexusClient
    private let feed: ChatFeed

    init(_ client: NexusClient, _ feed: ChatFeed) {
        self.client = client
        self.feed = feed
    }

    deinit { client.chats.remove(feed) }

    func signals() -> AsyncStream<Void> { feed.signals() }

    func changes() async throws(ClientError) -> ChatUpdate {
        try await client.withEngine(of: feed) { [feed] engine, store in feed.take(in: engine, store) }
    }

    func look() async throws(ClientError) {
        try await move { window, engine, _ in window.look(in: engine) }
    }

    // MARK: More of the history

    func showOlder() async throws(ClientError) -> Bool {
        let conversation = feed.conversation
        return try await more(from: { $0.start }, with: { .loadOlder(conversation, before: $0) }) {
            (window, engine, store, settles) throws(ClientError) in
            let page = try store.page(in: conversation, before: window.start)
            return window.showOlder(page, settles: settles, in: engine)
        }
    }

    func showNewer() async throws(ClientError) -> Bool {
        let conversation = feed.conversation
        return try await more(from: { $0.end }, with: { .loadAround(conversation, $0) }) {
            (window, engine, store, settles) throws(ClientError) in
            guard let end = window.end else { return nil }
            let page = try store.page(in: conversation, after: end)
            return window.showNewer(page, settles: settles, in: engine)
        }
    }

    /// Shows more at one end: stored rows, after fetching missing ones if possible.
    ///
    /// - Parameters:
    ///   - bound: the end of the shown part.
    ///   - command: asks for the history at a position.
    ///   - show: returns the position of history that must be fetched first.
    private func more(
        from bound: (ChatFeed) -> Seq?, with command: (Seq) -> ClientCommand,
        _ show: @escaping @Sendable (inout ChatWindow, SyncEngine, LocalStore, Bool) throws(ClientError) -> Seq?
    ) async throws(ClientError) -> Bool {
        let before = bound(feed)
        var isMissing = false
        for attempt in 0..<4 where bound(feed) == before {
            // The stored rows are shown with their gaps where the server cannot be asked, or goes on sending parts.
            let settles = isMissing || attempt > 2
            let missing = try await move { (window, engine, store) throws(ClientError) in
                try show(&window, engine, store, settles)
            }
            guard let missing else { break }
            isMissing = try await !client.fetchHistory(command(missing), of: feed.conversation)
        }
        if bound(feed) != before { return true }
        if isMissing { throw ClientChat.notHere }
        return false
    }

    func fill(_ gap: ClosedRange<Seq>) async throws(ClientError) {
        // A visible gap is reached from above or from below.
        let conversation = feed.conversation
        let above = try await client.fetchHistory(.loadAround(conversation, gap.lowerBound), of: conversation)
        let gaps = try await client.withEngine(of: feed) { engine, _ in engine.conversations[conversation]?.record.gaps
        }
        guard gaps?.gap(at: gap.upperBound) != nil else { return }
        let below = try await client.fetchHistory(
            .loadOlder(conversation, before: gap.upperBound &+ 1), of: conversation)
        if !above, !below { throw ClientChat.notHere }
    }

    func fetchOriginal(_ message: MessageID) async throws(ClientError) -> Bool {
        guard let seq = try await client.position(of: message, in: feed.conversation) else { return false }
        return try await client.fetchHistory(.loadAround(feed.conversation, seq), of: feed.conversation)
    }

    // MARK: Jumps

    func show(_ target: ChatTarget) async throws(ClientError) -> MessageID? {
        let conversation = feed.conversation
        switch target {
        case .newest:
            try await move { (window, engine, store) throws(ClientError) in
                window.show(try store.page(in: conversation), in: engine)
            }
            return feed.newest
        case .message(let message):
            // After the last changes of another process.
            try await client.withEngine(of: feed) { _, _ in }
            if feed.holds(message) { return message }
            guard let seq = try await position(of: message) else { return nil }
            return try await show(at: seq)
        case .position(let seq): return try await show(at: seq)
        case .firstUnread:
            guard let seq = try await firstUnread() else { return nil }
            guard try await fetchIfMissing(seq), let now = try await firstUnread() else { return nil }
            return try await show(at: now)
        }
    }

    private func firstUnread() async throws(ClientError) -> Seq? {
        let conversation = feed.conversation
        return try await client.withEngine(of: feed) { engine, _ in engine.firstUnread(in: conversation) }
    }

    private func show(at seq: Seq) async throws(ClientError) -> MessageID? {
        let conversation = feed.conversation
        if let shown = feed.message(at: seq) { return shown }
        guard try await fetchIfMissing(seq) else { return nil }
        try await move { (window, engine, store) throws(ClientError) in
            window.show(try store.page(in: conversation, around: seq), around: seq, in: engine)
        }
        return feed.message(at: seq)
    }

    /// Fetches the history around a position that is in a gap; false if the conversation is not on this device.
    private func fetchIfMissing(_ seq: Seq) async throws(ClientError) -> Bool {
        let conversation = feed.conversation
        let gaps = try await client.withEngine(of: feed) { engine, _ in engine.conversations[conversation]?.record.gaps
        }
        guard let gaps else { return false }
        if gaps.gap(at: seq) != nil, try await !client.fetchHistory(.loadAround(conversation, seq), of: conversation) {
            throw ClientChat.notHere
        }
        return true
    }

    private func position(of message: MessageID) async throws(ClientError) -> Seq? {
        let held = try await client.withEngine { _, store throws(ClientError) in try store.message(message) }
        if let held { return held.conversation == feed.conversation ? held.seq : nil }
        return try await client.position(of: message, in: feed.conversation)
    }

    /// Moves the window with the present engine and store, and signals it.
    @discardableResult
    private func move<Value: Sendable>(
        _ body: @escaping @Sendable (inout ChatWindow, SyncEngine, LocalStore) throws(ClientError) -> Value
    ) async throws(ClientError) -> Value {
        let feed = feed
        let value = try await client.withEngine(of: feed) { engine, store throws(ClientError) in
            try feed.move { (window) throws(ClientError) in try body(&window, engine, store) }
        }
        feed.signal()
        return value
    }

    private static let notHere = ClientError.offline("this part of the history is not on this device")
}
