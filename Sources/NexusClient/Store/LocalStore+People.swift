import GRDB
import NexusCore

extension LocalStore {
    /// Stores people that the server returned, so that they are found offline.
    func remember(_ people: [User]) throws(ClientError) {
        guard !people.isEmpty else { return }
        try writing { db in
            let statement = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO person (id, name, email, about, picture) VALUES (?, ?, ?, ?, ?)")
            for user in people {
                try statement.execute(arguments: [user.id, user.name, user.email, user.about, user.picture])
            }
        }
    }

    /// People known to this device whose name or e-mail address contains `query`, by name: people found before, and
    /// members of conversations (with an unknown, empty address).
    func knownPeople(matching query: String) throws(ClientError) -> [User] {
        try reading { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, name, email, about, picture FROM person
                    UNION ALL
                    SELECT user, max(name), '', '', picture FROM member WHERE user NOT IN (SELECT id FROM person) GROUP BY user
                    """)
            let wanted = query.lowercased()
            return
                rows
                .map { User(id: $0[0], name: $0[1], email: $0[2], about: $0[3], picture: $0[4]) }
                .filter {
                    wanted.isEmpty || $0.name.lowercased().contains(wanted) || $0.email.lowercased().contains(wanted)
                }
                .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
        }
    }
}
