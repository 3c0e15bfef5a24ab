import NexusCore
import NexusDatabase

extension SQLValue {
    static func id<Subject>(_ id: ID<Subject>) -> SQLValue { .id(id.high, id.low) }
    static func optional<Subject>(_ id: ID<Subject>?) -> SQLValue { id.map { .id($0) } ?? .null }
    static func time(_ time: Timestamp) -> SQLValue { .integer(time.milliseconds) }
}

extension ID: ColumnValue {
    public init(_ column: Column) throws {
        let (high, low) = try column.id()
        self.init(high: high, low: low)
    }
}

/// Milliseconds since 1970.
extension Timestamp: ColumnValue {
    public init(_ column: Column) { self.init(milliseconds: column.int64) }
}

extension Row {
    /// - Throws: `DatabaseError` (`database_corrupt`) for an invalid column.
    mutating func reactions() throws -> [Reaction] {
        guard let stored: [UInt8] = try next() else { return [] }
        guard let reactions = [Reaction](stored: stored) else {
            throw DatabaseError(.corrupt, detail: "reactions are not readable")
        }
        return reactions
    }

    /// - Throws: `DatabaseError` (`database_corrupt`) for an invalid column.
    mutating func mentions() throws -> [Mention] {
        guard let stored: [UInt8] = try next() else { return [] }
        guard let mentions = [Mention](stored: stored) else {
            throw DatabaseError(.corrupt, detail: "mentions are not readable")
        }
        return mentions
    }

    /// - Throws: `DatabaseError` (`database_corrupt`) for an invalid column.
    mutating func forward() throws -> Forward? {
        guard let stored: [UInt8] = try next() else { return nil }
        guard let forward = Forward(stored: stored) else {
            throw DatabaseError(.corrupt, detail: "a forward is not readable")
        }
        return forward
    }

    /// A message's attachments as JSON; null without any.
    mutating func attachments() throws -> [Attachment] {
        try next(String?.self).map { try [Attachment].decode($0) } ?? []
    }
}
