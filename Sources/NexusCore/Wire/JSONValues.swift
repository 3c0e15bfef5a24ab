// Values that fields have: strings, numbers, times, identifiers.

extension String: JSONField {
    public func encode(to writer: inout JSONWriter) { writer.string(self) }
    public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.string() }
}

extension Bool: JSONField {
    public func encode(to writer: inout JSONWriter) { writer.bool(self) }
    public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.bool() }
}

extension Int64: JSONField {
    public func encode(to writer: inout JSONWriter) { writer.int(self) }
    public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.int() }
}

extension Int: JSONField {
    public func encode(to writer: inout JSONWriter) { writer.int(Int64(self)) }
    public init(from reader: inout JSONReader) throws(JSONError) { self.init(clamping: try reader.int()) }
}

extension ID: JSONField {
    public func encode(to writer: inout JSONWriter) { writer.id(self) }
    public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.id(reader.field) }
}

extension Timestamp: JSONField {
    public func encode(to writer: inout JSONWriter) { writer.int(milliseconds) }
    public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.timestamp() }
}

extension ClosedRange<Int64> {
    /// Positions in a conversation, and counts of bytes: what JSON numbers carry exactly everywhere (RFC 7493 §2.2), and what may
    /// be counted on from without overflow.
    public static var seqs: ClosedRange<Int64> { 0...(1 << 53 - 1) }
}

// Words.

extension Attachment.Kind: JSONWord {}
extension Conversation.Kind: JSONWord {}
extension GroupEvent.Kind: JSONWord {}
extension Member.Role: JSONWord {}

extension ErrorCode: JSONField {
    public func encode(to writer: inout JSONWriter) { writer.string(text) }
    public init(from reader: inout JSONReader) throws(JSONError) { self.init(named: try reader.string()) }
}
