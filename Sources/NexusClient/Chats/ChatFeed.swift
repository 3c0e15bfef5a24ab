import NexusCore

/// The window of one open chat, updated with the engine's effects in order, and its readers' signals. The runner of this
/// process updates it; without one, each question reads the store again if another process has written to it.
final class ChatFeed: Sendable {
    private struct State {
        var window: ChatWindow
        /// Whether the device was in sync when it was last noted.
        var isCaughtUp = false
        /// Whether the user moved since the changes were last taken.
        var isMove = false
        var uploads: [MessageID: UploadProgress] = [:]
        var readers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastReader = 0
        /// The version of the store at the last ``follow(_:_:)``; `nil` while the runner of this process updates it.
        var version: Int64?
    }

    let conversation: ConversationID
    private let state: Locked<State>

    init(_ window: ChatWindow) {
        conversation = window.conversation
        state = Locked(State(window: window))
    }

    // MARK: Signals

    func signals() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = continuation
            return state.lastReader
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    func signal() {
        let readers = state.withLock { Array($0.readers.values) }
        for reader in readers { reader.yield() }
    }

    // MARK: Updates

    /// Notes effects that have been stored.
    func note(_ effects: [SyncEffect], isCaughtUp: Bool) {
        let isChanged = state.withLock { state in
            var isChanged = state.isCaughtUp != isCaughtUp
            state.isCaughtUp = isCaughtUp
            state.version = nil
            for effect in effects where effect.concerns(conversation) {
                isChanged = true
                state.window.note(effect)
            }
            return isChanged
        }
        if isChanged { signal() }
    }

    func note(_ progress: UploadProgress?, of message: MessageID) {
        state.withLock { $0.uploads[message] = progress }
        signal()
    }

    /// Another engine takes over, whose rows are those of the store.
    func refresh(in engine: SyncEngine, _ store: LocalStore) throws(ClientError) {
        try state.withLock { state throws(ClientError) in
            state.version = nil
            try state.window.refresh(in: engine, store)
        }
        signal()
    }

    /// Reads the shown part again if another process has written to the store since the last call.
    func follow(_ engine: SyncEngine, _ store: LocalStore) throws(ClientError) {
        let version = try store.foreignVersion()
        try state.withLock { state throws(ClientError) in
            guard state.version != version else { return }
            try state.window.refresh(in: engine, store)
            state.version = version
        }
    }

    /// Takes the changes since the last call.
    func take(in engine: SyncEngine, _ store: LocalStore) -> ChatUpdate {
        state.withLock { state in
            let changes = state.window.changes(in: engine)
            var update = ChatUpdate()
            update.splices = changes.splices
            update.isMove = state.isMove
            state.isMove = false
            update.header = changes.header
            update.hasOlder = changes.hasOlder
            update.hasNewer = changes.hasNewer
            let missing = state.window.takeMissingOriginals()
            // One that cannot be read stays missing; viewing it fetches it.
            let originals = missing.compactMap { id in (try? store.message(id)) ?? nil }
            if !originals.isEmpty {
                state.window.know(originals)
                update.splices += state.window.changes(in: engine).splices
            }
            if let own = engine.conversations[conversation] {
                update.read = own.record.read
                update.unread = own.unread
            }
            update.isOnline = engine.connection.isOpen
            update.uploads = state.uploads
            return update
        }
    }

    // MARK: The window

    /// The position before which older messages come.
    var start: Seq { state.withLock { $0.window.start } }
    /// The position after which newer messages come; `nil` if the newest is shown.
    var end: Seq? { state.withLock { $0.window.end } }

    func holds(_ message: MessageID) -> Bool { state.withLock { $0.window.holds(message) } }
    func message(at seq: Seq) -> MessageID? { state.withLock { $0.window.message(at: seq)?.id } }
    var newest: MessageID? {
        state.withLock { state in state.window.newest.flatMap { state.window.message(at: $0)?.id } }
    }

    /// Moves the window in the history.
    func move<Value: Sendable>(
        _ body: (inout ChatWindow) throws(ClientError) -> Value
    ) throws(ClientError) -> Value {
        try state.withLock { state throws(ClientError) in
            state.isMove = true
            return try body(&state.window)
        }
    }
}

extension ChatWindow {
    /// Reads the shown part from the store again: rows may have been stored, filled in or removed unnoticed.
    fileprivate mutating func refresh(in engine: SyncEngine, _ store: LocalStore) throws(ClientError) {
        // What shows in the header may differ too.
        note(.redraw(.own))
        let page =
            start == .max
            ? try store.page(in: conversation)
            : try store.page(in: conversation, from: start, through: end)
        show(page, in: engine)
    }
}

extension SyncEffect {
    /// Whether an open chat of that conversation may change.
    fileprivate func concerns(_ conversation: ConversationID) -> Bool {
        switch self {
        case .store(let mutations): mutations.contains { $0.concerns(conversation) }
        case .redraw(.typing(let other)): other == conversation
        case .redraw, .startedOver: true
        // Its message is no longer pending.
        case .send(.operation(let operation)): operation.conversation == conversation
        default: false
        }
    }
}

extension StoreMutation {
    fileprivate func concerns(_ conversation: ConversationID) -> Bool {
        switch self {
        case .upsertMessages(let messages): messages.contains { $0.conversation == conversation }
        case .upsertMembers(let id, _), .removeConversation(let id): id == conversation
        case .putConversation(let record): record.info.id == conversation
        case .putOperation(let entry): entry.operation.conversation == conversation
        // Its conversation is not known any more.
        case .removeOperation, .putOwn, .removeOwn, .putProfile: true
        default: false
        }
    }
}
