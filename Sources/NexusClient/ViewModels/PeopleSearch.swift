import NexusCore

/// The people that a query finds, by heading, each once.
struct PeopleSearch: Equatable, Sendable {
    var query = ""
    /// The cursor of the next page.
    var cursor: String?
    private(set) var favourites: Set<UserID> = []
    private var recent: Set<UserID> = []
    private var people: [User] = []
    private var isComplete = true
    private var foundAny = false
    private var seen: Set<UserID> = []

    init() {}

    /// - Parameters:
    ///   - rows: the user's conversations, for recent contacts; empty for a query.
    ///   - excluded: people that are left out.
    init(
        query: String, _ page: PeopleFound, _ settings: UserSettingsView, _ rows: [ConversationRow],
        excluding excluded: Set<UserID>
    ) {
        self.query = query
        isComplete = page.isComplete
        foundAny = !page.people.isEmpty
        cursor = page.cursor
        seen = excluded
        let known = Dictionary(page.people.map { ($0.id, $0) }) { first, _ in first }
        let relations = settings.notable.filter(\.isFavourite)
        favourites = Set(relations.map(\.user))
        if query.isEmpty {
            // The server's first page may include neither favourites nor recent contacts.
            let contacts = rows.compactMap { row in
                row.other.map { known[$0] ?? User(id: $0, name: row.title, email: "", picture: row.picture) }
            }
            recent = Set(contacts.map(\.id))
            // One without a name is not known here until the server has answered.
            take(relations.map { known[$0.user] ?? contact($0, among: contacts) }.filter { !$0.name.isEmpty })
            take(contacts)
        }
        take(page.people)
    }

    /// Adds the next page.
    mutating func append(_ page: PeopleFound) {
        cursor = page.cursor
        take(page.people)
    }

    var sections: [PeoplePickerViewModel.Section] {
        let parts: [(PeoplePickerViewModel.Section.Kind, [User])] =
            query.isEmpty
            ? [
                (.favourites, people.filter { favourites.contains($0.id) }),
                (.recent, people.filter { !favourites.contains($0.id) && recent.contains($0.id) }),
                (.others, people.filter { !favourites.contains($0.id) && !recent.contains($0.id) }),
            ]
            : [
                (
                    .found,
                    people.filter { favourites.contains($0.id) } + people.filter { !favourites.contains($0.id) }
                )
            ]
        return parts.filter { !$0.1.isEmpty }.map { PeoplePickerViewModel.Section(kind: $0.0, people: $0.1) }
    }

    var note: PeoplePickerViewModel.Note? {
        if !isComplete { return .offline }
        guard people.isEmpty else { return nil }
        if foundAny { return .allExcluded }
        return query.isEmpty ? .noOtherPeople : .noMatch(query)
    }

    private mutating func take(_ more: [User]) {
        for user in more where seen.insert(user.id).inserted { people.append(user) }
    }

    private func contact(_ relation: Relation, among contacts: [User]) -> User {
        contacts.first { $0.id == relation.user } ?? User(id: relation.user, name: relation.name, email: "")
    }
}

extension String {
    /// The text without white space around it.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
