import NexusCore

/// The messages that are selected for one action.
public struct MessageSelection: Equatable, Sendable {
    /// Messages selected at once, at most: as many as one operation deletes.
    public static let limit = Limits.messagesPerDelete

    public private(set) var messages: Set<MessageID> = []

    public init() {}

    /// Whether messages are being selected.
    public var isOn: Bool { !messages.isEmpty }
    public var count: Int { messages.count }

    public func contains(_ message: MessageID) -> Bool { messages.contains(message) }

    /// Selects a message, or no longer. Deleted messages and group events cannot be selected.
    mutating func toggle(_ message: MessageRow) {
        if messages.remove(message.id) != nil { return }
        guard !message.isDeleted, message.event == nil, messages.count < MessageSelection.limit else { return }
        messages.insert(message.id)
    }

    mutating func remove(_ message: MessageID) { messages.remove(message) }

    mutating func end() { messages = [] }
}
