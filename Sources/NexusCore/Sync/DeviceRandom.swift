/// A random source seeded by the host at start: identifiers and jitter need to differ, not to be secret. xoshiro256**
/// (Blackman and Vigna, 2018). A simulation seeds it to replay a run.
public struct DeviceRandom: RandomNumberGenerator, Equatable, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// All zero is not a state of the generator; it is replaced.
    public init(seed: (UInt64, UInt64, UInt64, UInt64)) {
        state = seed == (0, 0, 0, 0) ? (1, 2, 3, 4) : seed
    }

    /// Spreads one word over the state.
    public init(seed: UInt64) {
        var word = seed
        func next() -> UInt64 {
            word = word &+ 0x9E37_79B9_7F4A_7C15
            var value = word
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
        self.init(seed: (next(), next(), next(), next()))
    }

    public mutating func next() -> UInt64 {
        let multiplied = state.1 &* 5
        let result = (multiplied << 7 | multiplied >> 57) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = state.3 << 45 | state.3 >> 19
        return result
    }

    public static func == (left: DeviceRandom, right: DeviceRandom) -> Bool { left.state == right.state }
}
