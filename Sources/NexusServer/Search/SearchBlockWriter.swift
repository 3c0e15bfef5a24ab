import NexusCore
import NexusDatabase

/// Writes the blocks of one conversation in a transaction.
///
/// The newest block is open. Those before it are closed: a region says which of its blocks has which grams, so a search passes over those that have
/// none of what it looks for. Only a few grams of a closed block ever change, and an open one would change its region with every message.
struct SearchBlockWriter {
    /// A message for the index.
    struct Entry {
        var seq: Seq
        var postedAt: Timestamp
        /// As ``SearchMark/hashes(of:)`` gives them.
        var grams: [UInt32]
    }

    /// The conversation's number in the index.
    let number: Int64
    /// Blocks before this one are closed.
    let open: Int64
    let transaction: Transaction

    /// - Parameter indexed: the position up to which the conversation is indexed.
    init(number: Int64, indexed: Seq, _ transaction: Transaction) {
        self.number = number
        open = SearchBlockPlace.block(of: indexed)
        self.transaction = transaction
    }

    /// Adds messages of one block. One that is in the index already is left as it is.
    func add(_ entries: [Entry], to index: Int64) throws {
        guard let first = entries.map(\.postedAt).min() else { return }
        let key = SearchBlockPlace.key(ofBlock: index, number: number)
        let stored = try SearchBlockRepository.block(key, transaction)
        var block = try stored.map { try SearchBlock(stored: $0.bytes) } ?? SearchBlock()
        let since = min(first, stored?.since ?? first)
        let known = block.places(of: SearchGramHash.any)
        var pairs: [UInt64] = []
        for entry in entries {
            let place = SearchBlockPlace.place(of: entry.seq)
            guard known >> UInt128(place) & 1 == 0 else { continue }
            pairs += SearchBlock.pairs(entry.grams, at: place)
        }
        guard !pairs.isEmpty else { return }
        let new = block.add(pairs)
        try SearchBlockRepository.put(block, since: since, at: key, transaction)
        if index < open { try change(regionOf: index, since: since) { $0.add(Self.pairs(new, at: index)) } }
    }

    /// Replaces the grams of a message that is in the index; nil removes it.
    func replace(_ old: [UInt32], by new: [UInt32]?, at seq: Seq) throws {
        let index = SearchBlockPlace.block(of: seq)
        let place = SearchBlockPlace.place(of: seq)
        let key = SearchBlockPlace.key(ofBlock: index, number: number)
        guard let stored = try SearchBlockRepository.block(key, transaction) else { return }
        var block = try SearchBlock(stored: stored.bytes)
        guard block.has(SearchGramHash.any, at: place) else { return }
        let gone = block.remove(old, at: place)
        let came = block.add(SearchBlock.pairs(new ?? [], at: place))
        try SearchBlockRepository.put(block, since: stored.since, at: key, transaction)
        guard index < open, gone != came else { return }
        try change(regionOf: index, since: stored.since) { region in
            region.remove(gone, at: Self.place(of: index))
            region.add(Self.pairs(came, at: index))
        }
    }

    /// Closes the blocks before that of a position, up to which the conversation is indexed now.
    func close(before seq: Seq) throws {
        let end = SearchBlockPlace.block(of: seq)
        guard open < end else { return }
        var closed: [SearchBlockRepository.Stored] = []
        try SearchBlockRepository.each(
            from: SearchBlockPlace.key(ofBlock: open, number: number),
            to: SearchBlockPlace.key(ofBlock: end, number: number), transaction
        ) { closed.append($0) }
        let regions = Dictionary(grouping: closed) {
            SearchBlockPlace.index(ofKey: $0.key) / SearchBlockPlace.blocksOfRegion
        }
        for (region, blocks) in regions {
            guard let since = blocks.map(\.since).min() else { continue }
            let pairs = try blocks.flatMap { stored in
                Self.pairs(try SearchBlock(stored: stored.bytes).grams, at: SearchBlockPlace.index(ofKey: stored.key))
            }
            try change(region: region, since: since) { $0.add(pairs) }
        }
    }

    private func change(region: Int64, since: Timestamp, _ change: (inout SearchBlock) -> Void) throws {
        let key = SearchBlockPlace.key(ofRegion: region, number: number)
        let stored = try SearchBlockRepository.block(key, transaction)
        var block = try stored.map { try SearchBlock(stored: $0.bytes) } ?? SearchBlock()
        change(&block)
        try SearchBlockRepository.put(block, since: min(since, stored?.since ?? since), at: key, transaction)
    }

    private func change(regionOf block: Int64, since: Timestamp, _ change: (inout SearchBlock) -> Void) throws {
        try self.change(region: block / SearchBlockPlace.blocksOfRegion, since: since, change)
    }

    private static func place(of block: Int64) -> Int { Int(block % SearchBlockPlace.blocksOfRegion) }

    private static func pairs(_ grams: [UInt32], at block: Int64) -> [UInt64] {
        SearchBlock.pairs(grams, at: place(of: block))
    }
}
