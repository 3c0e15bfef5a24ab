import NexusCore

/// Incremental parser for the statements of a streamed reply. Each is returned once its object closes; code fences,
/// greetings and a truncated end are tolerated.
public struct StatementParser: Sendable {
    private var bytes: [UInt8] = []
    private var position = 0
    /// Start offsets of the open objects and arrays.
    private var open: [Int] = []
    private var isInString = false
    private var isEscaped = false
    private var found = 0
    /// True once the reply contained a list of statements, even an empty one. Without a list it is no answer.
    public private(set) var sawList = false

    /// Bytes beyond this are ignored.
    private static let byteLimit = 256 * 1_024
    private static let depthLimit = 32

    public init() {}

    /// Parses the next piece and returns the statements that it completes.
    public mutating func read(_ piece: String) -> [ModelStatement] {
        guard bytes.count < StatementParser.byteLimit else { return [] }
        bytes.append(contentsOf: piece.utf8)
        var statements: [ModelStatement] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            // Quotation marks of prose around the JSON mean nothing.
            case UInt8(ascii: "\"") where !open.isEmpty: isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if open.count < StatementParser.depthLimit { open.append(position - 1) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard let start = open.popLast() else { continue }
                if let statement = closed(start..<position) { statements.append(statement) }
            default: break
            }
        }
        return statements
    }

    /// Handles a complete object or array.
    private mutating func closed(_ range: Range<Int>) -> ModelStatement? {
        let isObject = bytes[range.lowerBound] == UInt8(ascii: "{")
        // The object around all statements is not parsed again: it only shows that there was a list.
        if open.isEmpty, found > 0 { return nil }
        guard isObject || open.count <= 1, found < ModelStatement.limit else { return nil }
        let text = JSONRepair.repaired(String(decoding: bytes[range], as: UTF8.self))
        guard let value = try? JSONValue.decode(text) else { return nil }
        switch value {
        case .object:
            if let statement = ModelStatement(value) {
                found += 1
                sawList = true
                return statement
            }
            if case .array? = value["statements"] { sawList = true }
            return nil
        case .array(let values):
            if values.isEmpty, open.isEmpty { sawList = true }
            return nil
        default: return nil
        }
    }
}
