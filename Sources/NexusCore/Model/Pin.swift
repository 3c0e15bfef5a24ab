/// The pin of a message in its conversation: its author and time.
public struct Pin: Equatable, Sendable {
    public var user: UserID
    public var at: Timestamp

    public init(user: UserID, at: Timestamp) {
        self.user = user
        self.at = at
    }
}

/// The pinned messages of a conversation, the one that was pinned last first.
public struct PinnedList: Equatable, Sendable {
    public var messages: [Message]

    public init(messages: [Message]) { self.messages = messages }
}

extension [Message] {
    /// The pinned ones, newest pin first.
    public var pinned: [Message] {
        filter { $0.pin != nil && !$0.isDeleted }.arranged { left, right in
            let (first, second) = (left.pin?.at ?? .zero, right.pin?.at ?? .zero)
            return first != second ? first > second : left.seq > right.seq
        }
    }
}
