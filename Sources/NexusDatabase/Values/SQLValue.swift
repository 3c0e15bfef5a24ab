/// One parameter of a statement, in the types that every engine stores alike.
///
/// Flags are stored as 0 and 1, times as integer milliseconds since 1970.
public enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    /// A 128-bit identifier, high half first; stored as 16 big-endian bytes, so that it sorts as it reads.
    case id(UInt64, UInt64)
}

extension SQLValue {
    /// An integer of the platform's width.
    @inlinable
    public static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }

    /// A flag, stored as 1 or 0.
    @inlinable
    public static func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }

    /// The text, or null for nil.
    @inlinable
    public static func optional(_ value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }

    /// The integer, or null for nil.
    @inlinable
    public static func optional(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }

    /// The bytes, or null for nil.
    @inlinable
    public static func optional(_ value: [UInt8]?) -> SQLValue { value.map(SQLValue.blob) ?? .null }

    /// The identifier, or null for nil.
    @inlinable
    public static func optional(_ value: (UInt64, UInt64)?) -> SQLValue { value.map { .id($0.0, $0.1) } ?? .null }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    @inlinable
    public init(integerLiteral value: Int64) { self = .integer(value) }

    @inlinable
    public init(floatLiteral value: Double) { self = .real(value) }

    @inlinable
    public init(stringLiteral value: String) { self = .text(value) }

    @inlinable
    public init(booleanLiteral value: Bool) { self = .flag(value) }

    @inlinable
    public init(nilLiteral: ()) { self = .null }
}
