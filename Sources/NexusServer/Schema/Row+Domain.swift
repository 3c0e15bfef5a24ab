import NexusCore
import NexusDatabase

extension SQLValue {
    static func id<Subject>(_ id: ID<Subject>) -> SQLValue { .id(id.high, id.low) }
    static func time(_ time: Timestamp) -> SQLValue { .integer(time.milliseconds) }
}

extension Row {
    func identifier<Subject>(_ column: Int) throws -> ID<Subject> {
        let (high, low) = try id(column)
        return ID(high: high, low: low)
    }

    func time(_ column: Int) -> Timestamp { Timestamp(milliseconds: int64(column)) }
    func optionalTime(_ column: Int) -> Timestamp? { optionalInt64(column).map(Timestamp.init(milliseconds:)) }
}
