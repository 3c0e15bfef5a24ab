import NexusCore
import NexusDatabase

/// What presence and typing ask the database: always who may see whom, never who is there.
enum PresenceQuestion: Hashable, Sendable {
    /// A connection was opened: whom its person may see, and who may see them.
    case greet(PresenceBoard.Device, UserID)
    /// Who may see somebody.
    case tell(UserID)
    /// Somebody may have begun to show or hide their presence: who is concerned.
    case switched(UserID)
    /// People have become members of a conversation.
    case joined([UserID], ConversationID)
    /// Somebody is no longer a member of a conversation: with whom of it they share no other.
    case parted(UserID, ConversationID)
    /// Somebody has blocked somebody else, or no longer.
    case related(UserID, UserID)
    /// Somebody types there: who is a member.
    case audience(ConversationID)

    /// - Throws: `DatabaseError`.
    func answer(from reader: Reader) throws -> PresenceAnswer {
        switch self {
        case .greet(let device, let user): .greet(device, try circle(of: user, reader))
        case .tell(let user): .tell(try circle(of: user, reader))
        case .switched(let user): .switched(try circle(of: user, reader))
        case .joined(let users, let conversation):
            .joined(
                users, try PresenceRepository.members(of: conversation, in: reader),
                try BlockRepository.pairs(in: conversation, reader))
        case .parted(let user, let conversation):
            .parted(try circle(of: user, reader), left: try PresenceRepository.members(of: conversation, in: reader))
        case .related(let user, let other):
            .related(try circle(of: user, reader), try circle(of: other, reader))
        case .audience(let conversation):
            .audience(
                conversation, try PresenceRepository.audience(of: conversation, in: reader),
                try BlockRepository.pairs(in: conversation, reader))
        }
    }

    private func circle(of user: UserID, _ reader: Reader) throws -> PresenceCircle {
        PresenceCircle(
            user: user, stored: try PresenceRepository.stored(of: user, in: reader),
            others: try PresenceRepository.acquaintances(of: user, in: reader))
    }
}

/// Somebody, and the people they share a conversation with.
struct PresenceCircle: Sendable {
    var user: UserID
    /// `nil` for somebody without an account.
    var stored: PresenceBoard.Stored?
    var others: [PresenceRepository.Person]
}

/// The answer to a `PresenceQuestion`.
enum PresenceAnswer: Sendable {
    case greet(PresenceBoard.Device, PresenceCircle)
    case tell(PresenceCircle)
    case switched(PresenceCircle)
    case joined([UserID], [PresenceRepository.Person], BlockPairs)
    /// Their circle without the conversation, and who is left in it.
    case parted(PresenceCircle, left: [PresenceRepository.Person])
    /// Their circles as they are now.
    case related(PresenceCircle, PresenceCircle)
    /// All members, and who of them has blocked whom.
    case audience(ConversationID, [UserID], BlockPairs)
}
