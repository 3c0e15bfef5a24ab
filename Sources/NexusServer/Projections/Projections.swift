import NexusCore
import NexusDatabase

/// All projections, as the transactions that change messages see them.
struct Projections: Sendable {
    let all: [any Projection]

    init(_ all: [any Projection]) { self.all = all }

    /// A message is edited or deleted in this transaction.
    func messageChanged(from old: Message, to message: Message, _ transaction: Transaction) throws {
        for projection in all { try projection.messageChanged(from: old, to: message, transaction) }
        try SkippedRow.forget(message.seq, in: message.conversation, transaction)
    }

    /// Members allow, or forbid, that artificial intelligence reads a conversation.
    func consentChanged(to allowsAI: Bool, in conversation: ConversationID, _ transaction: Transaction) throws {
        for projection in all {
            try projection.consentChanged(to: allowsAI, in: conversation, transaction)
        }
    }
}
