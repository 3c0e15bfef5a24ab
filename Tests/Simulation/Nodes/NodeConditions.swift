import NexusCore

/// The conditions of a run whose server is several nodes. Follow from the seed alone, by random numbers of their own.
struct NodeConditions {
    var count: Int
    /// Whether a bus carries messages between nodes.
    var hasBus: Bool
    /// The maximum milliseconds of a message of the bus without delay.
    var latency: Int

    // Chances in 10,000, each for one message or action.
    var drop: Int
    var double: Int
    /// That a message is delayed and overtaken.
    var delay: Int
    /// That a node loses its connection with the bus, and knows it.
    var away: Int
    /// That a node and the bus do not reach each other, and nobody knows it.
    var silence: Int
    var crash: Int
    /// That the node which leads loses its lock before it knows.
    var lostLock: Int

    /// Nil for a seed whose server is alone.
    init?(seed: UInt64) {
        guard seed % 5 == 2 else { return nil }
        var random = DeviceRandom(seed: seed &* 0xA076_1D64_78BD_642F)
        count = random.pick(2...3)
        hasBus = random.chance(8_000)
        latency = [1, 20, 300][random.pick(0...2)]
        func trouble(_ range: ClosedRange<Int>) -> Int { random.chance(6_000) ? random.pick(range) : 0 }
        drop = trouble(50...3_000)
        double = trouble(50...3_000)
        delay = trouble(100...3_000)
        away = trouble(50...600)
        silence = trouble(50...600)
        crash = trouble(30...400)
        lostLock = trouble(1_000...5_000)
    }
}
