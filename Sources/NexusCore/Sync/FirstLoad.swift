/// The conversations that a device which holds none was told of, and has yet to fetch. It fetches them in the order of the list, so
/// that the list grows at its end and nothing that it shows moves.
struct FirstLoad: Sendable {
    /// Told of, and not yet asked for: what the person has pinned is not known yet, or the server has more to tell of.
    private var announced: [Moved.Entry] = []
    private var isAnnounced = false
    /// Asked for, and not here yet; the first of the list comes last.
    private var awaited: [ListPlace] = []

    mutating func announce(_ entry: Moved.Entry) { announced.append(entry) }

    /// The server has told of all.
    mutating func close() { isAnnounced = true }

    /// What is to be asked for, in order, once all are announced; empty the next time.
    ///
    /// A server that does not say when a conversation was last written in tells of the one that moved last at the end.
    mutating func begin(_ view: OwnView) -> [Moved.Entry] {
        guard isAnnounced, !announced.isEmpty else { return [] }
        var dated: [(ListPlace, Moved.Entry)] = []
        var undated: [Moved.Entry] = []
        for entry in announced {
            if let lastAt = entry.lastAt {
                let settings = view.settings(of: entry.conversation)
                let isArchived = settings.archivedThrough > 0 && settings.archivedThrough >= entry.head
                let place = ListPlace(
                    id: entry.conversation, isArchived: isArchived, isPinned: settings.isPinned, lastAt: lastAt)
                dated.append((place, entry))
            } else {
                undated.insert(entry, at: 0)
            }
        }
        announced = []
        let ordered = dated.arranged { $0.0.comes(before: $1.0) }
        for (place, _) in ordered.reversed() { awaited.append(place) }
        return ordered.map { $0.1 } + undated
    }

    /// It is here, or will not come.
    mutating func settle(_ conversation: ConversationID) {
        guard let position = awaited.lastIndex(where: { $0.id == conversation }) else { return }
        awaited.remove(at: position)
    }

    /// Whether one that is still to come stands before that place in the list.
    func awaits(before place: ListPlace) -> Bool { awaited.last?.comes(before: place) ?? false }
}
