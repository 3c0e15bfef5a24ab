import NexusCore
import NexusDatabase

/// The SQL of failed attempts to sign in to an account since its last success.
enum FailedSignInRepository {
    /// The maximum addresses that are kept of one account; the attempts of others are counted together.
    static let addresses = 20
    /// The maximum addresses that are told.
    static let addressesTold = 3

    struct Failures {
        var count: Int64
        var since: Timestamp
        /// Known addresses, the one with most attempts first.
        var addresses: [String]

        /// Where they came from.
        var text: String {
            let told = addresses.prefix(FailedSignInRepository.addressesTold)
            let rest = addresses.count - told.count
            return told.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        }
    }

    static func add(_ address: String, of user: UserID, at time: Timestamp, _ transaction: Transaction) throws {
        try transaction.run(
            """
            INSERT INTO failed_sign_ins (user_id, address, count, since)
            SELECT $1, CASE WHEN (SELECT COUNT(*) FROM failed_sign_ins WHERE user_id = $1 AND address NOT IN ($2, '')) < $4
                THEN $2 ELSE '' END, 1, $3
            WHERE EXISTS (SELECT 1 FROM users WHERE id = $1)
            ON CONFLICT (user_id, address) DO UPDATE SET count = failed_sign_ins.count + 1
            """, .id(user), .text(address), .time(time), .integer(addresses))
    }

    /// Takes the failures of an account; nil without any.
    static func take(of user: UserID, _ transaction: Transaction) throws -> Failures? {
        let rows = try transaction.all(
            "DELETE FROM failed_sign_ins WHERE user_id = $1 RETURNING address, count, since", .id(user)
        ) { row -> (address: String, count: Int64, since: Timestamp) in
            (try row.next(), try row.next(), try row.next())
        }
        guard let since = rows.map(\.since).min() else { return nil }
        let known = rows.filter { !$0.address.isEmpty }.sorted { ($1.count, $0.address) < ($0.count, $1.address) }
        return Failures(
            count: rows.reduce(0) { $0 + $1.count }, since: since, addresses: known.map(\.address))
    }
}
