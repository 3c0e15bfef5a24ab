import NexusCore
import NexusDatabase

extension SQLValue {
    static func id<Subject>(_ id: ID<Subject>) -> SQLValue { .id(id.high, id.low) }
    static func optional<Subject>(_ id: ID<Subject>?) -> SQLValue { id.map { .id($0) } ?? .null }
    static func time(_ time: Timestamp) -> SQLValue { .integer(time.milliseconds) }
}

extension Row {
    func identifier<Subject>(_ column: Int) throws -> ID<Subject> {
        let (high, low) = try id(column)
        return ID(high: high, low: low)
    }

    func optionalIdentifier<Subject>(_ column: Int) throws -> ID<Subject>? {
        try optionalID(column).map { ID(high: $0.0, low: $0.1) }
    }

    /// - Throws: `DatabaseError` (`database_corrupt`) for an invalid column.
    func reactions(_ column: Int) throws -> [Reaction] {
        if isNull(column) { return [] }
        guard let reactions = [Reaction](stored: blob(column)) else {
            throw DatabaseError(.corrupt, detail: "reactions are not readable")
        }
        return reactions
    }

    /// - Throws: `DatabaseError` (`database_corrupt`) for an invalid column.
    func mentions(_ column: Int) throws -> [Mention] {
        if isNull(column) { return [] }
        guard let mentions = [Mention](stored: blob(column)) else {
            throw DatabaseError(.corrupt, detail: "mentions are not readable")
        }
        return mentions
    }

    /// - Throws: `DatabaseError` (`database_corrupt`) for an invalid column.
    func forward(_ column: Int) throws -> Forward? {
        if isNull(column) { return nil }
        guard let forward = Forward(stored: blob(column)) else {
            throw DatabaseError(.corrupt, detail: "a forward is not readable")
        }
        return forward
    }

    /// A message's attachments as JSON; null without any.
    func attachments(_ column: Int) throws -> [Attachment] {
        try optionalText(column).map { try [Attachment].decode($0) } ?? []
    }

    func time(_ column: Int) -> Timestamp { Timestamp(milliseconds: int64(column)) }
    func optionalTime(_ column: Int) -> Timestamp? { optionalInt64(column).map(Timestamp.init(milliseconds:)) }
}
