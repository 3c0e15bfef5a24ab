import NexusCore
import NexusDatabase

/// A query of presence or typing: who may see whom, never who is online.
enum PresenceQuestion: Hashable, Sendable {
    /// A connection was opened: whom its user may see, and who may see them.
    case greet(PresenceLeases.Device, UserID)
    /// Who may see a user.
    case tell(UserID)
    /// A user may have changed whether they show their presence: who is concerned.
    case switched(UserID)
    /// New members of a conversation.
    case joined([UserID], ConversationID)
    /// A user has left a conversation: those of its members who share no other with them.
    case parted(UserID, ConversationID)
    /// A user has blocked or unblocked another.
    case related(UserID, UserID)
    /// A user types there: the members.
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

/// A user, and the people who share a conversation with them.
struct PresenceCircle: Sendable {
    var user: UserID
    /// `nil` for a user without an account.
    var stored: PresenceLeases.Stored?
    var others: [PresenceRepository.Person]
}

/// The answer to a `PresenceQuestion`.
enum PresenceAnswer: Sendable {
    case greet(PresenceLeases.Device, PresenceCircle)
    case tell(PresenceCircle)
    case switched(PresenceCircle)
    case joined([UserID], [PresenceRepository.Person], BlockPairs)
    /// Their circle without the conversation, and its remaining members.
    case parted(PresenceCircle, left: [PresenceRepository.Person])
    /// Their circles as they are now.
    case related(PresenceCircle, PresenceCircle)
    /// All members, and the blocks between them.
    case audience(ConversationID, [UserID], BlockPairs)
}
