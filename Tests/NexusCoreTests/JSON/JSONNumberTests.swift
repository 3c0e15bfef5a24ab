import NexusCore
import Testing

@Suite("JSON numbers")
struct JSONNumberTests {
    private func int(_ text: String) throws(JSONError) -> Int64 {
        try JSONReader.read(text) { reader throws(JSONError) in try reader.int() }
    }

    private func double(_ text: String) throws(JSONError) -> Double {
        try JSONReader.read(text) { reader throws(JSONError) in try reader.double() }
    }

    @Test(
        "whole numbers are read in every notation",
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1.0", 1), ("1e2", 100), ("-1.50e1", -15), ("100e-2", 1),
            ("0.0", 0), ("0e99999999999", 0), ("0.00000000000000000001e20", 1),
            ("123456789012345678", 123_456_789_012_345_678), ("1234567890123456789", 1_234_567_890_123_456_789),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775807.000", .max),
            ("0.9223372036854775807e19", .max), ("-92233720368547758080e-1", .min),
        ] as [(String, Int64)])
    func wholeNumbers(_ text: String, _ value: Int64) throws {
        #expect(try int(text) == value)
    }

    @Test(
        "whole numbers past 64 bits are out of range",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "18446744073709551616", "99999999999999999999",
            "1e19", "-1e19", "1e400", "1e99999999999999999999",
        ])
    func outOfRange(_ text: String) {
        #expect(throws: JSONError(.numberOutOfRange, at: 0)) { try int(text) }
    }

    @Test(
        "numbers with a fraction are not whole",
        arguments: ["0.5", "-1.25", "1e-1", "9223372036854775807.5", "1e-99999999999999999999"])
    func fractions(_ text: String) {
        #expect(throws: JSONError(.notWhole, at: 0)) { try int(text) }
    }

    @Test(
        "malformed numbers are refused by both ways of reading",
        arguments: ["01", "-", "1.", "1e", "+1", "-x", "1.e1", "00", "1ee1", "--1"])
    func malformed(_ text: String) {
        let whole = #expect(throws: JSONError.self) { try int(text) }
        let real = #expect(throws: JSONError.self) { try double(text) }
        #expect(whole == real)
    }

    /// Numbers that careless rounding gets wrong.
    @Test(
        "the nearest double is read",
        arguments: [
            "0", "0.1", "0.2", "0.3", "1.5", "100", "1e22", "1e23", "9007199254740993", "9007199254740992.5",
            "9007199254740993.0000000000000000000000000000001", "2.2250738585072011e-308", "2.2250738585072012e-308",
            "2.2250738585072014e-308", "4.9406564584124654e-324", "2.4703282292062328e-324",
            "2.4703282292062327e-324", "1.7976931348623157e308", "1.7976931348623158e308",
            "6929495644600919.5", "3.2378839133029012895883524125015321748630094680e-319",
            "123456789012345678901234567890", "1.00000005960464477539062499999",
            "0.500000000000000166533453693773481063544750213623046875",
            "8.7780777700316e-05", "5e-324", "1e-323", "179769313486231570000000000000000000000e270",
            "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000001e-240",
        ])
    func nearestDouble(_ text: String) throws {
        let expected = try #require(Double(text))
        #expect(try double(text).bitPattern == expected.bitPattern)
        #expect(try double("-" + text).bitPattern == (-expected).bitPattern)
    }

    @Test("the midpoint of two doubles goes to the even one, and any digit after it goes up")
    func midpoints() throws {
        // 1 + 2^-53 exactly: half way between 1 and the next double.
        let midpoint = "1.00000000000000011102230246251565404236316680908203125"
        #expect(try double(midpoint) == 1)
        #expect(try double(midpoint + String(repeating: "0", count: 900)) == 1)
        #expect(try double(midpoint + String(repeating: "0", count: 900) + "1") == 1.0.nextUp)
    }

    @Test("too large doubles are out of range, too small ones are zero")
    func extremes() throws {
        #expect(throws: JSONError(.numberOutOfRange, at: 0)) { try double("1.7976931348623159e308") }
        #expect(throws: JSONError(.numberOutOfRange, at: 0)) { try double("-1e309") }
        #expect(throws: JSONError(.numberOutOfRange, at: 0)) { try double("1" + String(repeating: "0", count: 309)) }
        #expect(try double("1e-400") == 0)
        #expect(try double("-1e-400").sign == .minus)
        #expect(try double("0." + String(repeating: "0", count: 1_000) + "1e1001") == 1)
    }

    @Test("doubles of every size are written so that they read back to the same bits")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<2_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            var writer = JSONWriter()
            writer.double(value)
            #expect(try double(writer.text).bitPattern == value.bitPattern, "\(writer.text)")
        }
    }

    @Test("random decimals are read as the standard library reads them")
    func randomDecimals() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<2_000 {
            let digits = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                "0123456789".randomElement(using: &random) ?? "0"
            }
            let text = "0." + String(digits) + "e\(Int.random(in: -330...330, using: &random))"
            guard let expected = Double(text), expected.isFinite else { continue }
            #expect(try double(text).bitPattern == expected.bitPattern, "\(text)")
        }
    }

    @Test("integers of every length are written in full")
    func writesIntegers() throws {
        var values: [Int64] = [0, 9, 10, .max, .min, -1]
        var power: Int64 = 1
        for _ in 0..<18 {
            power *= 10
            values += [power, power - 1, -power, power + 1]
        }
        for value in values {
            var writer = JSONWriter()
            writer.int(value)
            #expect(writer.text == "\(value)")
            #expect(try int(writer.text) == value)
        }
    }
}
