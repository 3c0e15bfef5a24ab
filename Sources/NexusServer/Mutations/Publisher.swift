import NexusCore

/// Sends durable changes to the live sessions of their recipients. The changes of one commit go out together.
///
/// `@unchecked Sendable`: `publish`, `applied`, `send` and `flush` are called on the writer's thread alone, from the
/// completions of transactions and the hook after them; the hub synchronizes itself.
final class Publisher: @unchecked Sendable {
    private let hub: Hub
    private let batch = LiveBatch()
    /// What the conversations of this commit have published last, where the same went to all of their members.
    private var runs: [ConversationID: ConversationRun] = [:]
    /// Called after an operation took effect: typing ends with a post, presence follows membership.
    private let onApplied: @Sendable (Operation, Applied, UserID) -> Void
    /// Called with each publication, also of administrators' changes, and with its change, encoded.
    private let onPublished: @Sendable (Publication, [UInt8]) -> Void
    /// Called with personal settings, encoded.
    private let onOwn: @Sendable (UserID, [UInt8]) -> Void

    /// Ends the process if the caller is not on the writer's thread.
    private let checkThread: @Sendable () -> Void

    /// - Parameter checkThread: ends the process if the caller is not on the writer's thread.
    init(
        hub: Hub, checkThread: @escaping @Sendable () -> Void = {},
        onPublished: @escaping @Sendable (Publication, [UInt8]) -> Void = { _, _ in },
        onOwn: @escaping @Sendable (UserID, [UInt8]) -> Void = { _, _ in },
        onApplied: @escaping @Sendable (Operation, Applied, UserID) -> Void = { _, _, _ in }
    ) {
        self.hub = hub
        self.checkThread = checkThread
        self.onPublished = onPublished
        self.onOwn = onOwn
        self.onApplied = onApplied
    }

    /// Connections to which changes of one conversation go.
    private struct ConversationRun {
        var recipients: [UserID]
        var generation: Int
        var run: LiveBatch.Run
    }

    /// Encodes a change once for all sessions of all members.
    func publish(_ publication: Publication) {
        checkThread()
        let json = ServerFrame.change(publication.change).json
        let frame = SharedFrame(text: json)
        defer { onPublished(publication, json) }
        let conversation = publication.change.conversation
        if publication.hidden.isEmpty, publication.departed.isEmpty {
            publish(frame, of: conversation, to: publication.recipients)
        } else {
            // What comes next in this conversation must not join what was before this.
            runs[conversation] = nil
            batch.add(publication, frame, by: hub)
        }
    }

    private func publish(_ frame: SharedFrame, of conversation: ConversationID, to recipients: [UserID]) {
        let generation = hub.generation
        if let index = runs.index(forKey: conversation), runs.values[index].generation == generation,
            runs.values[index].recipients == recipients
        {
            return batch.add(frame, to: &runs.values[index].run)
        }
        let connections = hub.connections(of: recipients)
        guard !connections.isEmpty else { return }
        runs[conversation] = ConversationRun(
            recipients: recipients, generation: generation, run: batch.begin(frame, to: connections))
    }

    /// Sends a user's personal settings to all of their devices.
    func publish(_ changes: UserSettingsChanges, to user: UserID) {
        checkThread()
        let json = ServerFrame.own(changes).json
        let frame = SharedFrame(text: json)
        hub.forEachConnection(of: user) { batch.add(frame, to: $0) }
        onOwn(user, json)
    }

    func applied(_ operation: Operation, _ applied: Applied, by user: UserID) {
        checkThread()
        onApplied(operation, applied, user)
    }

    /// An answer that must not overtake the changes of its commit.
    func send(_ frame: SharedFrame, to connection: LiveConnection) {
        checkThread()
        batch.answer(frame, to: connection)
    }

    /// The completions of a commit are done.
    func flush() {
        checkThread()
        runs.removeAll(keepingCapacity: true)
        batch.flush()
    }
}
