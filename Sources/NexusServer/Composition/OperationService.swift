import NexusCore
import NexusDatabase

/// Carries out operations: the one way by which a conversation changes, over the socket and over HTTP alike.
///
/// Everything runs inside one transaction on the writer. An operation that has been carried out before returns its original
/// success and changes nothing; receipts, which only move forward, and opening a direct conversation are
/// idempotent by nature and leave no record. A name is not: repeated after another device has changed it, it would bring
/// the old one back.
struct OperationService: OperationPerformer {
    let heads: ConversationHeads
    let projections: Projections
    let insights: Insights

    /// - Parameter projections: those that edits and deletions undo in their transactions.
    init(heads: ConversationHeads, projections: Projections = .undoing, insights: Insights = Insights()) {
        self.heads = heads
        self.insights = insights
        self.projections = projections
    }

    func apply(
        _ operation: Operation, by user: UserID, in transaction: Transaction, now: Timestamp
    ) throws -> Applied {
        let context = context(operation.id, of: user, at: now, transaction)
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
        // Of the operations that are recorded, only changes of a draft give way.
        try MessageRepository.insertOperation(
            applied.acknowledgement, by: user, isDraft: operation.kind.givesWay, transaction)
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
            return try UserSettingsService.update(change, of: id, context)
        case .updateRelation(let user, let change):
            return try UserSettingsService.update(change, to: user, context)
        case .report(let id, let message, let reason):
            return try ReportService.report(message, in: id, because: reason, context)
        case .insight(let id, let mutation):
            return try apply(mutation, in: id, context)
        case .post, .receipt, .createDirect:
            return Applied(acknowledgement: context.acknowledged(0))
        }
    }
}
