import NexusCore
import NexusDatabase

/// Carries out operations: the one way by which a conversation changes, over the socket and over HTTP alike.
///
/// Everything runs inside one transaction on the writer. An operation that has been carried out before returns its original
/// success and changes nothing (design §5.2); receipts, which only move forward, and opening a direct conversation are
/// idempotent by nature and leave no record. A name is not: repeated after another device has changed it, it would bring
/// the old one back.
struct OperationService: Sendable {
    let heads: ConversationHeads

    /// - Throws: `Refusal`, or `DatabaseError` when the storage fails. Either undoes the transaction.
    func apply(
        _ operation: Operation, by user: UserID, in transaction: Transaction, now: Timestamp
    ) throws -> Applied {
        let context = OperationContext(
            id: operation.id, user: user, now: now, heads: heads, transaction: transaction)
        switch operation.kind {
        case .post(let id, let post):
            return try MessageService.post(post, in: id, context)
        case .receipt(let id, let read, let delivered):
            return try ReceiptService.move(read: read, delivered: delivered, in: id, context)
        case .createDirect(let id, let other):
            return try ConversationService.createDirect(id, with: other, context)
        default: break
        }
        if let (author, acknowledgement) = try MessageRepository.operation(operation.id, in: transaction) {
            guard author == user else { throw Refusal.identifierTaken }
            return Applied(acknowledgement: acknowledgement)
        }
        let applied = try applyOnce(operation.kind, context)
        try MessageRepository.insertOperation(applied.acknowledgement, by: user, transaction)
        return applied
    }

    private func applyOnce(_ kind: Operation.Kind, _ context: OperationContext) throws -> Applied {
        switch kind {
        case .edit(let id, let message, let text, let mentions):
            return try MessageService.edit(message, to: text, mentions, in: id, context)
        case .delete(let id, let messages):
            return try MessageService.delete(messages, in: id, context)
        case .react(let id, let message, let emoji, let on):
            return try ReactionService.react(to: message, with: emoji, on: on, in: id, context)
        case .pin(let id, let message, let on):
            return try PinService.pin(message, on: on, in: id, context)
        case .createGroup(let id, let title, let members):
            return try ConversationService.createGroup(id, title: title, members: members, context)
        case .rename(let id, let title):
            return try ConversationService.rename(id, title: title, context)
        case .setAI(let id, let on):
            return try ConversationService.setAI(on, of: id, context)
        case .describe(let id, let change):
            return try ConversationService.describe(id, change, context)
        case .addMembers(let id, let users):
            return try MembershipService.add(users, to: id, context)
        case .removeMember(let id, let user):
            return try MembershipService.remove(user, from: id, context)
        case .setRole(let id, let user, let role):
            return try MembershipService.set(role, of: user, in: id, context)
        case .leave(let id):
            return try MembershipService.leave(id, context)
        case .dissolve(let id):
            return try MembershipService.dissolve(id, context)
        case .updateProfile(let change):
            return try ProfileService.update(change, context)
        case .updateSettings(let id, let change):
            return try OwnService.update(change, of: id, context)
        case .updateRelation(let user, let change):
            return try OwnService.update(change, to: user, context)
        case .report(let id, let message, let reason):
            return try ReportService.report(message, in: id, because: reason, context)
        case .post, .receipt, .createDirect:
            return Applied(acknowledgement: context.acknowledged(0))
        }
    }
}

/// What every use case of an operation needs.
struct OperationContext {
    let id: OperationID
    let user: UserID
    let now: Timestamp
    let heads: ConversationHeads
    let transaction: Transaction

    /// The conversation, for somebody who is a member now. Whether it exists is told to nobody else.
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
        guard let member = conversation.standing(of: user) else { throw Refusal.conversationGone }
        guard Permission.allows(action, for: member, in: conversation.kind) else { throw Refusal.notAllowed }
        if action.addressesOthers, let refusal = try BlockService.refusal(ofWritingTo: conversation, self) {
            throw refusal
        }
    }

    /// Takes the conversation's next `seq`.
    func advance(_ conversation: ConversationHead) throws -> Seq {
        try heads.advance(conversation, at: now, in: transaction)
    }

    /// The member rows of those people as they are now.
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
            publications: [try publication(of: change, to: conversation, departed: departed)])
    }

    /// A change on its way to the members, without the receipts and pictures that some of them may not see: docs/protocol.md says whose.
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
            // Who hides theirs is seen by nobody, and sees nobody's.
            for other in conversation.recipients
            where other != member.user && (hiding.contains(member.user) || hiding.contains(other)) {
                publication.hidden[other, default: [:]][member.user, default: []].insert(.receipts)
            }
        }
        return publication
    }
}

extension Refusal {
    static let identifierTaken = Refusal(.identifierTaken, "That identifier names something else. Make a new one.")
    static let notAllowed = Refusal(.forbidden, "Your role in this conversation does not allow that.")
    static let messageGone = Refusal(.messageGone, "This message is not there, or has been deleted.")
    static let unknownPerson = Refusal(.unknownPerson, "One of these people has no account here.")
    static let tooManyMembers = Refusal(
        .tooManyPeople, "A group has at most \(Limits.groupMembers) members.")
}
