import NexusCore
import NexusDatabase

/// One scan of a user's messages, newest first, until enough is found, all has been scanned, or the budget is spent.
struct SearchWalk {
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

    /// Whether the scan ended because of its budget.
    var isCut: Bool { end != nil && found.count < wanted }

    init(_ scope: SearchScope, wanted: Int, from start: SearchCursor?) {
        self.scope = scope
        self.wanted = wanted
        self.start = start
        var usesIndex = scope.places.reduce(0) { $0 + $1.head } > SearchService.directMessages
        if case .row = start { usesIndex = true }
        self.usesIndex = usesIndex
    }

    mutating func run(_ reader: Reader) throws {
        if case .row(let row) = start {
            try walkIndex(before: row, reader)
        } else {
            try readTail(reader)
            if end == nil, usesIndex { try walkIndex(before: .max, reader) }
        }
        // The index numbers messages as it took them in, which is not quite as they were posted.
        found.sort { $1.isOlder(than: (at: $0.postedAt, id: $0.id)) }
    }

    /// Reads the unindexed messages; all, if the index is not used.
    private mutating func readTail(_ reader: Reader) throws {
        var left = SearchService.tailMessages
        for place in scope.places {
            let floor = usesIndex ? place.indexed : 0
            guard place.head > floor else { continue }
            try SearchRepository.newest(in: place.id, after: floor, for: scope.user, limit: left, reader) { message in
                left -= 1
                if isAfterStart(message), scope.admits(message) { found.append(message) }
            }
            guard left > 0 else {
                isPartial = true
                break
            }
        }
        found.sort { $1.isOlder(than: (at: $0.postedAt, id: $0.id)) }
        // If the index comes later, a full page only means that there may be another one.
        if usesIndex ? found.count >= wanted : found.count > wanted {
            found.removeLast(found.count - wanted)
            end = found.last.map { .message(at: $0.postedAt, id: $0.id) }
        }
    }

    private func isAfterStart(_ message: SearchedMessage) -> Bool {
        guard case .message(let at, let id) = start else { return true }
        return message.isOlder(than: (at: at, id: id))
    }

    private mutating func walkIndex(before row: Int64, _ reader: Reader) throws {
        var numbers: [Int64: ConversationID] = [:]
        for place in scope.places { if let number = place.number { numbers[number] = place.id } }
        let lists = scope.lists
        var row = row
        var limit = 128
        var rowsLeft = SearchService.candidateRows
        var messagesLeft = SearchService.candidateMessages
        while true {
            let rows =
                lists.isEmpty
                ? try SearchRepository.rows(before: row, limit: limit, reader)
                : try SearchIndex.grams.rows(havingOneOfEach: lists, before: row, limit: limit, reader)
            var positions: [Int64: (number: Int64, seq: Seq)] = [:]
            for (place, candidate) in rows.enumerated() {
                row = candidate
                if place.isMultiple(of: SearchRepository.rowsAtOnce) {
                    positions = try SearchRepository.positions(
                        ofRows: rows[place...].prefix(SearchRepository.rowsAtOnce), reader)
                }
                guard let position = positions[row], let id = numbers[position.number] else { continue }
                messagesLeft -= 1
                if let message = try SearchRepository.message(in: id, at: position.seq, for: scope.user, reader),
                    isAfterStart(message), scope.admits(message)
                {
                    found.append(message)
                }
                if found.count >= wanted || messagesLeft == 0 {
                    end = .row(row)
                    return
                }
            }
            if rows.count < limit { return }
            rowsLeft -= rows.count
            if rowsLeft <= 0 {
                end = .row(row)
                return
            }
            limit = min(limit * 4, rowsLeft, 8_192)
        }
    }
}
