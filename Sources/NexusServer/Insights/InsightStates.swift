import NexusCore
import NexusIntelligence
import Synchronization

/// The extraction states of active conversations in memory: extraction continues from them, so no message is read
/// twice. The least recently used are evicted, and then resume at their last stored checkpoint.
final class InsightStates: Sendable {
    /// The maximum of open items over all conversations, each conversation counting as one more.
    private static let weightLimit = 20_000

    /// The state of a conversation.
    struct Entry: Sendable {
        var checkpoint: InsightCheckpoint
        /// The zones of the messages that gave the checkpoint's items their dates.
        var zones: [MessageID: InsightZone]
        /// The last change that was taken.
        var read: Seq
        /// The count of edits and deletions at which this is valid.
        var version: Int64
        /// Messages since the last stored checkpoint.
        var sinceCheckpoint: Int
    }

    private struct State {
        var entries: [ConversationID: (entry: Entry, usedAt: UInt64)] = [:]
        var weight = 0
        var uses: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The state of a conversation, unless it is of another place than this.
    func entry(of id: ConversationID, read: Seq, version: Int64) -> Entry? {
        state.withLock { state in
            guard let found = state.entries[id]?.entry else { return nil }
            guard found.read == read, found.version == version else {
                state.entries[id] = nil
                state.weight -= found.weight
                return nil
            }
            state.uses += 1
            state.entries[id]?.usedAt = state.uses
            return found
        }
    }

    func keep(_ entry: Entry, of id: ConversationID) {
        state.withLock { state in
            state.uses += 1
            state.weight += entry.weight - (state.entries[id]?.entry.weight ?? 0)
            state.entries[id] = (entry, state.uses)
            guard state.weight > Self.weightLimit else { return }
            // Many at once, so that the search for the oldest is rare.
            for (id, old) in state.entries.sorted(by: { $0.value.usedAt < $1.value.usedAt })
            where state.weight > Self.weightLimit / 2 {
                state.entries[id] = nil
                state.weight -= old.entry.weight
            }
        }
    }
}

extension InsightStates.Entry {
    fileprivate var weight: Int { 1 + checkpoint.sources.count }
}
