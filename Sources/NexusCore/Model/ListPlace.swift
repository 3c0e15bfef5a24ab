/// The position of a conversation in the list.
struct ListPlace: Sendable {
    var id: ConversationID
    var isArchived: Bool
    var isPinned: Bool
    var lastAt: Timestamp

    /// The order of the list: pinned ones, the others, those that are put away; each newest first by their last message.
    func comes(before other: ListPlace) -> Bool {
        if isArchived != other.isArchived { return other.isArchived }
        if isPinned != other.isPinned { return isPinned }
        return lastAt != other.lastAt ? lastAt > other.lastAt : id < other.id
    }
}
