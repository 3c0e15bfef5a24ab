/// Takes a record's list of fields and writes them, reads them, or finds the required one that is absent. It is one concrete type
/// with a mode, so a list compiles once, for Embedded Swift too.
///
/// Writing goes straight to the buffer. Reading asks for the fields in order: the text is compared with the expected name, in place,
/// so an object in the order of the list takes one pass and no allocation. A key out of that order begins another pass; a key that no
/// pass takes is unknown, and its value is checked and skipped. A repeated key counts the last time.
///
/// The first error ends the reading: the coder keeps it, and visits nothing more.
public struct FieldCoder: ~Copyable {
    enum Mode {
        case write
        /// A key is at the reader's offset.
        case key
        /// A value is at the reader's offset, or has just been read.
        case value
        /// The object has ended.
        case end
        /// After reading: looks for the first required field that was absent.
        case check
        /// An error was found.
        case failed
        #if !hasFeature(Embedded)
            /// Collects the names and types of the fields.
            case describe
        #endif
    }

    /// Whether a field is always there.
    enum Presence {
        /// Always; reading fails without it.
        case required
        /// Always written.
        case always
        /// Always written, as `null` without a value.
        case nullable
        case optional
    }

    /// The progress in one object.
    struct Progress {
        /// Offset of the object, in bytes.
        var start = 0
        /// Offset where the present pass began.
        var pass = 0
        /// The next field, as a bit by its place in the list.
        var bit: UInt64 = 1
        /// The fields that were read, and the required ones.
        var seen: UInt64 = 0
        var needed: UInt64 = 0
        /// Whether the case of a union is known.
        var isNamed = false
    }

    var mode: Mode
    let writer: UnsafeMutablePointer<JSONWriter>?
    let reader: UnsafeMutablePointer<JSONReader>?
    var progress = Progress()
    /// The field that names the case of the current union.
    var tag: StaticString = ""
    /// The key at the reader's offset, if it is written with escapes.
    var escaped: String?
    var failure: JSONError?

    #if !hasFeature(Embedded)
        var recorder: FieldRecorder?
    #endif

    init(_ mode: Mode, writer: UnsafeMutablePointer<JSONWriter>?, reader: UnsafeMutablePointer<JSONReader>?) {
        self.mode = mode
        self.writer = writer
        self.reader = reader
    }

    /// Whether the record is read: only then may its list change it.
    public var isReading: Bool { mode != .write }

    // MARK: Fields

    /// A field that is always there.
    public mutating func required<Value: JSONField>(_ name: StaticString, _ value: inout Value) {
        if visits(name, .required) { code(&value) }
    }

    /// A field that is always written; if absent, the value stays at its default.
    public mutating func present<Value: JSONField>(_ name: StaticString, _ value: inout Value) {
        if visits(name, .always) { code(&value) }
    }

    /// A field that is left out if `isDefault`; if absent, the value stays at its default.
    public mutating func unless<Value: JSONField>(_ isDefault: Bool, _ name: StaticString, _ value: inout Value) {
        if visits(name, unless: isDefault) { code(&value) }
    }

    /// A field that is left out if nil; absent and `null` are read as nil.
    public mutating func optional<Value: JSONField>(_ name: StaticString, _ value: inout Value?) {
        if visits(name, unless: !value.hasValue) { code(&value) }
    }

    /// A field that is always written, as `null` if nil; absent and `null` are read as nil.
    public mutating func nullable<Value: JSONField>(_ name: StaticString, _ value: inout Value?) {
        if visits(name, .nullable) { code(&value) }
    }

    /// A field of a change: nil changes nothing and is left out. A `null` is the value's own to read; most refuse it.
    public mutating func change<Value: JSONField>(_ name: StaticString, _ value: inout Value?) {
        if visits(name, unless: !value.hasValue) { codeChange(&value) }
    }

    /// A word that is always written; one that is not known is read as `unknown`.
    public mutating func present<Word: JSONWord>(_ name: StaticString, _ value: inout Word, unknown: Word) {
        if visits(name, .always) { code(&value, unknown) }
    }

    /// A word that is left out if `isDefault`; one that is not known is read as `unknown`.
    public mutating func unless<Word: JSONWord>(
        _ isDefault: Bool, _ name: StaticString, _ value: inout Word, unknown: Word
    ) {
        if visits(name, unless: isDefault) { code(&value, unknown) }
    }

