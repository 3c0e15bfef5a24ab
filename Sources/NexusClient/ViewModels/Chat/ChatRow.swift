import NexusCore

/// A row of a conversation on a screen, with an identity that stays while the row does. Copies share their content, so
/// that a list may keep thousands of them.
public struct ChatRow: Identifiable, Sendable {
    public enum ID: Hashable, Sendable {
        case message(MessageID)
        /// A day, a gap or the separator of new messages, by a number that no other row of the screen has.
        case marker(Int)
    }

    private final class Content: Sendable {
        let row: TimelineRow

        init(_ row: TimelineRow) { self.row = row }
    }

    public let id: ID
    private let shared: Content

    /// - Parameter marker: the number of a row that is not a message.
    public init(_ row: TimelineRow, marker: Int) {
        id = if case .message(let message) = row { .message(message.id) } else { .marker(marker) }
        shared = Content(row)
    }

    public var content: TimelineRow { shared.row }

    /// The message, unless it is another row. A group event is one too (``MessageRow/event``).
    public var message: MessageRow? { if case .message(let message) = content { message } else { nil } }

    /// Whether it is the separator of new messages.
    public var isNewMessages: Bool { if case .newMessages = content { true } else { false } }
}

extension ChatRow: Equatable {
    public static func == (left: ChatRow, right: ChatRow) -> Bool {
        left.id == right.id && (left.shared === right.shared || left.content == right.content)
    }
}

/// The last change of the rows, for lists that apply splices themselves.
public struct ChatChange: Equatable, Sendable {
    /// Grows by one with each change. A list that misses one reloads all rows.
    public var number = 0
    /// To be applied in order.
    public var splices: [RowSplice] = []
    /// Whether to animate it: not when a screen opens or jumps.
    public var isAnimated = false
}

/// Where a chat begins: shown without an animation.
public enum ChatOpening: Equatable, Sendable {
    case newest
    /// At the separator of new messages.
    case firstUnread(ChatRow.ID)
}
