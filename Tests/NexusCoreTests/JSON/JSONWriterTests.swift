import NexusCore
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    @Test("commas and colons are written automatically")
    func punctuation() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("a", "x")
        writer.field("b", Int64(-5))
        writer.field("c", true)
        writer.field("absent", ifPresent: nil as String?)
        writer.field("present", ifPresent: Int64(1))
        writer.key("d")
        writer.beginArray()
        writer.beginArray()
        writer.endArray()
        writer.null()
        writer.beginObject()
        writer.endObject()
        writer.bool(false)
        writer.endArray()
        writer.key("dyn" + "amic")
        writer.string("literal" as StaticString)
        writer.endObject()
        #expect(
            writer.text
                == #"{"a":"x","b":-5,"c":true,"present":1,"d":[[],null,{},false],"dynamic":"literal"}"#)
    }

    @Test("exactly the necessary characters are escaped")
    func escapes() throws {
        var writer = JSONWriter()
        writer.string("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é€😀\u{2028}")
        #expect(writer.text == #""\"\\/\b\f\n\r\t\u0000\u001f"# + "\u{7F}é€😀\u{2028}\"")
    }

    @Test("every scalar survives at every place in its string")
    func everyScalar() throws {
        var view = String.UnicodeScalarView()
        for code in (0...0x2FFF).map(UInt32.init) + [
            0xD7FF, 0xE000, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF,
        ] {
            if let scalar = Unicode.Scalar(code) { view.append(scalar) }
        }
        let text = String(view)
        for start in 0..<9 {
            let padded = String(repeating: "x", count: start) + text
            var writer = JSONWriter()
            writer.string(padded)
            let read = try JSONReader.read(writer.bytes) { reader throws(JSONError) in try reader.string() }
            #expect(Array(read.utf8) == Array(padded.utf8))
        }
    }

    @Test("numbers unknown to JSON are written as null", arguments: [Double.nan, .infinity, -.infinity])
    func nonFinite(_ value: Double) {
        var writer = JSONWriter()
        writer.beginArray()
        writer.double(value)
        writer.double(1)
        writer.endArray()
        #expect(writer.text == "[null,1.0]")
    }

    @Test("a reset writer starts a new text")
    func reuse() {
        var writer = JSONWriter()
        writer.int(1)
        writer.removeAll()
        writer.int(2)
        #expect(writer.text == "2")
    }

    @Test("any tree survives writing and reading")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let value = JSONValue.random(depth: 5, using: &random)
            #expect(try JSONValue.decode(value.json) == value)
        }
    }
}
