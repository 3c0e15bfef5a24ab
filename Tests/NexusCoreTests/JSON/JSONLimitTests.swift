import NexusCore
import Testing

@Suite("JSON limits")
struct JSONLimitTests {
    private func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private func nestedObjects(_ depth: Int) -> String {
        String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    }

    @Test("64 levels are read and 65 are refused, by every way of reading")
    func depthAtItsEdge() throws {
        for text in [nested(64), nestedObjects(64)] {
            #expect(throws: Never.self) { try JSONValue.decode(text) }
            #expect(throws: Never.self) { try JSONReader.read(text) { reader throws(JSONError) in try reader.skip() } }
        }
        for text in [nested(65), nestedObjects(65)] {
            let reading = #expect(throws: JSONError.self) { try JSONValue.decode(text) }
            let skipping = #expect(throws: JSONError.self) {
                try JSONReader.read(text) { reader throws(JSONError) in try reader.skip() }
            }
            #expect(reading?.reason == .tooDeep)
            #expect(reading?.limit == 64)
            #expect(reading == skipping)
        }
    }

    @Test("adjacent levels do not add up")
    func depthOfSiblings() {
        let text = "[" + Array(repeating: nested(63), count: 50).joined(separator: ",") + "]"
        #expect(throws: Never.self) { try JSONValue.decode(text) }
    }

    @Test("no caller can raise the depth beyond a safe stack size")
    func greatestDepth() {
        var limits = JSONLimits(depth: 1_000_000)
        #expect(limits.depth == JSONLimits.greatestDepth)
        limits.depth = 1_000_000
        #expect(limits.depth == JSONLimits.greatestDepth)
        #expect(throws: Never.self) { try JSONValue.decode(nested(JSONLimits.greatestDepth), limits: limits) }
        #expect(throws: JSONError.self) { try JSONValue.decode(nested(JSONLimits.greatestDepth + 1), limits: limits) }
    }

    @Test("with a depth of zero only plain values are read")
    func noDepth() throws {
        let limits = JSONLimits(depth: 0)
        #expect(try JSONValue.decode("1", limits: limits) == .integer(1))
        #expect(throws: JSONError(.tooDeep, at: 0, limit: 0)) { try JSONValue.decode("[]", limits: limits) }
    }

    @Test("a text at the limit is read and one byte more is refused")
    func bytesAtTheirEdge() throws {
        let limits = JSONLimits(bytes: 10)
        #expect(try JSONValue.decode(#""12345678""#, limits: limits) == .string("12345678"))
        let error = #expect(throws: JSONError.self) { try JSONValue.decode(#""123456789""#, limits: limits) }
        #expect(error == JSONError(.tooLong, at: 10, limit: 10))
        #expect(error?.message == "The JSON is longer than the limit of 10 bytes.")
    }

    @Test("the standard limit is a mebibyte")
    func standardBytes() {
        let longest = [UInt8](repeating: 0x20, count: (1 << 20) - 1) + [0x31]
        #expect(throws: Never.self) { try JSONValue.decode(longest) }
        #expect(throws: JSONError(.tooLong, at: 1 << 20, limit: 1 << 20)) { try JSONValue.decode(longest + [0x31]) }
    }
}
