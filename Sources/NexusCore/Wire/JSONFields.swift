/// Whole fields in one call, for the kinds of value that frames are made of.
extension JSONWriter {
    /// Writes a field with its name.
    public mutating func field(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    /// Writes a field with its name.
    public mutating func field(_ name: StaticString, _ value: Int64) {
        key(name)
        int(value)
    }

    /// Writes a field with its name.
    public mutating func field(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes a field with its name.
    public mutating func field(_ name: StaticString, _ value: some JSONEncodable) {
        key(name)
        value.encode(to: &self)
    }

    /// Writes the field unless the value is nil.
    public mutating func field(_ name: StaticString, ifPresent value: String?) {
        if let value { field(name, value) }
    }

    /// Writes the field unless the value is nil.
    public mutating func field(_ name: StaticString, ifPresent value: Int64?) {
        if let value { field(name, value) }
    }

    /// Writes the field unless the value is nil.
    public mutating func field(_ name: StaticString, ifPresent value: Bool?) {
        if let value { field(name, value) }
    }

    /// Writes the field unless the value is nil.
    public mutating func field<Value: JSONEncodable>(_ name: StaticString, ifPresent value: Value?) {
        if let value { field(name, value) }
    }
}
