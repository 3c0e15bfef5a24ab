/// The conversations that an empty device still has to fetch, in the order of the list, so that the list grows at its
/// end and nothing visible moves.
struct FirstLoad: Sendable {
    /// Announced and not yet requested: the pinned ones are unknown, or more are to be announced.
    private var announced: [Moved.Entry] = []
    private var isAnnounced = false
    /// Requested and not yet received; the first of the list comes last.
    private var awaited: [ListPlace] = []

    mutating func announce(_ entry: Moved.Entry) { announced.append(entry) }

    /// The server has announced all.
    mutating func close() { isAnnounced = true }

    /// The conversations to request, in order, once all are announced; empty the next time.
    ///
    /// A server without message times names the most recently changed one last.
    mutating func begin(_ view: UserSettingsView) -> [Moved.Entry] {
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

    /// It has arrived, or will not.
    mutating func settle(_ conversation: ConversationID) {
        guard let position = awaited.lastIndex(where: { $0.id == conversation }) else { return }
        awaited.remove(at: position)
    }

    /// Whether a pending one comes before that place in the list.
    func awaits(before place: ListPlace) -> Bool { awaited.last?.comes(before: place) ?? false }
}
