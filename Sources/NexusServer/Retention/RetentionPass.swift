import NexusCore
import NexusDatabase

/// Deletes messages that are too old, in small steps whose position is stored with each. Pinned messages are deleted too: a pin is no way
/// around the rule.
struct RetentionPass: Sendable {
    /// Messages in one deletion.
    static let messagesPerStep = 50

    let database: any Database
    let gate: OperationGate
    let now: @Sendable () -> Timestamp

    /// Deletes the next messages of one conversation.
    ///
    /// - Returns: false if no message is too old.
    func step() async throws -> Bool {
        let time = now()
        let found = try await database.read { reader -> (RetentionRepository.Due, [(id: MessageID, seq: Seq)])? in
            let days = try TeamRepository.info(reader).retentionDays
            guard let due = try RetentionRepository.due(at: time, serverDays: days, limit: 1, in: reader).first else {
                return nil
            }
            return (due, try RetentionRepository.old(due, limit: RetentionPass.messagesPerStep, in: reader))
        }
        guard let (due, messages) = found, let last = messages.last else { return false }
        try await gate.change { transaction, performer in
            try RetentionRepository.setThrough(last.seq, of: due.conversation, transaction)
            guard let conversation = try performer.heads.conversation(due.conversation, in: transaction) else {
                return ((), [])
            }
            let context = performer.context(
                OperationID(at: time), of: conversation.creator, at: time, transaction)
            return ((), try MessageService.remove(messages.map(\.id), in: due.conversation, context))
        }
        return true
    }
}
