import Foundation
import GRDB
import NexusCore

/// Reads the columns of a row in the order of its SELECT.
struct RowCursor {
    private let row: Row
    private var column = 0

    init(_ row: Row) { self.row = row }

    mutating func next<Value: DatabaseValueConvertible>() -> Value {
        defer { column += 1 }
        return row[column]
    }

    mutating func next<Value: DatabaseValueConvertible & StatementColumnConvertible>() -> Value {
        defer { column += 1 }
        return row[column]
    }

    /// Reads a stored list; one that is null or not readable is empty.
    mutating func list<Element>(_ read: ([UInt8]) -> [Element]?) -> [Element] {
        let stored: Data? = next()
        return stored.flatMap { read(Array($0)) } ?? []
    }
}
