import NexusCore
import NexusDatabase

/// The SQL of the devices that take push notifications. One whose session has ended takes none.
enum PushEndpointRepository {
    static let columns = "e.id, e.user_id, e.session_id, e.service, e.address, e.public_key, e.secret"

    /// Registers a session's device, in place of its earlier address, and of the session that had this address.
    static func put(_ endpoint: PushEndpoint, at now: Timestamp, _ transaction: Transaction) throws {
        try delete(
            where: "session_id = $1 OR address = $2", [.id(endpoint.session), .text(endpoint.address)], transaction)
        try transaction.run(
            """
            INSERT INTO push_endpoints (id, user_id, session_id, service, address, public_key, secret, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """, .id(endpoint.id), .id(endpoint.user), .id(endpoint.session), .text(endpoint.service.rawValue),
            .text(endpoint.address), .blob(endpoint.publicKey), .blob(endpoint.secret), .time(now))
    }

    static func endpoint(of session: SessionID, in reader: Reader) throws -> PushEndpoint? {
        try reader.first(
            SQL("SELECT \(columns) FROM push_endpoints AS e WHERE e.session_id = $1"), .id(session), body: endpoint)
    }

    static func delete(of session: SessionID, _ transaction: Transaction) throws {
        try delete(where: "session_id = $1", [.id(session)], transaction)
    }

    static func delete(_ id: PushEndpointID, _ transaction: Transaction) throws {
        try delete(where: "id = $1", [.id(id)], transaction)
    }

    /// Deletes all devices of a user.
    static func deleteAll(of user: UserID, _ transaction: Transaction) throws {
        try delete(where: "user_id = $1", [.id(user)], transaction)
    }

    /// Deletes the devices whose session has ended; returns their number.
    @discardableResult
    static func deleteEnded(_ transaction: Transaction) throws -> Int {
        try delete(
            where: "NOT EXISTS (SELECT 1 FROM sessions AS s WHERE s.id = push_endpoints.session_id)", [], transaction)
    }

    static func count(in reader: Reader) throws -> Int64 {
        try reader.first("SELECT COUNT(*) FROM push_endpoints") { try $0.next() } ?? 0
    }

    @discardableResult
    private static func delete(
        where condition: String, _ values: [SQLValue], _ transaction: Transaction
    ) throws -> Int {
        let ids: [PushEndpointID] = try transaction.all(
            SQL("DELETE FROM push_endpoints WHERE \(condition) RETURNING id"), values
        ) { try $0.next() }
        for id in ids {
            try transaction.run("DELETE FROM pushes WHERE endpoint_id = $1", .id(id))
            try transaction.run("DELETE FROM reminder_pushes WHERE endpoint_id = $1", .id(id))
        }
        // Addresses are secrets of their devices.
        if !ids.isEmpty { transaction.eraseTraces() }
        return ids.count
    }

    /// Reads ``columns``.
    static func endpoint(_ row: inout Row) throws -> PushEndpoint {
        PushEndpoint(
            id: try row.next(), user: try row.next(), session: try row.next(),
            service: PushEndpoint.Service(rawValue: try row.next()) ?? .web, address: try row.next(),
            publicKey: try row.next(), secret: try row.next())
    }
}
