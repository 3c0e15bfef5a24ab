import Foundation
import NexusCore
import NexusDatabase

/// The SQL of where people's clocks stand, and have stood.
enum ZoneRepository {
    /// Moves that are remembered of one person: the newest.
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

    /// Somebody's clock stands there from now on.
    static func tell(_ zone: String, of user: UserID, at now: Timestamp, _ transaction: Transaction) throws {
        let last = try transaction.first(
            "SELECT zone FROM user_zones WHERE user_id = $1 ORDER BY since DESC LIMIT 1", .id(user)
        ) { $0.text(0) }
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

    /// Where somebody's clock stood at a time; before the first that they told, there. `nil` while they have told nothing.
    static func zone(of user: UserID, at time: Timestamp, _ reader: Reader) throws -> String? {
        try reader.first(
            """
            SELECT zone FROM user_zones WHERE user_id = $1
            ORDER BY CASE WHEN since <= $2 THEN 0 ELSE 1 END, CASE WHEN since <= $2 THEN -since ELSE since END LIMIT 1
            """, .id(user), .time(time)
        ) { $0.text(0) }
    }
}
