/// The text of a statement, with parameters `$1`, `$2`… numbered from one.
///
/// Write statements as literals: the engine then finds the prepared statement by the literal's address, without reading
/// its characters, and user input cannot be spliced into it. Only a statement of varying shape (a list of
/// placeholders) is built at run time, with ``init(_:)``.
public struct SQL: Sendable, ExpressibleByStringLiteral {
    enum Source: Sendable {
        case literal(StaticString)
        case built(String)
    }

    let source: Source

    public init(stringLiteral value: StaticString) {
        source = value.hasPointerRepresentation ? .literal(value) : .built(value.description)
    }

    /// A statement built at run time. The text must never contain user input: bind it as a parameter.
    public init(_ text: String) {
        source = .built(text)
    }

    /// The characters of the statement.
    public var text: String {
        switch source {
        case .literal(let literal): literal.description
        case .built(let text): text
        }
    }

    /// `$first, $first+1, …`: as many placeholders as there are values, for an `IN (…)` or `VALUES (…)` list.
    public static func placeholders(from first: Int, count: Int) -> String {
        (first..<(first + count)).map { "$\($0)" }.joined(separator: ", ")
    }
}
