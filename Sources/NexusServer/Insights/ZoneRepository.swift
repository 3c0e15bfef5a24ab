import Foundation
import NexusCore
import NexusDatabase
import NexusIntelligence

/// The SQL of users' time zones, present and past.
enum ZoneRepository {
    /// The maximum of zone changes stored per user: the newest.
    private static let movesKept = 64

    /// A zone by its name in the tz database; `nil` if there is none.
    static func known(_ name: String) -> TimeZone? {
        let isName =
            name.utf8.count <= 64
            && name.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || "/_+-".utf8.contains(byte)
            }
        return isName ? TimeZone(identifier: name) : nil
    }

    /// Stores a user's zone from now on.
    static func tell(_ zone: String, of user: UserID, at now: Timestamp, _ transaction: Transaction) throws {
        let last = try transaction.first(
            "SELECT zone FROM user_zones WHERE user_id = $1 ORDER BY since DESC LIMIT 1", .id(user)
        ) { try $0.next(String.self) }
        guard last != zone else { return }
        try transaction.run(
            """
            INSERT INTO user_zones (user_id, since, zone) VALUES ($1, $2, $3)
            ON CONFLICT (user_id, since) DO UPDATE SET zone = excluded.zone
            """, .id(user), .time(now), .text(zone))
        try transaction.run(
            """
            DELETE FROM user_zones WHERE user_id = $1 AND since <= (
                SELECT since FROM user_zones WHERE user_id = $1 ORDER BY since DESC LIMIT 1 OFFSET $2)
            """, .id(user), .integer(movesKept))
    }

    /// The time zones of a user, in order of time.
    struct Moves: Sendable {
        fileprivate var all: [(since: Timestamp, zone: String)]

        /// The zone at a time; before the first report, the first. `nil` without reports.
        func zone(at time: Timestamp) -> String? { (all.last { $0.since <= time } ?? all.first)?.zone }
    }

    static func moves(of user: UserID, _ reader: Reader) throws -> Moves {
        Moves(
            all: try reader.all("SELECT since, zone FROM user_zones WHERE user_id = $1 ORDER BY since", .id(user)) {
                (try $0.next(), try $0.next())
            })
    }

    /// A time zone by its name; `nil` if unknown.
    static func insightZone(_ name: String) -> InsightZone? {
        known(name).map { InsightZone(name: name, zone: WritingZone($0), isServers: false) }
    }
}
