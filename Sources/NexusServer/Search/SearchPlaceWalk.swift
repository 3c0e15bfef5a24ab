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
    private var bound: SearchMoment
    /// The same, once the candidates are read.
    private var boundBehind: SearchMoment
    /// Whether everything that is left was posted before the search starts.
    private var isPastStart = false
    /// Messages, and blocks, to read in the next step: more with each, for who finds what is wanted soon reads little.
    private var messagesAtOnce: Int
    private var blocksAtOnce = 1

    /// - Parameters:
    ///   - unindexed: the matches among the messages behind the index, oldest first.
    ///   - open: the places of the newest block that may match, and when its oldest message was posted; nil if nothing is indexed.
    ///   - expected: its share of the messages that are looked for.
    init(
        _ place: SearchRepository.Place, unindexed: [SearchedMessage], open: SearchBlockRepository.Found?,
        isIndexed: Bool, before start: SearchMoment, expecting expected: Int
    ) {
        self.place = place
        matches = unindexed
        messagesAtOnce = max(1, min(expected, SearchRepository.messagesAtOnce))
        bound = min(.end(of: place.changedAt), start)
        boundBehind = bound
        region = -1
        guard isIndexed, place.number != nil else { return }
        let newest = SearchBlockPlace.block(of: place.indexed)
        region = newest > 0 ? (newest - 1) / SearchBlockPlace.blocksOfRegion : -1
        guard let open else { return }
        candidates = SearchPlaces(open.places).map { SearchBlockPlace.seq(at: $0, in: newest) }
        boundBehind = min(bound, .end(of: open.since))
    }

    private var isRead: Bool { candidates.isEmpty && blocks.isEmpty && region < 0 }

    /// When the next message was posted, at the latest, and whether that message is known; nil once there is none.
    var head: (at: SearchMoment, isKnown: Bool)? {
        guard let match = matches.last else { return isRead ? nil : (bound, false) }
        return isRead || match.moment >= bound ? (match.moment, true) : (bound, false)
    }

    /// Takes the next message, if it is known.
    mutating func takeMatch() -> SearchedMessage? { matches.popLast() }

    /// Looks at a little more.
    /// - Returns: How many blocks and messages were read.
    mutating func advance(_ scope: SearchScope, before start: SearchMoment, _ reader: Reader) throws -> (
        blocks: Int, messages: Int
    ) {
        if !candidates.isEmpty { return (0, try readCandidates(scope, before: start, reader)) }
        bound = min(bound, boundBehind)
        guard let number = place.number else { return (0, 0) }
        if blocks.isEmpty { return (try readRegions(number, scope, before: start, reader), 0) }
        return (try readBlocks(number, scope, before: start, reader), 0)
    }

    private mutating func readCandidates(
        _ scope: SearchScope, before start: SearchMoment, _ reader: Reader
    ) throws -> Int {
        if !isPastStart { try skipNewer(before: start, reader) }
        guard !candidates.isEmpty else { return 0 }
        let seqs = candidates.suffix(messagesAtOnce)
        candidates.removeLast(seqs.count)
        messagesAtOnce = min(messagesAtOnce * 2, SearchRepository.messagesAtOnce)
        let read =
            if let only = seqs.first, seqs.count == 1 {
                try SearchRepository.message(in: place.id, at: only, for: scope.user, reader).map { [$0] } ?? []
            } else {
                try SearchRepository.messages(in: place.id, at: seqs, for: scope.user, reader)
            }
        if let oldest = read.first { bound = min(bound, oldest.moment) }
        if candidates.isEmpty { bound = min(bound, boundBehind) }
        matches.insert(contentsOf: read.filter(scope.admits), at: 0)
        return read.count
    }

    /// Drops the candidates at and after the start of the search: a conversation's messages are in the order of their posts.
    private mutating func skipNewer(before start: SearchMoment, _ reader: Reader) throws {
        var range = 0..<candidates.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let isOlder =
                try SearchRepository.moment(of: candidates[middle], in: place.id, reader).map { $0 < start } ?? true
            range = isOlder ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        if !candidates.isEmpty { isPastStart = range.lowerBound == candidates.count }
        candidates.removeLast(candidates.count - range.lowerBound)
    }

    private mutating func readBlocks(
        _ number: Int64, _ scope: SearchScope, before start: SearchMoment, _ reader: Reader
    ) throws -> Int {
        let indexes = blocks.suffix(blocksAtOnce)
        blocks.removeLast(indexes.count)
        let keys = indexes.map { SearchBlockPlace.key(ofBlock: $0, number: number) }
        for (index, block) in zip(indexes, try read(keys, scope, before: start, reader)) {
            guard let block else { continue }
            candidates += SearchPlaces(block.places).map { SearchBlockPlace.seq(at: $0, in: index) }
            boundBehind = min(boundBehind, .end(of: block.since))
        }
        return indexes.count
    }

    private mutating func readRegions(
        _ number: Int64, _ scope: SearchScope, before start: SearchMoment, _ reader: Reader
    ) throws -> Int {
        let indexes = (max(0, region + 1 - Int64(blocksAtOnce))...max(0, region))
        region = indexes.lowerBound - 1
        let keys = indexes.map { SearchBlockPlace.key(ofRegion: $0, number: number) }
        for (index, block) in zip(indexes, try read(keys, scope, before: start, reader)) {
            guard let block else { continue }
            blocks += SearchPlaces(block.places).map { index * SearchBlockPlace.blocksOfRegion + Int64($0) }
        }
        return indexes.count
    }

    /// What is found under each key, and the next time under more.
    private mutating func read(
        _ keys: [Int64], _ scope: SearchScope, before start: SearchMoment, _ reader: Reader
    ) throws -> [SearchBlockRepository.Found?] {
        blocksAtOnce = min(blocksAtOnce * 2, SearchBlockRepository.blocksAtOnce)
        let found = try SearchBlockRepository.places(having: scope.asked, in: keys, upTo: start.at, reader)
        return keys.map { found[$0] }
    }
}
