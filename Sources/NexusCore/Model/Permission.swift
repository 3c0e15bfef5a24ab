/// Who may do what in a conversation: the one table that clients show by and the server enforces.
public enum Permission {
    public enum Action: Equatable, Sendable {
        case read, post, react, rename, addMembers, leave, dissolve
        case edit(sender: UserID)
        case delete(sender: UserID)
        case removeMember(UserID)
    }

    /// Whether `member` may do `action`. Somebody who has left may do nothing.
    public static func allows(_ action: Action, for member: Member, in kind: Conversation.Kind) -> Bool {
        guard !member.hasLeft else { return false }
        switch action {
        case .read, .post, .react: return true
        case .edit(let sender), .delete(let sender): return sender == member.user
        case .rename, .addMembers: return kind == .group
        case .leave: return kind == .group
        case .removeMember(let user): return kind == .group && (member.role == .owner && user != member.user)
        case .dissolve: return kind == .group && member.role == .owner
        }
    }
}

extension Permission.Action {
    /// Whether it brings something before the others' eyes: in a direct conversation nothing may of which one has blocked the other.
    public var addressesOthers: Bool {
        switch self {
        case .read, .delete, .leave, .dissolve, .removeMember: false
        default: true
        }
    }
}
