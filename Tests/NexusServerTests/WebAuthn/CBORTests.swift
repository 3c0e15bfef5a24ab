import Testing

@testable import NexusServer

@Suite("CBOR of authenticators")
struct CBORTests {
    private func problem(_ bytes: [UInt8]) -> CBOR.Problem? {
        do throws(CBOR.Problem) {
            _ = try CBOR(bytes)
            return nil
        } catch {
            return error
        }
    }

    /// Of RFC 8949, appendix A.
    @Test(
        "reads the examples of RFC 8949",
        arguments: [
            ([0x00], CBOR.unsigned(0)), ([0x17], .unsigned(23)), ([0x18, 0x18], .unsigned(24)),
            ([0x19, 0x03, 0xE8], .unsigned(1_000)),
            ([0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .unsigned(.max)),
            ([0x20], .negative(0)), ([0x38, 0x63], .negative(99)),
            ([0x3B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .negative(.max)),
            ([0xF4], .flag(false)), ([0xF5], .flag(true)), ([0xF6], .null), ([0x40], .bytes([])),
            ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])), ([0x62, 0xC3, 0xBC, 0x61].prefix(3).map(\.self), .text("ü")),
            (
                [0x83, 0x01, 0x82, 0x02, 0x03, 0x80],
                .array([.unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([])])
            ),
            ([0xA1, 0x61, 0x61, 0x01], .map([CBOR.Entry(key: .text("a"), value: .unsigned(1))])),
        ] as [([UInt8], CBOR)])
    func examples(bytes: [UInt8], expected: CBOR) throws {
        if bytes.first == 0x62 { return #expect(try CBOR([0x62, 0xC3, 0xBC]) == .text("ü")) }
        #expect(try CBOR(bytes) == expected)
    }

    @Test("integers beyond 64 bits have no value, and others theirs")
    func integers() {
        #expect(CBOR.unsigned(UInt64(Int64.max)).integer == .max)
        #expect(CBOR.unsigned(UInt64(Int64.max) + 1).integer == nil)
        #expect(CBOR.negative(UInt64(Int64.max)).integer == .min)
        #expect(CBOR.negative(UInt64(Int64.max) + 1).integer == nil)
        #expect(CBOR.negative(6).integer == -7)
        #expect(CBOR.map([CBOR.Entry(key: .negative(0), value: .null)])[-1] == .null)
        #expect(CBOR.map([CBOR.Entry(key: .negative(0), value: .null)])[1] == nil)
    }

    @Test("refuses what is cut, follows, is not the shortest form, repeats a key, or is of another kind")
    func refused() {
        for bytes in [
            [], [0x18], [0x19, 1], [0x42, 1], [0x81], [0xA1, 0x00], [0x5B, 255, 255, 255, 255, 255, 255, 255, 255],
        ]
            as [[UInt8]]
        { #expect(problem(bytes) == .truncated, "\(bytes)") }
        #expect(problem([0x00, 0x00]) == .trailing)
        for bytes in [[0x18, 0x17], [0x19, 0, 0xFF], [0x1A, 0, 0, 0xFF, 0xFF], [0x58, 1, 7]] as [[UInt8]] {
            #expect(problem(bytes) == .notShortest, "\(bytes)")
        }
        // Indefinite lengths, tags, floats, undefined, simple values, reserved lengths.
        for bytes in [[0x5F], [0x9F], [0xBF], [0xC0, 0], [0xF9, 0, 0], [0xF7], [0xF8, 32], [0x1C], [0xFF]] as [[UInt8]]
        {
            #expect(problem(bytes) == .unsupported, "\(bytes)")
        }
        #expect(problem([0xA2, 0x01, 0x00, 0x01, 0x00]) == .repeatedKey)
        #expect(problem([0x61, 0xFF]) == .invalidText)
    }

    @Test("nesting and the number of items are limited, to the item")
    func limits() {
        let deepest = [UInt8](repeating: 0x81, count: CBORReader.depth) + [0x00]
        #expect(problem(deepest) == nil)
        #expect(problem([0x81] + deepest) == .tooDeep)
        #expect(problem([0x81, 0xA1, 0x80, 0x00]) == .tooDeep, "a key is no list")
        // The list is an item too.
        func list(_ count: Int) -> [UInt8] {
            [0x99, UInt8(count >> 8), UInt8(count & 0xFF)] + [UInt8](repeating: 0, count: count)
        }
        #expect(problem(list(CBORReader.items)) == .tooMany)
        #expect(problem([0x98, 0xFF] + [UInt8](repeating: 0, count: CBORReader.items - 1)) == nil)
        #expect(problem([0x9B, 0x7F, 255, 255, 255, 255, 255, 255, 255]) == .tooMany, "nothing is reserved")
    }

    @Test("no bytes make it trap: random ones, and real ones with any byte changed or cut")
    func fuzzed() throws {
        var random = SplitMix(state: 42)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...64, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = problem(bytes)
            _ = try? AuthenticatorData([UInt8](repeating: 0, count: 32) + bytes)
        }
        for vector in try WebAuthnVectors.all() where vector.registration.credentialID.count < 100 {
            let bytes = vector.registration.attestationObject
            for offset in bytes.indices {
                var changed = bytes
                changed[offset] = UInt8.random(in: 0...255, using: &random)
                _ = try? AttestationObject(changed)
                _ = try? AttestationObject(Array(bytes.prefix(offset)))
            }
        }
    }
}
