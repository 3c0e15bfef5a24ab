import NexusCore
import NexusDatabase

/// Keeps the index up: takes in new messages shortly after their posts and, once nothing is behind, those that were there before the index.
struct SearchProjection: Projection {
    /// Messages in one transaction.
    private static let messagesPerStep = 64

    var name: String { "search" }

    func messageChanged(from old: Message, to message: Message, _ transaction: Transaction) throws {
        try SearchIndex.replace(old, by: message, transaction)
    }

    /// Edits and deletions are followed in their own transactions.
    func concerns(_ change: Change) -> Bool { change.messages.contains { $0.seq == change.seq } }

    func begin(_ transaction: Transaction) throws { try SearchIndex.beginIfOutdated(transaction) }

    func behind(limit: Int, _ reader: Reader) throws -> [ConversationID] {
        try SearchIndex.behind(limit: limit, reader)
    }

    func remaining(_ reader: Reader) throws -> Int64 { try SearchIndex.remaining(reader) }

    func follow(_ conversations: [ConversationID], _ work: CatchUp) async throws -> Set<ConversationID> {
        let (done, skipped) = try await work.write { transaction in
            var done: [ConversationID] = []
            var skipped = 0
            var left = Self.messagesPerStep
            for id in conversations where left > 0 {
                let taken = try SearchIndex.follow(id, limit: left, transaction)
                try work.skip(taken.skipped, transaction)
                skipped += taken.skipped.count
                if taken.count < left { done.append(id) }
                left -= taken.count
            }
            return (done, skipped)
        }
        if skipped > 0 { try await work.countSkipped() }
        return Set(conversations).subtracting(done)
    }

    func followHistory(_ work: CatchUp) async throws -> Bool {
        let (isComplete, skipped) = try await work.write { transaction in
            let step = try SearchIndex.backfill(limit: Self.messagesPerStep, transaction)
            try work.skip(step.skipped, transaction)
            return (step.isComplete, step.skipped.count)
        }
        if skipped > 0 { try await work.countSkipped() }
        return isComplete
    }
}
