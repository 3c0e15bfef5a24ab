import NexusCore

/// A place in a conversation's history.
public enum ChatTarget: Equatable, Sendable {
    case message(MessageID)
    case position(Seq)
    /// The first unread message.
    case firstUnread
    /// The newest page.
    case newest
}

/// An open chat: its changes in order, and more of its history. ``NexusClient/openChat(_:minutesFromUTC:)`` makes one; it
/// is closed when its last reference goes.
public protocol OpenChat: AnyObject, Sendable {
    /// A coalescing stream that signals that changes wait. It ends with the task that reads it.
    func signals() -> AsyncStream<Void>

    /// The changes since the last call; the first has all rows and the header.
    func changes() async throws(ClientError) -> ChatUpdate

    /// The user returned: the present unread messages are the new ones.
    func look() async throws(ClientError)

    /// Shows the page before the oldest row, from the server if necessary; returns whether rows were added.
    ///
    /// - Throws: ``ClientError/offline(_:)`` if it cannot be fetched.
    func showOlder() async throws(ClientError) -> Bool

    /// Shows the page after the newest row, like ``showOlder()``.
    func showNewer() async throws(ClientError) -> Bool

    /// Shows another part of the history, from the server if necessary.
    ///
    /// - Returns: the message there; `nil` if there is none in this conversation.
    /// - Throws: ``ClientError/offline(_:)`` if it cannot be fetched.
    func show(_ target: ChatTarget) async throws(ClientError) -> MessageID?

    /// Fetches history of a gap.
    ///
    /// - Throws: ``ClientError/offline(_:)`` if it cannot be fetched.
    func fill(_ gap: ClosedRange<Seq>) async throws(ClientError)

    /// Fetches the original of a reply; returns whether it came.
    func fetchOriginal(_ message: MessageID) async throws(ClientError) -> Bool
}
