/// A value whose JSON is an object. One list of its fields writes it, reads it, checks it and describes it.
///
/// ```swift
/// extension User: JSONRecord {
///     public init(_: Blank) { self.init(id: .blank, name: "", email: "") }
///
///     public mutating func fields(_ coder: inout FieldCoder) {
///         coder.required("id", &id)
///         coder.required("name", &name)
///         coder.present("email", &email)
///         coder.unlessEmpty("about", &about)
///         coder.optional("picture", &picture)
///     }
/// }
/// ```
public protocol JSONRecord: JSONField {
    /// A value with every field at its default. Reading begins with it.
    init(_: Blank)

    /// Names every field once, in the order in which they are written. A field may be visited several times while an object is read,
    /// so the list does nothing but pass fields to the coder, the same ones each time. While an object is written, it must not
    /// change the record, which others may be reading.
    mutating func fields(_ coder: inout FieldCoder)

    /// Completes and checks the value once all its fields have been read.
    mutating func finish(_ coder: inout FieldCoder)
}

/// Selects the initializer that makes the value which reading begins with.
public struct Blank: Sendable {
    package static var blank: Blank { Blank() }
}

extension ID {
    /// The value of an identifier before it is read.
    package static var blank: ID { ID(high: 0, low: 0) }
}

extension JSONRecord {
    public mutating func finish(_ coder: inout FieldCoder) {}

    /// Passes the object to the coder.
    mutating func object(_ coder: inout FieldCoder) {
        let outer = coder.begin()
        repeat { fields(&coder) } while coder.repeats()
        if coder.ends(outer) { finish(&coder) }
    }

    public func write(by coder: inout FieldCoder) {
        // Not a copy, which costs a tenth of a small frame's time. `fields(_:)` does not change a record that is written, so nothing is
        // stored through the pointer; golden files and the fuzz tests of the codec run every list that way.
        withUnsafePointer(to: self) { UnsafeMutablePointer(mutating: $0).pointee.object(&coder) }
    }

    public static func read(by coder: inout FieldCoder) -> Self? {
        var record = Self(.blank)
        record.object(&coder)
        return record
    }

    public func encode(to writer: inout JSONWriter) {
        FieldCoder.write(to: &writer) { write(by: &$0) }
    }

    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try FieldCoder.value(from: &reader)
    }
}

/// An enumeration whose JSON is an object with a field that names the case: `{"type": "ack", …}`.
///
/// Two lists make it: ``blank(_:)`` gives the case of a name, ``payload(_:)`` the name and the fields of a case.
public protocol JSONUnion: JSONRecord {
    /// The field that names the case.
    static var tag: StaticString { get }

    /// The case of that name with its fields at their defaults; nil for an unknown name.
    static func blank(_ name: CaseName) -> Self?

    /// Passes the name of the case to ``FieldCoder/named(_:)``, and then its fields, as ``JSONRecord/fields(_:)`` does.
    mutating func payload(_ coder: inout FieldCoder)
}

extension JSONUnion {
    public mutating func fields(_ coder: inout FieldCoder) {
        coder.union(&self)
    }
}

/// The name of a union's case as the text has it: `switch name { case "ack": … }` compares bytes and allocates nothing.
public struct CaseName {
    let key: JSONKey
    #if !hasFeature(Embedded)
        /// Takes the names that are asked for, where they are collected.
        var names: CaseNames?
    #endif

    init(key: JSONKey) { self.key = key }

    public static func ~= (name: StaticString, asked: CaseName) -> Bool {
        #if !hasFeature(Embedded)
            if let names = asked.names {
                names.all.append(name.description)
                return false
            }
        #endif
        return name ~= asked.key
    }
}

/// An enumeration whose JSON is a word.
public protocol JSONWord: CaseIterable, JSONField {
    /// The word.
    var name: String { get }

    /// The value of a word; nil for an unknown one.
    init?(name: String)
}

extension JSONWord {
    public func encode(to writer: inout JSONWriter) { writer.string(name) }

    public init(from reader: inout JSONReader) throws(JSONError) {
        guard let value = Self(name: try reader.string()) else { throw reader.invalid() }
        self = value
    }
}

extension JSONWord where Self: RawRepresentable<String> {
    public var name: String { rawValue }
    public init?(name: String) { self.init(rawValue: name) }
}
