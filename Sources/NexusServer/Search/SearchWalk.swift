import NexusCore
import NexusDatabase

/// One scan of a user's messages, newest first, until enough is found, all has been scanned, or the budget is spent.
struct SearchWalk {
    /// Conversations whose newest blocks are read with one statement.
    private static let placesAtOnce = SearchBlockRepository.blocksAtOnce

    private let scope: SearchScope
    private let wanted: Int
    private let start: SearchMoment
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
    /// For each of ``walks`` when its next message was posted, at the latest, and whether that message is known; nil once it is done.
    private var heads: [(at: SearchMoment, isKnown: Bool)?] = []
    private var unopened: ArraySlice<SearchRepository.Place>
    private var tailLeft = SearchService.tailMessages

    /// Whether the scan ended because of its budget.
    var isCut: Bool { end != nil && found.count < wanted }

    init(_ scope: SearchScope, wanted: Int, from start: SearchCursor?) {
        self.scope = scope
        self.wanted = wanted
        self.start = if case .moment(let moment) = start { moment } else { .end }
        unopened = scope.places[...]
        usesIndex = scope.places.reduce(0) { $0 + $1.head } > SearchService.directMessages
    }

    mutating func run(_ reader: Reader) throws {
        var blocksLeft = SearchService.candidateBlocks
        var messagesLeft = SearchService.candidateMessages
        while true {
            let newest = newestWalk()
            if let place = unopened.first, newest.map({ place.changedAt >= $0.at.at }) ?? true {
                try openSome(reader)
                continue
            }
            guard let newest else { return }
            if newest.isKnown {
                guard found.count < wanted else { return endHere() }
                if let match = walks[newest.index].takeMatch() { found.append(match) }
                heads[newest.index] = walks[newest.index].head
                // What is indexed may have no further match: only a scan that reads all looks for one.
                if found.count == wanted, usesIndex { return endHere() }
                continue
            }
            guard blocksLeft > 0, messagesLeft > 0 else {
                end = .moment(newest.at)
                return
            }
            let read = try walks[newest.index].advance(scope, before: start, reader)
            heads[newest.index] = walks[newest.index].head
            blocksLeft -= read.blocks
            messagesLeft -= read.messages
        }
    }

    /// Leaves a cursor behind the last match, if anything is left.
    private mutating func endHere() {
        guard !unopened.isEmpty || heads.contains(where: { $0 != nil }), let last = found.last else { return }
        end = .moment(last.moment)
    }

    /// The conversation whose next message may be the newest; of several, one of which it is not known yet.
    private func newestWalk() -> (index: Int, at: SearchMoment, isKnown: Bool)? {
        var newest: (index: Int, at: SearchMoment, isKnown: Bool)?
        for (index, head) in heads.enumerated() {
            guard let head else { continue }
            if let best = newest, head.at < best.at || head.at == best.at && !best.isKnown { continue }
            newest = (index, head.at, head.isKnown)
        }
        return newest
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
        let blocks = try SearchBlockRepository.places(
            having: scope.asked, in: keys.values, upTo: start.at, reader)
        for place in places {
            let walk = SearchPlaceWalk(
                place, unindexed: try unindexed(of: place, reader), open: keys[place.id].flatMap { blocks[$0] },
                isIndexed: usesIndex, before: start,
                expecting: wanted / scope.places.count)
            walks.append(walk)
            heads.append(walk.head)
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
            if message.moment < start, scope.admits(message) { matches.append(message) }
        }
        tailLeft -= read
        if tailLeft == 0 { isPartial = true }
        return matches.reversed()
    }
}
