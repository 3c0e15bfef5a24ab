import NexusCore
import NexusDatabase

/// Keeps the index up: takes in new messages shortly after their posts and, once nothing is behind, those that were there before the index.
struct SearchProjection: Projection {
    /// Messages in one transaction.
    private static let messagesPerStep = 96

    var name: String { "search" }

    func messageChanged(from old: Message, to message: Message, _ transaction: Transaction) throws {
        try SearchIndex.replace(old, by: message, transaction)
    }

    /// Edits and deletions are followed in their own transactions.
    func concerns(_ change: Change) -> Bool { change.messages.contains { $0.seq == change.seq } }

    func begin(_ transaction: Transaction) throws {
        try SearchIndex.beginIfOutdated(transaction)
    }

    func behind(limit: Int, _ reader: Reader) throws -> [ConversationID] {
        try SearchIndex.behind(limit: limit, reader)
    }

    func remaining(_ reader: Reader) throws -> Int64 { try SearchIndex.remaining(reader) }

    func follow(_ conversations: [ConversationID], _ work: CatchUp) async throws -> Set<ConversationID> {
        let (read, more) = try await work.read { reader in
            var portions: [SearchIndex.Portion] = []
            var more: Set<ConversationID> = []
            var left = Self.messagesPerStep
            for id in conversations {
                guard left > 0 else {
                    more.insert(id)
                    continue
                }
                guard let portion = try SearchIndex.portion(of: id, limit: left, reader) else { continue }
                left -= portion.messages.count + portion.skipped.count
                if portion.isCut { more.insert(id) }
                portions.append(portion)
            }
            return (portions, more)
        }
        guard !read.isEmpty else { return more }
        let portions = try await work.compute {
            var portions = read
            for index in portions.indices { portions[index].findGrams() }
            return portions
        }
        return more.union(try await take(portions, work))
    }

    /// Indexes portions, in as many transactions as that takes.
    /// - Returns: The conversations that must be read again.
    private func take(_ portions: [SearchIndex.Portion], _ work: CatchUp) async throws -> [ConversationID] {
        var outdated: [ConversationID] = []
        var rest = portions
        var skipped = portions.flatMap(\.skipped)
        while !rest.isEmpty {
            let portions = rest
            let (left, undone) = try await work.write(skipping: skipped) { transaction in
                var outdated: [ConversationID] = []
                for (index, portion) in portions.enumerated() {
                    if index > 0, transaction.shouldYield { return (Array(portions[index...]), outdated) }
                    switch try SearchIndex.take(portion, transaction) {
                    case .all: break
                    case .rest(let rest): return ([rest] + portions[(index + 1)...], outdated)
                    case .outdated: outdated.append(portion.conversation)
                    }
                }
                return ([], outdated)
            }
            rest = left
            outdated += undone
            skipped = []
        }
        return outdated
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
