import NexusCore

/// What a click at a part of the screen means.
enum Click: Equatable, Sendable {
    case nothing
    case conversation(ConversationID)
    case message(MessageID)
    case timeline
    case composer
    case list
    case sheet
    /// A row of the sheet or of the topmost overlay.
    case row(Int)
    case banner
    case reconnect
}
