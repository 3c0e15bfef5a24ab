import NexusCore

/// The position where a search continues, opaque to clients.
enum SearchCursor: Equatable {
    /// Before the message that was posted then.
    case message(at: Timestamp, id: MessageID)
    /// Past so many of the best.
    case rank(Int)

    var text: String {
        switch self {
        case .message(let at, let id): "m\(at.milliseconds).\(id.text)"
        case .rank(let rank): "b\(rank)"
        }
    }

    /// - Throws: `Refusal` (`invalid_request`) for a foreign cursor.
    init(_ text: String) throws(Refusal) {
        let rest = text.dropFirst()
        switch text.first {
        case "m":
            let parts = rest.split(separator: ".", maxSplits: 1)
            if parts.count == 2, let at = Int64(parts[0]), let id = MessageID(String(parts[1])) {
                self = .message(at: Timestamp(milliseconds: at), id: id)
                return
            }
        case "b":
            if let rank = Int(rest), (0...Limits.searchRanked).contains(rank) {
                self = .rank(rank)
                return
            }
        default: break
        }
        throw Refusal(.invalidRequest, "That cursor is not from an answer to this search.")
    }
}
