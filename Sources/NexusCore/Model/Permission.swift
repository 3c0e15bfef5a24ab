/// The permissions in a conversation: one table, which clients show and the server enforces (docs/protocol.md).
public enum Permission {
    public enum Action: Equatable, Sendable {
        case read, post, react, pin, rename, addMembers, leave, dissolve
        /// Decides for all members whether AI reads the conversation, and how long its messages stay.
        case setAI
        /// Changes the picture and the description of a group.
        case describe
        /// Adds back a user whom the owner or an admin removed from the group.
        case addRemoved
        case edit(sender: UserID)
        case delete(sender: UserID)
        case removeMember(UserID, Member.Role)
        /// Changes a member's role. A new owner takes the group over.
        case setRole(UserID, from: Member.Role, to: Member.Role)
    }

    /// Whether `member` may do `action`. A former member may do nothing.
    public static func allows(_ action: Action, for member: Member, in kind: Conversation.Kind) -> Bool {
        guard !member.hasLeft else { return false }
        let isGroup = kind == .group
        switch action {
        case .read, .post, .react: return true
        case .pin: return !isGroup || member.role.rank > Member.Role.member.rank
        case .edit(let sender): return sender == member.user
        case .delete(let sender): return sender == member.user || isGroup && member.role.rank > Member.Role.member.rank
        case .rename, .describe, .addMembers, .leave: return isGroup
        case .removeMember(let user, let role):
            return isGroup && user != member.user && member.role.rank > role.rank
        case .setRole(let user, let from, let to):
            return isGroup && user != member.user && member.role == .owner && from != to
        case .dissolve: return isGroup && member.role == .owner
        // In a direct conversation both decide; either can forbid it.
        case .setAI: return !isGroup || member.role.rank > Member.Role.member.rank
        case .addRemoved: return isGroup && member.role.rank > Member.Role.member.rank
        }
    }
}

extension Permission.Action {
    /// Whether it is visible to others: blocked in a direct conversation if one has blocked the other.
    public var addressesOthers: Bool {
        switch self {
        case .read, .delete, .leave, .dissolve, .removeMember, .setAI: false
        default: true
        }
    }
}
