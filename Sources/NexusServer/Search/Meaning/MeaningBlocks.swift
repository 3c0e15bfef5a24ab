import NexusCore
import NexusDatabase
import NexusIntelligence
import Synchronization

/// The vectors of conversations that were searched lately, in memory. What is held is used only while the database counts the same
/// version, so that an edited, deleted or new message counts at once.
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

    /// - Parameter capacity: vectors held, at most; above it the database is read each time.
    init(dimension: Int, capacity: Int = 1_000_000) {
        self.dimension = dimension
        self.capacity = capacity
    }

    /// The vectors of a conversation as of this snapshot. That the asker may see it, the caller has made sure of.
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