    // MARK: Shorter forms

    /// A text that is left out if empty.
    public mutating func unlessEmpty(_ name: StaticString, _ value: inout String) {
        unless(value.isEmpty, name, &value)
    }

    /// A list that is left out if empty.
    ///
    /// Reading refuses more than `limit` elements.
    public mutating func unlessEmpty<Value: JSONField>(
        _ name: StaticString, _ value: inout [Value], limit: Int = .max
    ) {
        if visits(name, unless: value.isEmpty) { code(&value, limit) }
    }

    /// A condition that is left out if it is `usually` so.
    public mutating func flag(_ name: StaticString, _ value: inout Bool, usually: Bool = false) {
        unless(value == usually, name, &value)
    }

    // MARK: Bounded values

    /// A required list. Reading refuses more than `limit` elements.
    public mutating func required<Value: JSONField>(_ name: StaticString, _ value: inout [Value], limit: Int) {
        if visits(name, .required) { code(&value, limit) }
    }

    /// A list that is always written. Reading refuses more than `limit` elements.
    public mutating func present<Value: JSONField>(_ name: StaticString, _ value: inout [Value], limit: Int) {
        if visits(name, .always) { code(&value, limit) }
    }

    /// A required whole number. Reading refuses one outside `range`, or `clamps` it.
    public mutating func required<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, in range: ClosedRange<Int64>, clamps: Bool = false
    ) {
        if visits(name, .required) { code(&value, range, clamps) }
    }

    /// A whole number that is always written. Reading refuses one outside `range`, or `clamps` it.
    public mutating func present<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, in range: ClosedRange<Int64>, clamps: Bool = false
    ) {
        if visits(name, .always) { code(&value, range, clamps) }
    }

    /// A whole number that is left out if `isDefault`. Reading refuses one outside `range`, or `clamps` it.
    public mutating func unless<Value: FixedWidthInteger>(
        _ isDefault: Bool, _ name: StaticString, _ value: inout Value, in range: ClosedRange<Int64>,
        clamps: Bool = false
    ) {
        if visits(name, unless: isDefault) { code(&value, range, clamps) }
    }

    /// A whole number that is left out if nil; absent and `null` are read as nil. Reading refuses one outside `range`.
    public mutating func optional<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value?, in range: ClosedRange<Int64>
    ) {
        guard visits(name, unless: !value.hasValue) else { return }
        if !isDescribing, readsNull() { value = nil } else { codeSome(&value, range) }
    }

    /// A whole number of a change: nil changes nothing and is left out. Reading refuses `null`, and one outside `range`.
    public mutating func change<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value?, in range: ClosedRange<Int64>
    ) {
        if visits(name, unless: !value.hasValue) { codeSome(&value, range) }
    }

    /// A list of positions that is left out if empty. Reading refuses more than `limit`, and one outside ``ClosedRange/seqs``.
    public mutating func seqs(_ name: StaticString, _ value: inout [Seq], limit: Int = .max) {
        if visits(name, unless: value.isEmpty) { codeSeqs(&value, limit) }
    }

    // MARK: Unions

    /// The fields of a union, in the object of the record that holds it.
    public mutating func union<Value: JSONUnion>(_ value: inout Value) {
        if isDescribing { return describe(union: Value.self) }
        tag = Value.tag
        if needsCase {
            guard let name = findCase() else { return }
            guard let blank = Value.blank(name) else { return refuse(name) }
            value = blank
            progress.isNamed = true
        }
        if mode == .write {
            var copy = value
            copy.payload(&self)
        } else {
            value.payload(&self)
        }
    }

    /// The name of a union's case.
    public mutating func named(_ name: StaticString) {
        if visits(tag, .always) { code(name) }
    }

    /// The name of a union's case, and the fields of its payload.
    public mutating func named<Payload: JSONRecord>(_ name: StaticString, _ payload: inout Payload) {
        named(name)
        payload.fields(&self)
    }

    // MARK: Errors of meaning

    /// Refuses the value of a field.
    public mutating func refuse(_ name: StaticString) { fail(input.pointee.invalid(name)) }

    /// Refuses the record that was just read for a field that is absent.
    public mutating func lacks(_ name: StaticString) { fail(input.pointee.missing(name)) }
}
