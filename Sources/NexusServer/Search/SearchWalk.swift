import NexusCore
import NexusDatabase

/// One scan of a user's messages, newest first, until enough is found, all has been scanned, or the budget is spent.
struct SearchWalk {
    /// Conversations whose newest blocks are read with one statement.
    private static let placesAtOnce = SearchBlockRepository.blocksAtOnce

    private let scope: SearchScope
    private let wanted: Int
    private let start: SearchCursor?
    /// Whether the scan is long enough to use the index.
    let usesIndex: Bool

    /// The matches, newest first.
    private(set) var found: [SearchedMessage] = []
    /// The start of a further scan; `nil` if this one reached the end.
    private(set) var end: SearchCursor?
    /// Whether unindexed messages were skipped.
    private(set) var isPartial = false

    /// Conversations that are scanned, and those that are not yet, the last changed first.
    private var walks: [SearchPlaceWalk] = []
    private var unopened: ArraySlice<SearchRepository.Place>
    private var tailLeft = SearchService.tailMessages

    /// Whether the scan ended because of its budget.
    var isCut: Bool { end != nil && found.count < wanted }

    init(_ scope: SearchScope, wanted: Int, from start: SearchCursor?) {
        self.scope = scope
        self.wanted = wanted
        self.start = start
        unopened = scope.places[...]
        usesIndex = scope.places.reduce(0) { $0 + $1.head } > SearchService.directMessages
    }

    /// The time after which no message is looked for.
    static func end(of start: SearchCursor?) -> Timestamp {
        if case .message(let at, _) = start { at } else { Timestamp(milliseconds: .max) }
    }

    mutating func run(_ reader: Reader) throws {
        var blocksLeft = SearchService.candidateBlocks
        var messagesLeft = SearchService.candidateMessages
        while true {
            let newest = newestWalk()
            if let place = unopened.first, newest.map({ place.changedAt >= walks[$0].next.at }) ?? true {
                try openSome(reader)
                continue
            }
            guard let newest else { return }
            let next = walks[newest].next
            if let match = next.match {
                if found.count == wanted {
                    end = found.last.map { .message(at: $0.postedAt, id: $0.id) }
                    return
                }
                found.append(match)
                walks[newest].removeMatch()
                // What is indexed may have no further match: only a scan that reads all looks for one.
                if found.count == wanted, usesIndex { return endHere() }
                continue
            }
            guard blocksLeft > 0, messagesLeft > 0 else {
                end = .message(at: next.at, id: MessageID(high: .max, low: .max))
                return
            }
            let read = try walks[newest].advance(scope, from: start, reader)
            blocksLeft -= read.blocks
            messagesLeft -= read.messages
        }
    }

    /// Leaves a cursor behind the last match, if anything is left.
    private mutating func endHere() {
        guard !unopened.isEmpty || walks.contains(where: { !$0.isDone }), let last = found.last else { return }
        end = .message(at: last.postedAt, id: last.id)
    }

    /// The conversation whose next message may be the newest; of several, one of which it is not known yet.
    private func newestWalk() -> Int? {
        var newest: (index: Int, at: Timestamp, match: MessageID?)?
        for (index, walk) in walks.enumerated() where !walk.isDone {
            let next = walk.next
            if let best = newest {
                guard next.at >= best.at else { continue }
                if next.at == best.at {
                    guard let id = best.match, next.match.map({ $0.id > id }) ?? true else { continue }
                }
            }
            newest = (index, next.at, next.match?.id)
        }
        return newest?.index
    }

    private mutating func openSome(_ reader: Reader) throws {
        let places = unopened.prefix(Self.placesAtOnce)
        unopened = unopened.dropFirst(places.count)
        var keys: [ConversationID: Int64] = [:]
        if usesIndex {
            for place in places {
                guard let number = place.number else { continue }
                keys[place.id] = SearchBlockPlace.key(
                    ofBlock: SearchBlockPlace.block(of: place.indexed), number: number)
            }
        }
        let blocks = try SearchBlockRepository.blocks(keys.values, upTo: Self.end(of: start), reader)
        walks.removeAll(where: \.isDone)
        for place in places {
            let block = keys[place.id].flatMap { blocks[$0] }
            let open = try block.map {
                (places: try SearchBlock.places(havingOneOfEach: scope.lists, in: $0.bytes), since: $0.since)
            }
            walks.append(
                SearchPlaceWalk(
                    place, unindexed: try unindexed(of: place, reader), open: open, isIndexed: usesIndex,
                    hasStart: start != nil))
        }
    }

    /// The matches among messages that are not indexed, oldest first; among all, if the index is not used.
    private mutating func unindexed(of place: SearchRepository.Place, _ reader: Reader) throws -> [SearchedMessage] {
        let floor = usesIndex ? place.indexed : 0
        guard place.head > floor else { return [] }
        guard tailLeft > 0 else {
            isPartial = true
            return []
        }
        var matches: [SearchedMessage] = []
        var read = 0
        try SearchRepository.newest(in: place.id, after: floor, for: scope.user, limit: tailLeft, reader) { message in
            read += 1
            if isAfterStart(message), scope.admits(message) { matches.append(message) }
        }
        tailLeft -= read
        if tailLeft == 0 { isPartial = true }
        return matches.reversed()
    }

    private func isAfterStart(_ message: SearchedMessage) -> Bool {
        guard case .message(let at, let id) = start else { return true }
        return message.isOlder(than: (at: at, id: id))
    }
}
