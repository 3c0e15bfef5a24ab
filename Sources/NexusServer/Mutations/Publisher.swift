import NexusCore

/// Sends durable changes to the live sessions of their recipients. The changes of one commit go out together.
///
/// `@unchecked Sendable`: `publish`, `applied`, `send` and `flush` are called on the writer's thread alone, from the
/// completions of transactions and the hook after them; the hub synchronizes itself.
final class Publisher: @unchecked Sendable {
    private let hub: Hub
    private let batch = LiveBatch()
    /// Where frames of this commit are written before they are copied to where they leave from.
    private var writer = JSONWriter(capacity: 1_024)
    /// What the conversations of this commit have published last, where the same went to all of their members.
    private var runs: [ConversationID: ConversationRun] = [:]
    /// Users who are told to catch up, once for all changes of this commit.
    private var lagging: Set<UserID> = []
    /// Called after an operation took effect: typing ends with a post.
    private let onApplied: @Sendable (Operation, Applied, UserID) -> Void
    /// Called with each change, also of administrators; once for all posts of a conversation in a commit.
    private let onPublished: @Sendable (Change) -> Void
    /// Called with each publication that changes the members of a conversation: presence and typing follow it.
    private let onMembers: @Sendable (Publication) -> Void
    /// Called with each publication, and with its change, encoded; nil if nobody asks.
    private let onEach: (@Sendable (Publication, [UInt8]) -> Void)?
    /// Called with what goes to all devices of one user, encoded.
    private let onOwn: @Sendable (UserID, [UInt8]) -> Void

    /// Ends the process if the caller is not on the writer's thread.
    private let checkThread: @Sendable () -> Void

    /// - Parameter checkThread: ends the process if the caller is not on the writer's thread.
    init(
        hub: Hub, checkThread: @escaping @Sendable () -> Void = {},
        onPublished: @escaping @Sendable (Change) -> Void = { _ in },
        onMembers: @escaping @Sendable (Publication) -> Void = { _ in },
        onEach: (@Sendable (Publication, [UInt8]) -> Void)? = nil,
        onOwn: @escaping @Sendable (UserID, [UInt8]) -> Void = { _, _ in },
        onApplied: @escaping @Sendable (Operation, Applied, UserID) -> Void = { _, _, _ in }
    ) {
        self.hub = hub
        self.checkThread = checkThread
        self.onPublished = onPublished
        self.onMembers = onMembers
        self.onEach = onEach
        self.onOwn = onOwn
        self.onApplied = onApplied
    }

    /// Connections to which changes of one conversation go.
    private struct ConversationRun {
        var recipients: [UserID]
        var generation: Int
        var run: LiveBatch.Run
        /// Whether a post of this commit was announced.
        var isAnnounced: Bool
    }

    /// Encodes a change once for all sessions of all members.
    func publish(_ publication: Publication) {
        checkThread()
        if !publication.change.members.isEmpty || !publication.departed.isEmpty { onMembers(publication) }
        defer { onEach?(publication, ServerFrame.change(publication.change).json) }
        if let user = publication.catchingUp { lagging.insert(user) }
        if publication.isSameForAll {
            if publish(publication.change, to: publication.recipients) { return }
        } else {
            // What comes next in this conversation must not join what was before this.
            runs[publication.change.conversation] = nil
            batch.add(publication, SharedFrame(text: ServerFrame.change(publication.change).json), by: hub)
        }
        onPublished(publication.change)
    }

    /// Returns whether it need not be announced: all of the commit is durable when its first post is.
    private func publish(_ change: Change, to recipients: [UserID]) -> Bool {
        let generation = hub.generation
        if let index = runs.index(forKey: change.conversation), runs.values[index].generation == generation,
            runs.values[index].recipients == recipients
        {
            batch.add(text(of: .change(change)), to: &runs.values[index].run)
            guard change.isPost else { return false }
            defer { runs.values[index].isAnnounced = true }
            return runs.values[index].isAnnounced
        }
        let connections = hub.connections(of: recipients)
        guard !connections.isEmpty else { return false }
        runs[change.conversation] = ConversationRun(
            recipients: recipients, generation: generation,
            run: batch.begin(text(of: .change(change)), to: connections), isAnnounced: change.isPost)
        return false
    }

    /// The frame's text, valid until the next one is written.
    private func text(of frame: ServerFrame) -> [UInt8] {
        writer.removeAll()
        frame.encode(to: &writer)
        return writer.bytes
    }

    /// Sends a user's personal settings to all of their devices.
    func publish(_ changes: UserSettingsChanges, to user: UserID) {
        checkThread()
        send(.own(changes), to: user)
    }

    /// Sends a frame to all devices of a user.
    private func send(_ frame: ServerFrame, to user: UserID) {
        let json = frame.json
        let shared = SharedFrame(text: json)
        hub.forEachConnection(of: user) { batch.add(shared, to: $0) }
        onOwn(user, json)
    }

    func applied(_ operation: Operation, _ applied: Applied, by user: UserID) {
        checkThread()
        onApplied(operation, applied, user)
    }

    /// An answer that must not overtake the changes of its commit.
    func send(_ frame: ServerFrame, to connection: LiveConnection) {
        checkThread()
        batch.answer(text(of: frame), to: connection)
    }

    /// The completions of a commit are done.
    func flush() {
        checkThread()
        // In a fixed order: a seed determines a run of the simulation.
        for user in lagging.sorted() { send(.lagged, to: user) }
        lagging.removeAll()
        runs.removeAll(keepingCapacity: true)
        batch.flush()
    }
}

extension Change {
    /// Whether it is a new message and nothing else.
    fileprivate var isPost: Bool {
        messages.count == 1 && messages[0].seq == seq && messages[0].event == nil && members.isEmpty && info == nil
    }
}
