import NexusCore
import NexusDatabase

/// Compares the search index with the messages. Returns places, as text for the operator.
enum IndexIntegrity {
    private struct Indexed {
        var number: Int64
        var conversation: ConversationID
        var seq: Seq
        var head: Seq
    }

    /// Messages that should be in the index and are not, those that should not and are, and blocks that say something else than their regions.
    static func problems(in reader: Reader) throws -> [String] {
        guard try SearchIndex.isComplete(reader) else { return [] }
        let conversations = try reader.all(
            "SELECT search_number, id, indexed_seq, head FROM conversations WHERE search_number IS NOT NULL"
        ) { Indexed(number: try $0.next(), conversation: try $0.next(), seq: try $0.next(), head: try $0.next()) }
        return try conversations.flatMap { try problems(of: $0, reader) }
            + strayBlocks(besides: Set(conversations.map(\.number)), reader)
    }

    private static func problems(of place: Indexed, _ reader: Reader) throws -> [String] {
        var indexed: Set<Seq> = []
        var summary: [Int64: SearchBlock] = [:]
        try SearchBlockRepository.each(
            from: SearchBlockPlace.key(ofBlock: 0, number: place.number),
            to: SearchBlockPlace.key(ofRegion: 0, number: place.number), reader
        ) { stored in
            let block = try SearchBlock(stored: stored.bytes)
            let index = SearchBlockPlace.index(ofKey: stored.key)
            for at in SearchPlaces(block.places(of: SearchGramHash.any)) {
                indexed.insert(SearchBlockPlace.seq(at: at, in: index))
            }
            guard index < SearchBlockPlace.block(of: place.seq) else { return }
            summary[index / SearchBlockPlace.blocksOfRegion, default: SearchBlock()].add(
                SearchBlock.pairs(block.grams, at: Int(index % SearchBlockPlace.blocksOfRegion)))
        }
        var regions: [Int64: SearchBlock] = [:]
        try SearchBlockRepository.each(
            from: SearchBlockPlace.key(ofRegion: 0, number: place.number),
            to: SearchBlockPlace.key(ofBlock: 0, number: place.number + 1), reader
        ) { regions[SearchBlockPlace.index(ofKey: $0.key)] = try SearchBlock(stored: $0.bytes) }
        let unlike = Set(summary.keys).union(regions.keys).filter { summary[$0] != regions[$0] }
        var wrong = Set(unlike.map { SearchBlockPlace.seq(at: 0, in: $0 * SearchBlockPlace.blocksOfRegion) })
        if place.seq > place.head { wrong.insert(place.seq) }
        return try wrong.union(indexed.symmetricDifference(messages(of: place, reader))).sorted()
            .map { "\(place.conversation) \($0)" }
    }

    /// The messages that should be in the index.
    private static func messages(of place: Indexed, _ reader: Reader) throws -> Set<Seq> {
        let seqs: [Seq] = try reader.all(
            """
            SELECT seq FROM messages AS m WHERE conversation_id = $1 AND seq <= $2 AND deleted_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM skipped_rows AS k WHERE k.conversation_id = m.conversation_id AND k.seq = m.seq)
            """, .id(place.conversation), .integer(place.seq)
        ) { try $0.next() }
        return Set(seqs)
    }

    private static func strayBlocks(besides numbers: Set<Int64>, _ reader: Reader) throws -> [String] {
        let stored: [Int64] = try reader.all("SELECT DISTINCT key >> 33 FROM search_blocks") { try $0.next() }
        return stored.filter { !numbers.contains($0) }.map { "blocks of conversation number \($0), which is none" }
    }
}
