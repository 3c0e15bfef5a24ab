import NexusCore
import NexusDatabase

/// A scan of one conversation, newest message first, a step at a time.
struct SearchPlaceWalk {
    let place: SearchRepository.Place
    /// Oldest first.
    private var matches: [SearchedMessage] = []
    /// Positions that the index returned and that are still to be read, oldest first.
    private var candidates: [Seq] = []
    /// Closed blocks to look at, oldest first.
    private var blocks: [Int64] = []
    /// The region to look at next; negative after the oldest.
    private var region: Int64
    /// No message that is still to be found was posted later.
    private var bound: Timestamp
    /// The same, once the candidates are read.
    private var boundBehind: Timestamp
    /// Whether everything that is left was posted before the search starts.
    private var isPastStart: Bool
    /// Blocks, or messages, to read in the next step: more with each, for who finds what is wanted soon reads little.
    private var portion = 1

    /// - Parameters:
    ///   - unindexed: the matches among the messages behind the index, oldest first.
    ///   - open: the places of the newest block that may match, and when its oldest message was posted; nil if nothing is indexed.
    init(
        _ place: SearchRepository.Place, unindexed: [SearchedMessage], open: (places: UInt128, since: Timestamp)?,
        isIndexed: Bool, hasStart: Bool
    ) {
        self.place = place
        matches = unindexed
        bound = place.changedAt
        boundBehind = bound
        isPastStart = !hasStart
        region = -1
        guard isIndexed, place.number != nil else { return }
        let newest = SearchBlockPlace.block(of: place.indexed)
        region = newest > 0 ? (newest - 1) / SearchBlockPlace.blocksOfRegion : -1
        guard let open else { return }
        candidates = SearchPlaces(open.places).map { SearchBlockPlace.seq(at: $0, in: newest) }
        boundBehind = min(bound, open.since)
    }

    /// Whether everything was looked at and given out.
    var isDone: Bool { matches.isEmpty && isRead }

    private var isRead: Bool { candidates.isEmpty && blocks.isEmpty && region < 0 }

    /// When the next message may have been posted, at the latest; and whether it is already there.
    var next: (at: Timestamp, match: SearchedMessage?) {
        guard let match = matches.last else { return (bound, nil) }
        return isRead || match.postedAt > bound ? (match.postedAt, match) : (bound, nil)
    }

    mutating func removeMatch() { matches.removeLast() }

    /// Looks at a little more.
    /// - Returns: How many blocks and messages were read.
    mutating func advance(_ scope: SearchScope, from start: SearchCursor?, _ reader: Reader) throws -> (
        blocks: Int, messages: Int
    ) {
        if !candidates.isEmpty { return (0, try readCandidates(scope, from: start, reader)) }
        bound = min(bound, boundBehind)
        guard let number = place.number else { return (0, 0) }
        if blocks.isEmpty { return (try readRegions(number, scope, from: start, reader), 0) }
        return (try readBlocks(number, scope, from: start, reader), 0)
    }

    private mutating func readCandidates(
        _ scope: SearchScope, from start: SearchCursor?, _ reader: Reader
    ) throws -> Int {
        if !isPastStart { try skipNewer(from: start, reader) }
        let seqs = candidates.suffix(portion)
        candidates.removeLast(seqs.count)
        grow(to: SearchRepository.messagesAtOnce)
        let read =
            if let only = seqs.first, seqs.count == 1 {
                try SearchRepository.message(in: place.id, at: only, for: scope.user, reader).map { [$0] } ?? []
            } else {
                try SearchRepository.messages(in: place.id, at: seqs, for: scope.user, reader)
            }
        if let oldest = read.first { bound = min(bound, oldest.postedAt) }
        if candidates.isEmpty { bound = min(bound, boundBehind) }
        matches.insert(contentsOf: read.filter(scope.admits), at: 0)
        return read.count
    }

    /// Drops the candidates at and after the start of the search: a conversation's messages are in the order of their posts.
    private mutating func skipNewer(from start: SearchCursor?, _ reader: Reader) throws {
        guard case .message(let at, let id) = start else { return }
        var range = 0..<candidates.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let posting = try SearchRepository.posting(of: candidates[middle], in: place.id, reader)
            let isOlder = posting.map { $0.at == at ? $0.id < id : $0.at < at } ?? true
            range = isOlder ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        if !candidates.isEmpty { isPastStart = range.lowerBound == candidates.count }
        candidates.removeLast(candidates.count - range.lowerBound)
    }

    private mutating func readBlocks(
        _ number: Int64, _ scope: SearchScope, from start: SearchCursor?, _ reader: Reader
    ) throws -> Int {
        let indexes = blocks.suffix(portion)
        blocks.removeLast(indexes.count)
        grow(to: SearchBlockRepository.blocksAtOnce)
        let stored = try SearchBlockRepository.blocks(
            indexes.map { SearchBlockPlace.key(ofBlock: $0, number: number) }, upTo: SearchWalk.end(of: start), reader)
        for index in indexes {
            guard let block = stored[SearchBlockPlace.key(ofBlock: index, number: number)] else { continue }
            let places = try SearchBlock.places(havingOneOfEach: scope.lists, in: block.bytes)
            candidates += SearchPlaces(places).map { SearchBlockPlace.seq(at: $0, in: index) }
            boundBehind = min(boundBehind, block.since)
        }
        return indexes.count
    }

    private mutating func readRegions(
        _ number: Int64, _ scope: SearchScope, from start: SearchCursor?, _ reader: Reader
    ) throws -> Int {
        let indexes = (max(0, region + 1 - Int64(portion))...max(0, region))
        region = indexes.lowerBound - 1
        grow(to: SearchBlockRepository.blocksAtOnce)
        let stored = try SearchBlockRepository.blocks(
            indexes.map { SearchBlockPlace.key(ofRegion: $0, number: number) }, upTo: SearchWalk.end(of: start), reader)
        for index in indexes {
            guard let block = stored[SearchBlockPlace.key(ofRegion: index, number: number)] else { continue }
            let places = try SearchBlock.places(havingOneOfEach: scope.lists, in: block.bytes)
            blocks += SearchPlaces(places).map { index * SearchBlockPlace.blocksOfRegion + Int64($0) }
        }
        return indexes.count
    }

    private mutating func grow(to limit: Int) { portion = min(portion * 2, limit) }
}
