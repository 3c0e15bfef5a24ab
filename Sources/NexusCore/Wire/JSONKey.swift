/// The name of an object's field, read in place: `switch key { case "id": … }` compares bytes and allocates nothing.
///
/// A key looks into the text that is being read, so it lives only as long as the closure it was handed to. Keep ``text``.
public struct JSONKey {
    /// What stands between the quotation marks, already found to be a well-formed string.
    let raw: UnsafeBufferPointer<UInt8>
    let hasEscapes: Bool

    /// The name with its escapes resolved, as a string of its own.
    public var text: String {
        JSONText.string(raw, hasEscapes: hasEscapes)
    }

    /// Whether the key, its escapes resolved, is this name.
    #if hasFeature(Embedded)
        // In a browser the module's size counts for more.
        @inline(never)
    #else
        @inline(__always)
    #endif
    public static func ~= (name: StaticString, key: JSONKey) -> Bool {
        if key.hasEscapes { return key.text == name.description }
        return name.withUTF8Buffer { name in
            guard name.count == key.raw.count else { return false }
            for index in 0..<name.count where name[index] != key.raw[index] { return false }
            return true
        }
    }
}
