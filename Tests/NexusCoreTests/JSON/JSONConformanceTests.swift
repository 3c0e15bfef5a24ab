import NexusCore
import Testing

/// The classes of case of the public suite nst/JSONTestSuite, in texts of our own.
@Suite("JSON as in RFC 8259")
struct JSONConformanceTests {
    @Test("valid texts are read and written back", arguments: JSONAcceptedCase.all)
    func accepts(_ example: JSONAcceptedCase) throws {
        let value = try JSONValue.decode(example.text)
        #expect(String(decoding: value.json, as: UTF8.self) == example.written)
        #expect(try JSONValue.decode(value.json) == value)
        try JSONReader.read(example.text) { reader throws(JSONError) in try reader.skip() }
    }

    @Test("invalid texts are refused, read or skipped, for the same reason", arguments: JSONRefusedCase.all)
    func refuses(_ example: JSONRefusedCase) {
        let reading = #expect(throws: JSONError.self) { try JSONValue.decode(example.bytes) }
        let skipping = #expect(throws: JSONError.self) {
            try JSONReader.read(example.bytes) { reader throws(JSONError) in try reader.skip() }
        }
        #expect(reading?.reason == example.reason)
        #expect(reading == skipping)
        #expect((0...example.bytes.count).contains(reading?.offset ?? -1))
    }

    @Test("texts that may be either have a fixed result", arguments: JSONOpenCase.all)
    func chooses(_ example: JSONOpenCase) throws {
        switch example.choice {
        case .accepted(let written):
            let value = try JSONValue.decode(example.bytes)
            #expect(String(decoding: value.json, as: UTF8.self) == written)
        case .refused(let reason):
            let error = #expect(throws: JSONError.self) { try JSONValue.decode(example.bytes) }
            #expect(error?.reason == reason)
        }
    }

    @Test("Foundation accepts the same and reads the same", arguments: JSONAcceptedCase.all)
    func foundationAccepts(_ example: JSONAcceptedCase) throws {
        let theirs = try #require(FoundationJSON.decode(Array(example.text.utf8)))
        #expect(FoundationJSON.agrees(theirs, try JSONValue.decode(example.text)))
    }

    /// Foundation takes a comma after the last entry, against the RFC.
    @Test("Foundation refuses the same", arguments: JSONRefusedCase.all.filter { $0.name != "a comma last" })
    func foundationRefuses(_ example: JSONRefusedCase) {
        #expect(FoundationJSON.decode(example.bytes) == nil)
    }
}
