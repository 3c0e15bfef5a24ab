import NexusCore
import NexusDatabase

/// A query with its names resolved for the caller: users and conversations.
struct SearchScope {
    let query: SearchQuery
    let user: UserID
    /// Conversations to search: all of the caller's, or those of `in:`.
    let places: [SearchRepository.Place]
    /// The users of `from:`; `nil` without one.
    let senders: Set<UserID>?
    /// For the index: grams and marks, of each list of which a message has at least one.
    let asked: AskedGrams
    /// Blocked users: their messages are not found.
    private let blocked: Set<UserID>
    /// The messages that the caller has deleted for themself.
    private let deleted: [ConversationID: ConversationSettings]

    /// The maximum of users scanned for one `from:`.
    private static let peopleLimit = 20_000

    init(_ query: SearchQuery, for user: UserID, _ reader: Reader) throws {
        self.query = query
        self.user = user
        let mine = try SearchRepository.places(of: user, reader)
        places =
            query.places.isEmpty
            ? mine
            : mine.filter { place in
                query.places.contains { asked in
                    switch asked {
                    case .id(let id): place.id == id
                    case .named(let name): SearchQuery.names(name, place.name)
                    }
                }
            }
        deleted = Dictionary(
            uniqueKeysWithValues: mine.lazy.map(\.deleted)
                .filter { $0.clearedThrough > 0 || !$0.hidden.isEmpty }.map { ($0.conversation, $0) })
        blocked = try BlockRepository.blocked(by: user, in: reader)
        senders = query.from.isEmpty ? nil : try SearchScope.senders(query.from, for: user, reader)
        asked = Self.asked(query, from: senders, for: user)
    }

    private static func asked(_ query: SearchQuery, from senders: Set<UserID>?, for user: UserID) -> AskedGrams {
        var lists = Set(query.terms.flatMap { SearchGrams.of($0) }).sorted().map { [$0] }
        if let senders { lists.append(senders.sorted().map(SearchMark.sender)) }
        for content in query.contents { lists.append([SearchMark.content(content)]) }
        if query.mentionsMe { lists.append([SearchMark.mention(user)]) }
        return AskedGrams(lists.isEmpty ? [[SearchGramHash.any]] : lists.map { $0.map { SearchGramHash.of($0) } })
    }

    private static func senders(
        _ from: [SearchQuery.Person], for user: UserID, _ reader: Reader
    ) throws -> Set<UserID> {
        var senders: Set<UserID> = []
        let showsEmails = try TeamRepository.showsEmails(to: user, in: reader)
        for person in from {
            switch person {
            case .me: senders.insert(user)
            case .id(let id): senders.insert(id)
            case .named(let asked):
                let address = asked.lowercased()
                senders.formUnion(
                    try SearchRepository.people(limit: peopleLimit, reader) { name, email in
                        SearchQuery.names(asked, name) || showsEmails && email == address
                    })
            }
        }
        return senders
    }

    /// Whether nothing can be found.
    var isEmpty: Bool { places.isEmpty || senders?.isEmpty == true }

    /// Whether the caller may find a message that passes all filters, regardless of words.
    func admitsFilters(_ message: SearchedMessage) -> Bool {
        !message.isDeleted && !blocked.contains(message.sender)
            && deleted[message.conversation]?.hides(message.seq) != true && query.covers(message.writtenAt)
            && senders?.contains(message.sender) ?? true
            && query.admits(message.attachments, message.mentions, for: user)
            && (!query.contents.contains(.link) || MessageLink.appears(in: message.text))
    }

    func admits(_ message: SearchedMessage) -> Bool { admitsFilters(message) && query.matches(message.text) }
}
