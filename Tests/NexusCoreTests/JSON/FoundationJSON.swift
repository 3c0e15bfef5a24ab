import Foundation
import NexusCore

/// Foundation's parser, as a second opinion.
enum FoundationJSON {
    /// Foundation's parse of a text, or nil if it refuses.
    static func decode(_ bytes: [UInt8]) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    /// Whether Foundation's tree equals ours.
    static func agrees(_ theirs: Any, _ ours: JSONValue) -> Bool {
        switch ours {
        case .null: theirs is NSNull
        case .bool(let value): (theirs as? Bool) == value
        case .string(let value): (theirs as? String).map { Array($0.utf8) } == Array(withoutMarks(value).utf8)
        case .integer(let value): (theirs as? NSNumber)?.int64Value == value
        case .number(let value): isNear((theirs as? NSNumber)?.doubleValue, value)
        case .array(let elements):
            if let theirs = theirs as? [Any], theirs.count == elements.count {
                zip(theirs, elements).allSatisfy { agrees($0, $1) }
            } else {
                false
            }
        case .object(let fields): agrees(theirs, fields)
        }
    }

    /// Foundation drops byte-order marks from the middle of strings.
    private static func withoutMarks(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FEFF}" }))
    }

    /// Foundation parses through `Decimal`, and misses the nearest double by a few.
    private static func isNear(_ theirs: Double?, _ ours: Double) -> Bool {
        guard let theirs else { return false }
        return theirs == ours || abs(theirs - ours) <= abs(ours) * 1e-13
    }

    /// Which of the fields of one name Foundation keeps is its own affair, so such objects are not compared.
    private static func agrees(_ theirs: Any, _ fields: [JSONValue.Field]) -> Bool {
        guard Set(fields.map(\.name)).count == fields.count else { return true }
        guard let theirs = theirs as? [String: Any], theirs.count == fields.count else { return false }
        return fields.allSatisfy { field in
            theirs[withoutMarks(field.name)].map { agrees($0, field.value) } ?? false
        }
    }
}
