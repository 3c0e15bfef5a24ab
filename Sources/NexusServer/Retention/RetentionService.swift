import NexusCore
import NexusDatabase

/// How long the messages of a conversation stay, as its members see and set it.
struct RetentionService: Sendable {
    let database: any Database
    let gate: OperationGate
    let now: @Sendable () -> Timestamp
    /// Called once messages may be too old.
    let wake: @Sendable () -> Void

    /// - Throws: `Refusal` (`conversation_gone`) for a non-member.
    func retention(of id: ConversationID, for user: UserID) async throws -> Retention {
        try await database.read { reader in
            guard try HistoryRepository.view(id, for: user, in: reader) != nil else { throw Refusal.conversationGone }
            return Retention(
                days: try RetentionRepository.days(of: id, in: reader),
                serverDays: try TeamRepository.info(reader).retentionDays)
        }
    }

    /// Sets it, and says so in the conversation; a no-op changes nothing.
    ///
    /// - Throws: `Refusal`: `conversation_gone`, `forbidden`; `invalid_request` for more days than the server's.
    func set(_ days: Int, of id: ConversationID, by user: UserID) async throws -> Retention {
        let time = now()
        let retention: Retention = try await gate.change { transaction, performer in
            let context = performer.context(OperationID(at: time), of: user, at: time, transaction)
            let conversation = try context.conversation(id)
            try context.require(.setAI, in: conversation)
            let serverDays = try TeamRepository.info(transaction).retentionDays
            guard (0...min(serverDays ?? .max, Limits.retentionLongestDays)).contains(days) else {
                throw Refusal(
                    .invalidRequest,
                    "Messages of this conversation stay 1 to \(min(serverDays ?? .max, Limits.retentionLongestDays)) days, or 0 for the server's rule."
                )
            }
            let retention = Retention(days: days, serverDays: serverDays)
            guard try RetentionRepository.days(of: id, in: transaction) != days else { return (retention, []) }
            try RetentionRepository.setDays(days, of: id, transaction)
            try AuditLog.append(
                .setRetention, by: user, to: user, note: "conversation: \(id.text), days: \(days)", at: time,
                transaction)
            let span = days == 1 ? "a day" : "\(days) days"
            let text = days == 0 ? "Messages stay." : "Messages are deleted after \(span)."
            let seq = try context.advance(conversation)
            let event = try EventRepository.record(
                GroupEvent(.about, text: text, retentionDays: days), in: id, at: seq, context)
            return (
                retention,
                [
                    try context.publication(
                        of: Change(conversation: id, seq: seq, messages: [event]), to: conversation)
                ]
            )
        }
        wake()
        return retention
    }
}
