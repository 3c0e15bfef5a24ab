import NexusCore
import NexusDatabase
import NexusIntelligence
import Synchronization

/// A cache of the vectors of recently searched conversations. Entries are valid only for the version in the database,
/// so that edits, deletions and new messages count at once.
final class MeaningBlocks: Sendable {
    private struct Held {
        var version: Int64
        var block: VectorBlock
    }

    private struct State {
        var held: [ConversationID: Held] = [:]
        var vectors = 0
    }

    private let dimension: Int
    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: the maximum of cached vectors; without it the database is read each time.
    init(dimension: Int, capacity: Int = 1_000_000) {
        self.dimension = dimension
        self.capacity = capacity
    }

    /// The vectors of a conversation in this snapshot. The caller has checked access.
    func block(of id: ConversationID, _ reader: Reader) throws -> VectorBlock? {
        guard let version = try MeaningRepository.version(of: id, reader) else { return nil }
        if let held = state.withLock({ $0.held[id] }), held.version == version { return held.block }
        let block = try MeaningRepository.vectors(of: id, dimension: dimension, reader)
        state.withLock { state in
            let before = state.held[id]?.block.keys.count ?? 0
            guard state.vectors - before + block.keys.count <= capacity else { return }
            state.held[id] = Held(version: version, block: block)
            state.vectors += block.keys.count - before
        }
        return block
    }
}
