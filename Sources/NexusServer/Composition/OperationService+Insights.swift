import NexusCore

extension OperationService {
    /// How operations change insights.
    struct Insights: Sendable {
        /// The zone of dates of members whose own is unknown.
        var zone = InsightZone.utc
        /// False if the operator has turned AI off.
        var isOn = true
    }

    /// Changes insights of a conversation; the acknowledgement names their revision.
    ///
    /// - Throws: `Refusal`: `ai_unavailable`, `conversation_gone`, and those of ``InsightEdit/perform(_:in:)``.
    func apply(
        _ mutation: InsightMutation, in id: ConversationID, _ context: OperationContext
    ) throws -> Applied {
        guard insights.isOn else { throw Refusal.insightsOff }
        let conversation = try context.conversation(id)
        guard try InsightPolicy.shows(to: context.user, context.transaction) else { throw Refusal.insightGone }
        let edit = InsightEdit(
            user: context.user, time: context.now, serverZone: insights.zone, transaction: context.transaction)
        let before = try InsightProgress.revision(of: id, context.transaction)
        _ = try edit.perform(mutation, in: id)
        let revision = try InsightProgress.revision(of: id, context.transaction)
        guard revision != before else { return Applied(acknowledgement: context.acknowledged(0)) }
        return Applied(
            acknowledgement: context.acknowledged(revision), insightReaders: conversation.recipients)
    }
}
