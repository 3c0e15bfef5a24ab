import NexusCore

/// The position where a search continues, opaque to clients.
enum SearchCursor: Equatable {
    /// Before this moment.
    case moment(SearchMoment)
    /// Past so many of the best.
    case rank(Int)

    var text: String {
        switch self {
        case .moment(let moment): "m\(moment.at.milliseconds).\(moment.conversation.text).\(moment.seq)"
        case .rank(let rank): "b\(rank)"
        }
    }

    /// - Throws: `Refusal` (`invalid_request`) for a foreign cursor.
    init(_ text: String) throws(Refusal) {
        let rest = text.dropFirst()
        switch text.first {
        case "m":
            let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count == 3, let at = Int64(parts[0]), let conversation = ConversationID(String(parts[1])),
                let seq = Seq(parts[2])
            {
                self = .moment(
                    SearchMoment(at: Timestamp(milliseconds: at), conversation: conversation, seq: seq))
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
