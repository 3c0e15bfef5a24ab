// The steps between fields: keys, passes, the ends of objects.

extension FieldCoder {
    var out: UnsafeMutablePointer<JSONWriter> { writer.unsafelyUnwrapped }
    var input: UnsafeMutablePointer<JSONReader> { reader.unsafelyUnwrapped }

    /// Writes one value.
    #if !hasFeature(Embedded)
        @inline(__always)
    #endif
    static func write(to writer: inout JSONWriter, _ value: (inout FieldCoder) -> Void) {
        withUnsafeMutablePointer(to: &writer) { writer in
            var coder = FieldCoder(.write, writer: writer, reader: nil)
            value(&coder)
        }
    }

    /// Reads one value. After an error the reader is before it.
    #if !hasFeature(Embedded)
        @inline(__always)
    #endif
    static func value<Value: JSONField>(from reader: inout JSONReader) throws(JSONError) -> Value {
        var value: Value?
        let failure = read(from: &reader) { value = Value.read(by: &$0) }
        guard failure == nil, let value else { throw failure ?? reader.invalid() }
        return value
    }

    #if !hasFeature(Embedded)
        @inline(__always)
    #endif
    private static func read(from reader: inout JSONReader, _ value: (inout FieldCoder) -> Void) -> JSONError? {
        let (offset, depth) = (reader.offset, reader.depth)
        let failure = withUnsafeMutablePointer(to: &reader) { reader in
            var coder = FieldCoder(.value, writer: nil, reader: reader)
            value(&coder)
            return coder.failure
        }
        if failure.hasValue { (reader.offset, reader.depth) = (offset, depth) }
        return failure
    }

    /// Keeps the first error.
    mutating func fail(_ error: JSONError) {
        guard mode != .failed else { return }
        mode = .failed
        failure = error
    }

    // MARK: Fields

    /// Visits a field: writes its key, or consumes it if it is next. The value follows.
    #if !hasFeature(Embedded)
        @inline(__always)
    #endif
    mutating func visits(_ name: StaticString, _ presence: Presence = .optional) -> Bool {
        if mode == .write {
            out.pointee.key(name)
            return true
        }
        let field = progress.bit
        progress.bit = field &<< 1
        if presence == .required { progress.needed |= field }
        if mode == .value { moveOn() }
        guard mode == .key else { return visitsOutside(name, presence, field) }
        guard takes(name) else { return false }
        progress.seen |= field
        return true
    }

    /// Visits a field that is left out if `isDefault`.
    #if !hasFeature(Embedded)
        @inline(__always)
    #endif
    mutating func visits(_ name: StaticString, unless isDefault: Bool) -> Bool {
        mode == .write && isDefault ? false : visits(name)
    }

    /// Visits a field after the end of the object.
    @inline(never)
    private mutating func visitsOutside(_ name: StaticString, _ presence: Presence, _ field: UInt64) -> Bool {
        if isDescribing { return note(name, presence) }
        if mode == .check, presence == .required, progress.seen & field == 0 {
            fail(JSONError(.missing(name), at: progress.start))
        }
        return false
    }

    /// Consumes the key if it is `name`.
    @inline(__always)
    private mutating func takes(_ name: StaticString) -> Bool {
        let isTaken: Bool
        do throws(JSONError) { isTaken = try input.pointee.takesKey(name) } catch {
            fail(error)
            return false
        }
        guard isTaken || escaped.hasValue && takesEscaped(name) else { return false }
        input.pointee.field = name
        mode = .value
        return true
    }

    @inline(never)
    private mutating func takesEscaped(_ name: StaticString) -> Bool {
        guard let text = escaped, text == name.description else { return false }
        escaped = nil
        do throws(JSONError) { _ = try input.pointee.key() } catch { fail(error) }
        return mode != .failed
    }

    /// Moves past the comma to the next key, or past the end of the object.
    #if !hasFeature(Embedded)
        @inline(__always)
    #endif
    private mutating func moveOn() {
        do throws(JSONError) {
            mode = try input.pointee.continues(until: UInt8(ascii: "}")) ? .key : .end
            if mode == .key { input.pointee.skipWhitespace() }
        } catch {
            fail(error)
        }
    }

    // MARK: Objects

    /// Begins an object. The progress in the surrounding one is given back, for ``ends(_:)``.
    mutating func begin() -> Progress {
        let outer = progress
        switch mode {
        case .write: out.pointee.beginObject()
        case .value:
            do throws(JSONError) {
                progress = Progress(start: try input.pointee.enter(UInt8(ascii: "{"), .object))
                mode = try input.pointee.closes(UInt8(ascii: "}")) ? .end : .key
                progress.pass = input.pointee.offset
            } catch {
                fail(error)
            }
        default: break
        }
        return outer
    }

    /// Whether the list of fields is needed once more.
    mutating func repeats() -> Bool {
        if mode == .write { return false }
        if mode == .value { moveOn() }
        if mode == .key, input.pointee.offset == progress.pass { passOver() }
        progress.bit = 1
        if mode == .key {
            progress.pass = input.pointee.offset
            return true
        }
        guard mode == .end, progress.needed & ~progress.seen != 0 else { return false }
        mode = .check
        return true
    }

    /// Ends an object. True if it was read: it can then be checked and completed.
    mutating func ends(_ outer: Progress) -> Bool {
        if mode == .write { out.pointee.endObject() }
        guard mode == .end || mode == .check else { return false }
        input.pointee.depth -= 1
        input.pointee.objectStart = progress.start
        progress = outer
        mode = .value
        return true
    }

    /// Moves past a key that no field takes, or resolves its escapes for the next pass.
    @inline(never)
    private mutating func passOver() {
        do throws(JSONError) {
            let key = try input.pointee.key()
            if key.hasEscapes, escaped == nil {
                escaped = key.text
                input.pointee.offset = progress.pass
            } else {
                escaped = nil
                try input.pointee.skip()
                moveOn()
            }
        } catch {
            fail(error)
        }
    }

    // MARK: Unions

    /// Finds the name of the object's case, wherever in the object it is. The reader stays where it is.
    mutating func findCase() -> CaseName? {
        let here = input.pointee.offset
        do throws(JSONError) {
            let name = try input.pointee.name(by: tag, in: progress.start)
            input.pointee.offset = here
            return name
        } catch {
            fail(error)
            return nil
        }
    }

    /// Whether the case is to be found before its fields are read.
    var needsCase: Bool { !progress.isNamed && (mode == .key || mode == .value || mode == .end) }

    /// Refuses an unknown name of a case.
    mutating func refuse(_ name: CaseName) {
        let end = name.key.raw.baseAddress.map { $0 + name.key.raw.count + 1 - input.pointee.base }
        fail(JSONError(.invalid(tag), at: end ?? progress.start))
    }
}

extension JSONReader {
    /// The word of the field `tag` in the object at `start`.
    fileprivate mutating func name(by tag: StaticString, in start: Int) throws(JSONError) -> CaseName {
        offset = start + 1
        if try !closes(UInt8(ascii: "}")) {
            repeat {
                let isTag = tag ~= (try key())
                guard isTag else {
                    try skip()
                    continue
                }
                guard offset < count, base[offset] == UInt8(ascii: "\"") else { throw mismatch(.string) }
                let (end, hasEscapes) = try scanString()
                let name = UnsafeBufferPointer(start: base + offset + 1, count: end - offset - 1)
                return CaseName(key: JSONKey(raw: name, hasEscapes: hasEscapes))
            } while try continues(until: UInt8(ascii: "}"))
        }
        throw JSONError(.missing(tag), at: start)
    }
}
