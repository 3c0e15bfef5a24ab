import NexusCore
import NexusDatabase

/// The context of every use case of an operation.
struct OperationContext {
    let id: OperationID
    let user: UserID
    let now: Timestamp
    let heads: ConversationHeads
    let projections: Projections
    let transaction: Transaction

    /// The conversation, for a present member. Others cannot tell whether it exists.
    func conversation(_ id: ConversationID) throws -> ConversationHead {
        guard let conversation = try conversationIfMember(id) else { throw Refusal.conversationGone }
        return conversation
    }

    func conversationIfMember(_ id: ConversationID) throws -> ConversationHead? {
        guard let conversation = try heads.conversation(id, in: transaction), conversation.place(of: user) != nil else {
            return nil
        }
        return conversation
    }

    func require(_ action: Permission.Action, in conversation: ConversationHead) throws {
        guard let member = conversation.activeMember(user) else { throw Refusal.conversationGone }
        guard Permission.allows(action, for: member, in: conversation.kind) else { throw Refusal.notAllowed }
        if action.addressesOthers, let refusal = try BlockCheck.refusal(ofWritingTo: conversation, self) {
            throw refusal
        }
    }

    /// Takes the conversation's next `seq`.
    func advance(_ conversation: ConversationHead) throws -> Seq {
        try heads.advance(conversation, at: now, in: transaction)
    }

    /// The present member rows of those users.
    func members(_ users: [UserID], of conversation: ConversationHead) throws -> [Member] {
        try users.compactMap { user in
            conversation.member(user, try heads.face(of: user, in: transaction) ?? PersonFace(name: ""))
        }
    }

    func acknowledged(_ seq: Seq) -> Acknowledgement { Acknowledgement(operation: id, seq: seq, at: now) }

    /// A success that changed `conversation` by `change`.
    func applied(
        _ change: Change, to conversation: ConversationHead, departed: [UserID] = []
    ) throws -> Applied {
        Applied(
            acknowledgement: acknowledged(change.seq),
            publication: try publication(of: change, to: conversation, departed: departed))
    }

    /// The publication of a change to the members, without receipts and pictures that some of them may not see
    /// (docs/protocol.md).
    func publication(
        of change: Change, to conversation: ConversationHead, departed: [UserID] = []
    ) throws -> Publication {
        var publication = Publication(change: change, recipients: conversation.recipients, departed: departed)
        let hiding = try heads.hidingReceipts(in: transaction)
        for member in change.members {
            let hasReceipts = member != member.withoutReceipts
            guard hasReceipts || member.picture != nil else { continue }
            for other in try heads.blocked(by: member.user, in: transaction) where conversation.place(of: other) != nil
            {
                publication.hidden[other, default: [:]][member.user] = .everything
            }
            guard hasReceipts, !hiding.isEmpty else { continue }
            // A user who hides receipts neither shows nor sees them.
            for other in conversation.recipients
            where other != member.user && (hiding.contains(member.user) || hiding.contains(other)) {
                publication.hidden[other, default: [:]][member.user, default: []].insert(.receipts)
            }
        }
        return publication
    }
}

extension Refusal {
    static let identifierTaken = Refusal(.identifierTaken, "That identifier is in use. Make a new one.")
    static let notAllowed = Refusal(.forbidden, "Your role in this conversation does not allow that.")
    static let messageGone = Refusal(.messageGone, "This message does not exist, or has been deleted.")
    static let unknownPerson = Refusal(.unknownPerson, "One of these people has no account here.")
    static let tooManyMembers = Refusal(
        .tooManyPeople, "A group has at most \(Limits.groupMembers) members.")
}
