import NexusCore

/// A message as input of the extraction.
public struct InsightMessage: Hashable, Sendable {
    public var id: MessageID
    public var sender: UserID
    public var text: String
    public var writtenAt: Timestamp
    /// The sender's time zone, which defines "tomorrow".
    public var zone: WritingZone
    public var replyTo: MessageID?

    public init(
        id: MessageID, sender: UserID, text: String, writtenAt: Timestamp, zone: WritingZone, replyTo: MessageID? = nil
    ) {
        self.id = id
        self.sender = sender
        self.text = text
        self.writtenAt = writtenAt
        self.zone = zone
        self.replyTo = replyTo
    }
}

/// A possible assignee of an action item.
public struct InsightMember: Hashable, Sendable {
    public var id: UserID
    public var name: String

    public init(id: UserID, name: String) {
        self.id = id
        self.name = name
    }
}
