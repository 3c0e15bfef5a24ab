/// A look at a PostgreSQL database by a server that waits until the one that writes it has gone.
public final class PostgresStandby: Sendable {
    private let connection: PostgresConnection

    /// Connects with the first look, and again after a lost session.
    public init(_ address: PostgresAddress) throws {
        connection = try PostgresConnection(reading: address, connects: false)
    }

    /// Reads one snapshot while another server has the right to write. Blocks.
    ///
    /// - Returns: what `body` returns; nil if no server has the right.
    /// - Throws: what `body` throws; ``DatabaseError`` (`database_unavailable`), if PostgreSQL does not answer.
    public func whileTaken<T>(_ body: (Reader) throws -> T) throws -> T? {
        try connection.exclusively {
            // What this takes for a look goes back with the end of the transaction.
            try connection.beginReading()
            defer { connection.rollBack() }
            let reader = Reader(connection: connection)
            let isFree = try reader.first(PostgresOwnership.trial) { try $0.next(Int.self) != 0 }
            return isFree == true ? nil : try body(reader)
        }
    }

    public func close() { try? connection.close() }
}
