import NexusCore
import Testing

@Suite("The pull reader of JSON")
struct JSONReaderTests {
    @Test("unread fields are skipped, and refused when they are malformed")
    func skipsUnreadFields() throws {
        func wanted(_ text: String) throws(JSONError) -> Int64? {
            try JSONReader.read(text) { reader throws(JSONError) in
                var wanted: Int64?
                try reader.object { reader, key throws(JSONError) in
                    if case "wanted" = key { wanted = try reader.int() }
                }
                return wanted
            }
        }
        #expect(try wanted(#"{"x":[1,{"y":"]"}],"wanted":5,"z":null}"#) == 5)
        #expect(try wanted(#"{"x":1}"#) == nil)
        #expect(throws: JSONError(.loneSurrogate, at: 7)) { try wanted(#"{"x":["\uD800"],"wanted":5}"#) }
        #expect(throws: JSONError(.badNumber, at: 5)) { try wanted(#"{"x":01,"wanted":5}"#) }
    }

    @Test("unread elements are skipped")
    func skipsUnreadElements() throws {
        let count = try JSONReader.read(#"[1, "a", {"b": []}, null]"#) { reader throws(JSONError) in
            var count = 0
            try reader.array { _ in count += 1 }
            return count
        }
        #expect(count == 4)
    }

    @Test("a text is checked even if its reader reads nothing")
    func checksWhatNobodyReads() {
        #expect(throws: JSONError(.endOfInput, at: 1)) { try JSONReader.read("[") { _ in } }
        #expect(throws: JSONError(.trailingBytes, at: 3)) { try JSONReader.read("[] 1") { _ in } }
    }

