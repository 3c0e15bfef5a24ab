import Foundation
import NexusCore
import Testing

/// Damaged and random texts: the codec must not trap, and accepted texts must round-trip.
///
/// `NEXUS_FUZZ_ITERATIONS` sets how many texts are tried, `NEXUS_FUZZ_SEED` where they begin. A failure names its seed.
@Suite("JSON under fuzzing")
struct JSONFuzzTests {
    private static let iterations = setting("NEXUS_FUZZ_ITERATIONS") ?? 30_000
    private static let firstSeed = UInt64(setting("NEXUS_FUZZ_SEED") ?? 1)

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test("a damaged text is refused, or read and written back to the same value")
    func damaged() {
        for seed in seeds {
            var random = SeededGenerator(seed: seed)
            var bytes = JSONValue.random(depth: 4, using: &random).json
            for _ in 0..<Int.random(in: 1...4, using: &random) { bytes.damage(using: &random) }
            check(bytes, seed: seed)
        }
    }

    @Test("random bytes are refused, or read and written back to the same value")
    func noise() {
        let alphabet =
            Array(#"{}[]",:\u0019eE+-.tfnrualse dD8"#.utf8) + [0x0A, 0x00, 0xC3, 0xA9, 0xED, 0xA0, 0xF0, 0xFF]
        for seed in seeds {
            var random = SeededGenerator(seed: seed)
            let isLikely = Bool.random(using: &random)
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                isLikely ? alphabet.randomElement(using: &random) ?? 0 : UInt8.random(in: .min ... .max, using: &random)
            }
            check(bytes, seed: seed)
        }
    }

    @Test("an object or array cut off anywhere is refused as incomplete")
    func truncated() {
        for seed in seeds.prefix(max(Self.iterations / 100, 1)) {
            var random = SeededGenerator(seed: seed)
            let whole = JSONValue.array([.random(depth: 4, using: &random)]).json
            for length in whole.indices {
                let error = #expect(throws: JSONError.self) { try JSONValue.decode(Array(whole[..<length])) }
                // A number cut after its sign or point ends at the same place.
                #expect(error == JSONError(.endOfInput, at: length), "seed \(seed), cut at \(length)")
            }
        }
    }

    private var seeds: Range<UInt64> {
        Self.firstSeed..<(Self.firstSeed + UInt64(Self.iterations))
    }

    private func check(_ bytes: [UInt8], seed: UInt64) {
        do throws(JSONError) {
            let value = try JSONValue.decode(bytes)
            let written = value.json
            let again = try JSONValue.decode(written)
            guard again == value, again.json == written else {
                Issue.record("seed \(seed): \(bytes) is read as \(value), but written and read again as \(again)")
                return
            }
            if let theirs = FoundationJSON.decode(bytes), !FoundationJSON.agrees(theirs, value) {
                Issue.record("seed \(seed): \(bytes) is \(value) to Nexus and \(theirs) to Foundation")
            }
        } catch {
            guard (0...bytes.count).contains(error.offset), !error.message.isEmpty else {
                Issue.record("seed \(seed): \(bytes) is refused at \(error.offset), outside the text")
                return
            }
            // A skipping reader accepts numbers of any size, and is no more lenient in other respects.
            let skipped: Void? = try? JSONReader.read(bytes) { reader throws(JSONError) in try reader.skip() }
            if skipped != nil && error.reason != .numberOutOfRange {
                Issue.record("seed \(seed): \(bytes) is refused when read (\(error)), but may be skipped")
            }
        }
    }
}
