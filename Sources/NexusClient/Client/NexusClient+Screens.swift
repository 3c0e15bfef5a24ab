import NexusCore

/// Everything that a conversation's screen shows, as of one moment.
public struct ChatScreen: Equatable, Sendable {
    public var conversation: ConversationRow
    public var members: [Member]
    /// Top to bottom; unsent messages come last.
    public var rows: [TimelineRow]
    /// The position of the oldest message shown.
    public var oldest: Seq?
    /// The position of the newest message shown.
    public var newest: Seq?
    /// The user's read position on this device.
    public var read: Seq
    /// Whether there is older history, here or on the server.
    public var hasOlder: Bool
    public var isOnline: Bool
}

extension NexusClient {
    /// The content of a conversation's screen: everything on this device from `seq` on, or the newest page; `nil` if
    /// the conversation is unknown. Works offline.
    ///
    /// - Parameters:
    ///   - readWhenOpened: the position of the marker of new messages.
    ///   - minutesFromUTC: the reader's offset from UTC.
    public func screen(
        of conversation: ConversationID, from seq: Seq? = nil, readWhenOpened: Seq? = nil, minutesFromUTC: Int = 0
    ) async throws(ClientError) -> ChatScreen? {
        // Reads the engine first: an operation acknowledged in between is then in both, and is removed once below.
        let engine = try await engine()
        guard let state = engine.conversations[conversation], let row = engine.conversationRow(conversation) else {
            return nil
        }
        let store = try openStore()
        let settings = engine.ownView.settings(of: conversation)
        let cleared = settings.clearedThrough
        let stored =
            if let seq {
                try store.messages(in: conversation, from: seq)
            } else {
                try store.messages(in: conversation)
            }
        let held = stored.filter { $0.seq > cleared }
        let shown = held.filter { !settings.hides($0.seq) }
        var screen = TimelineScreen(
            me: engine.me, members: state.members, gaps: state.record.gaps, readWhenOpened: readWhenOpened,
            minutesFromUTC: minutesFromUTC, isOnline: engine.connection.isOpen)
        screen.blocked = engine.ownView.blocked
        screen.deleted = settings.deleted
        let outbox = engine.outbox.entries(of: conversation, besides: held)
        let oldest = held.first?.seq
        let hasHeldOlder =
            if let oldest {
                try store.messages(in: conversation, before: oldest, limit: 1).contains { $0.seq > cleared }
            } else {
                false
            }
        return ChatScreen(
            conversation: row, members: state.members,
            rows: screen.rows(
                messages: shown, originals: try store.originals(of: shown, outbox), outbox: outbox
            ) { engine.outbox.isInFlight($0) }, oldest: oldest,
            newest: held.last?.seq, read: state.record.read,
            hasOlder: hasHeldOlder
                || state.record.gaps.gap(before: oldest ?? .max).map { $0.upperBound > cleared } ?? false,
            isOnline: engine.connection.isOpen)
    }
}