    @Test("a closure that reads two values instead of one is refused")
    func refusesToReadTwice() {
        #expect(throws: JSONError(.unexpectedByte, at: 2)) {
            try JSONReader.read("[1,2]") { reader throws(JSONError) in
                try reader.array { reader throws(JSONError) in
                    _ = try reader.int()
                    _ = try reader.int()
                }
            }
        }
    }

    @Test("the kind is available without reading")
    func kinds() throws {
        let texts = [#"{"a":1}"#, "[]", #""s""#, "-1", "false", "null"]
        let kinds = try texts.map { text in try JSONReader.read(text) { reader throws(JSONError) in try reader.kind() }
        }
        #expect(kinds == [.object, .array, .string, .number, .bool, .null])
    }

    @Test("a value of another kind is named, and can still be read")
    func wrongKind() throws {
        #expect(throws: JSONError(.wrongKind(expected: .string), at: 1)) {
            try JSONReader.read(" 5") { reader throws(JSONError) in try reader.string() }
        }
        let text = try JSONReader.read("5") { reader throws(JSONError) in
            do throws(JSONError) { return try reader.string() } catch { return "\(try reader.int())" }
        }
        #expect(text == "5")
    }

    @Test("a container whose reading failed may be read again another way")
    func rewinds() throws {
        let count = try JSONReader.read(#"[["a", 1], 2]"#) { reader throws(JSONError) in
            var count = 0
            try reader.array { reader throws(JSONError) in
                do throws(JSONError) {
                    try reader.array { reader throws(JSONError) in _ = try reader.string() }
                } catch {
                    try reader.skip()
                    count += 1
                }
            }
            return count
        }
        #expect(count == 2)
    }

    @Test("null is consumed only if it is there")
    func null() throws {
        let values = try JSONReader.read("[null, 1, null]") { reader throws(JSONError) in
            var values: [Int64?] = []
            try reader.array { reader throws(JSONError) in
                values.append(try reader.null() ? nil : try reader.int())
            }
            return values
        }
        #expect(values == [nil, 1, nil])
    }

    @Test("a subtree can be kept as bytes and written again")
    func subtree() throws {
        let kept = try JSONReader.read(#"{"a": {"b" : [1, "é"]} }"#) { reader throws(JSONError) in
            var kept: [UInt8] = []
            try reader.object { reader, _ throws(JSONError) in kept = try reader.bytes() }
            return kept
        }
        #expect(String(decoding: kept, as: UTF8.self) == #"{"b" : [1, "é"]}"#)
        var writer = JSONWriter()
        writer.beginArray()
        writer.raw(kept)
        writer.raw(kept)
        writer.endArray()
        #expect(writer.text == #"[{"b" : [1, "é"]},{"b" : [1, "é"]}]"#)
    }

    @Test(
        "keys match by value, escaped or not",
        arguments: [#"{"id":1}"#, #"{"\u0069d":1}"#, #"{"\u0069\u0064":1}"#])
    func keys(_ text: String) throws {
        let matched = try JSONReader.read(text) { reader throws(JSONError) in
            var matched: [String] = []
            try reader.object { _, key in
                switch key {
                case "i", "idx", "ID", "": matched.append("wrong")
                case "id": matched.append(key.text)
                default: matched.append("none")
                }
            }
            return matched
        }
        #expect(matched == ["id"])
    }

    @Test("errors name the field")
    func fieldErrors() {
        let missing = #expect(throws: JSONError.self) {
            try JSONReader.read(#"  {"a":1}"#) { reader throws(JSONError) in
                try reader.object { _, _ in }
                throw reader.missing("text")
            }
        }
        #expect(missing == JSONError(.missing("text"), at: 2))
        #expect(missing?.message == #"The field "text" is missing from the object at byte 2."#)
        #expect(JSONError(.missing("a"), at: 0) != JSONError(.missing("b"), at: 0))
        #expect(JSONError(.invalid("a"), at: 0) != JSONError(.missing("a"), at: 0))
    }

    @Test("every error has a sentence with the position")
    func messages() {
        let reasons: [JSONError.Reason] = [
            .endOfInput, .unexpectedByte, .invalidUTF8, .loneSurrogate, .controlCharacter, .badEscape, .badNumber,
            .trailingBytes, .numberOutOfRange, .notWhole, .missing("f"), .invalid("f"), .wrongKind(expected: .object),
            .wrongKind(expected: .array), .wrongKind(expected: .string), .wrongKind(expected: .number),
            .wrongKind(expected: .bool), .wrongKind(expected: .null),
        ]
        let messages = reasons.map { JSONError($0, at: 417).message }
        #expect(messages.allSatisfy { $0.contains("byte 417") && $0.hasSuffix(".") })
        #expect(Set(messages).count == messages.count)
        #expect(JSONError(.tooDeep, at: 417, limit: 64).message.contains("limit of 64"))
    }

    @Test("identifiers are read in either case and refused in any other shape")
    func identifiers() throws {
        func read(_ text: String) throws(JSONError) -> UserID {
            try JSONReader.read(text) { reader throws(JSONError) in try reader.id("user") }
        }
        let id = UserID(high: 0x0192_F0C1_23AB_7DEF, low: 0x8123_4567_89AB_CDEF)
        #expect(try read(#""0192f0c1-23ab-7def-8123-456789abcdef""#) == id)
        #expect(try read(#""0192F0C1-23AB-7DEF-8123-456789ABCDEF""#) == id)
        #expect(try read(#""\u0030192f0c1-23ab-7def-8123-456789abcdef""#) == id)
        for wrong in [
            "0192f0c1-23ab-7def-8123-456789abcde", "0192f0c1-23ab-7def-8123-456789abcdeff",
            "0192f0c1-23ab-7def-8123-456789abcdeg", "0192f0c1_23ab-7def-8123-456789abcdef", "",
        ] {
            #expect(throws: JSONError(.invalid("user"), at: 0)) { try read("\"\(wrong)\"") }
        }
        #expect(throws: JSONError(.wrongKind(expected: .string), at: 0)) { try read("7") }
        var writer = JSONWriter()
        writer.id(id)
        #expect(writer.text == "\"\(id.text)\"")
    }
}
