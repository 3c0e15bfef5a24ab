import NexusCore

/// The chats that are open on a client. It outlives the runners of the client, which update them in turn.
final class ChatRegistry: Sendable {
    private let feeds = Locked<[ChatFeed]>([])

    private var all: [ChatFeed] { feeds.withLock { $0 } }

    var isEmpty: Bool { all.isEmpty }

    func add(_ feed: ChatFeed) { feeds.withLock { $0.append(feed) } }

    func remove(_ feed: ChatFeed) { feeds.withLock { $0.removeAll { $0 === feed } } }

    /// Notes effects that have been stored.
    func note(_ effects: [SyncEffect], in engine: SyncEngine) {
        for feed in all { feed.note(effects, isCaughtUp: engine.isCaughtUp) }
    }

    /// Notes the progress of a message's uploads; `nil` once they ended.
    func note(_ progress: UploadProgress?, of operation: Operation) {
        for feed in all where feed.conversation == operation.conversation {
            feed.note(progress, of: operation.id.retyped())
        }
    }

    /// Another engine takes over.
    func refresh(in engine: SyncEngine, _ store: LocalStore) throws(ClientError) {
        for feed in all { try feed.refresh(in: engine, store) }
    }

    /// Signals that another process has changed the store.
    func signal() { for feed in all { feed.signal() } }
}
