// The values of fields: each is written, read, or described.

extension FieldCoder {
    mutating func code<Value: JSONField>(_ value: inout Value) {
        if isDescribing { return describe(Value.self) }
        if mode == .write { value.write(by: &self) } else if let read = Value.read(by: &self) { value = read }
    }

    mutating func code<Value: JSONField>(_ value: inout Value?) {
        if isDescribing { return describe(Value.self) }
        if mode == .write {
            if let value { value.write(by: &self) } else { out.pointee.null() }
        } else {
            value = readsNull() ? nil : Value.read(by: &self)
        }
    }

    mutating func codeChange<Value: JSONField>(_ value: inout Value?) {
        if isDescribing { return describe(Value.self) }
        if mode == .write { value?.write(by: &self) } else { value = Value.read(by: &self) }
    }

    mutating func code<Value: JSONField>(_ value: inout [Value], _ limit: Int) {
        if isDescribing { return describe([Value].self) }
        if mode == .write { write(value) } else { value = elements(limit) }
    }

    mutating func codeSeqs(_ value: inout [Seq], _ limit: Int) {
        if isDescribing { return describe([Seq].self) }
        if mode == .write { return write(value) }
        do throws(JSONError) { value = try input.pointee.seqs(input.pointee.field, limit: limit) } catch { fail(error) }
    }

    mutating func code<Word: JSONWord>(_ value: inout Word, _ unknown: Word) {
        if isDescribing { return describe(Word.self) }
        if mode == .write { return out.pointee.string(value.name) }
        if let name = String.read(by: &self) { value = Word(name: name) ?? unknown }
    }

    /// The name of a union's case is known when it is read.
    mutating func code(_ name: StaticString) {
        if isDescribing { return describe(name) }
        if mode == .write { return out.pointee.string(name) }
        do throws(JSONError) { try input.pointee.skip() } catch { fail(error) }
    }

    // MARK: Numbers

    mutating func code<Value: FixedWidthInteger>(
        _ value: inout Value, _ range: ClosedRange<Int64>, _ clamps: Bool
    ) {
        var number = Int64(clamping: value)
        code(&number, range, clamps)
        if mode != .write { value = Value(clamping: number) }
    }

    mutating func code(_ value: inout Int64, _ range: ClosedRange<Int64>, _ clamps: Bool) {
        if isDescribing { return describe(Int64.self) }
        if mode == .write { return out.pointee.int(value) }
        do throws(JSONError) {
            let number = try input.pointee.int()
            value = min(max(number, range.lowerBound), range.upperBound)
            if !clamps, value != number { refuse(input.pointee.field) }
        } catch {
            fail(error)
        }
    }

    mutating func codeSome<Value: FixedWidthInteger>(_ value: inout Value?, _ range: ClosedRange<Int64>) {
        var number = Int64(clamping: value ?? 0)
        code(&number, range, false)
        if mode != .write { value = Value(clamping: number) }
    }

    // MARK: Lists and null

    /// Consumes a `null`, if one is next.
    mutating func readsNull() -> Bool {
        if mode == .write { return false }
        do throws(JSONError) { return try input.pointee.null() } catch {
            fail(error)
            return false
        }
    }

    mutating func write<Value: JSONField>(_ values: [Value]) {
        out.pointee.beginArray()
        for value in values { value.write(by: &self) }
        out.pointee.endArray()
    }

    /// Reads a list of at most `limit` elements.
    mutating func elements<Value: JSONField>(_ limit: Int) -> [Value] {
        var values: [Value] = []
        let name = input.pointee.field
        guard beginsList() else { return values }
        repeat {
            guard values.count < limit else {
                refuse(name)
                break
            }
            input.pointee.field = name
            guard let value = Value.read(by: &self) else { break }
            values.append(value)
        } while continuesList()
        return values
    }

    /// Consumes the beginning of a list: whether there is an element.
    private mutating func beginsList() -> Bool {
        do throws(JSONError) {
            _ = try input.pointee.enter(UInt8(ascii: "["), .array)
            if try !input.pointee.closes(UInt8(ascii: "]")) { return true }
            input.pointee.depth -= 1
        } catch {
            fail(error)
        }
        return false
    }

    /// Consumes what follows an element: whether there is another one.
    private mutating func continuesList() -> Bool {
        guard mode != .failed else { return false }
        do throws(JSONError) {
            if try input.pointee.continues(until: UInt8(ascii: "]")) {
                input.pointee.skipWhitespace()
                return true
            }
            input.pointee.depth -= 1
        } catch {
            fail(error)
        }
        return false
    }
}
