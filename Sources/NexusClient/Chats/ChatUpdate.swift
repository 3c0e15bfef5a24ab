import NexusCore

/// The changes of an open chat since they were last taken, and its present figures.
public struct ChatUpdate: Equatable, Sendable {
    /// Changes of the rows, to be applied in order.
    public var splices: [RowSplice] = []
    /// Whether the user moved in the history, so that the rows change without an animation.
    public var isMove = false
    /// The new header; `nil` if unchanged.
    public var header: ChatHeader?
    /// Whether there is history before the shown part, here or on the server.
    public var hasOlder = false
    /// Whether there is history after the shown part.
    public var hasNewer = false
    /// The user's read position.
    public var read: Seq = 0
    /// The number of unread messages.
    public var unread = 0
    public var isOnline = false
    /// Uploads under way, by the message that they belong to.
    public var uploads: [MessageID: UploadProgress] = [:]

    public init() {}
}

/// The progress of the attachments of one message.
public struct UploadProgress: Equatable, Sendable {
    /// Bytes on the server.
    public var sent: Int64
    /// Bytes in all.
    public var total: Int64

    public init(sent: Int64, total: Int64) {
        self.sent = sent
        self.total = total
    }

    /// The part that is on the server, 0 to 1.
    public var fraction: Double { total > 0 ? min(1, max(0, Double(sent) / Double(total))) : 0 }
}
