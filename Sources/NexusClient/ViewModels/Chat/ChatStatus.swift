import NexusCore

/// What the line below a chat's title says. Apps word it in the language of the reader.
public enum ChatStatus: Equatable, Sendable {
    /// Nothing is known.
    case unknown
    /// These members type; in a direct conversation the other user.
    case typing([String])
    /// The other user of a direct conversation.
    case online
    /// The other user of a direct conversation; `nil` if they were never seen.
    case offline(lastSeen: Timestamp?)
    /// A group: its members, how many others are online, and its description.
    case members(Int, online: Int, about: String)
    /// The user is no longer a member.
    case gone
    /// The other user has deleted their account.
    case accountDeleted

    public init(_ header: ChatHeader) {
        if header.isGone {
            self = .gone
        } else if header.isOtherDeleted {
            self = .accountDeleted
        } else if !header.typing.isEmpty {
            self = .typing(header.typing)
        } else if header.kind == .group {
            let online = header.members.count { $0.isOnline && !$0.isMe }
            self = .members(header.members.count, online: online, about: header.about)
        } else if header.isOnline {
            self = .online
        } else {
            self = header.isPresenceKnown ? .offline(lastSeen: header.lastSeen) : .unknown
        }
    }
}
