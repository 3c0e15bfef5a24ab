import NexusCore

/// The conditions of a run: users, network, crashes. Follow from the seed alone.
struct Conditions {
    var seed: UInt64
    var people: Int
    /// The number of users with a second device from the start.
    var secondDevices: Int
    /// The number of actions before quiet.
    var actions: Int
    /// Milliseconds between two of them, at most.
    var pace: Int
    /// Messages in the first group before the run begins.
    var earlierMessages: Int
    /// Whether one device stays away for more changes than are caught up one by one.
    var hasLongAbsence: Bool
    /// Whether frames go through the codec.
    var usesCodec: Bool
    /// Whether devices use the SDK's store instead of a model of it.
    var usesClientStore: Bool
    /// Milliseconds for which an operation waits at the server for others to share its commit, at most.
    var commitTime: Int

    // Chances in 10,000, each for one frame, effect, operation or action.
    var drop: Int
    var double: Int
    /// That a frame is delayed and overtaken.
    var delay: Int
    var deviceCrash: Int
    var serverCrash: Int
    var transientRefusal: Int
    var storageFailure: Int
    var cut: Int
    var clockJump: Int
    /// That a device reads so slowly that frames are dropped.
    var lag: Int
    /// That a part of an upload is refused for good.
    var refusedUpload: Int

    /// The maximum milliseconds of a frame without delay.
    var latency: Int
    /// Before which actions the server's database is backed up and restored from that; `nil` in most runs.
    var restore: (from: Int, at: Int)?

    init(seed: UInt64) {
        // Seeds that follow each other must give runs that have nothing in common.
        var random = DeviceRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        self.seed = seed
        people = random.pick(3...6)
        secondDevices = random.pick(0...2)
        actions = random.pick(25...70)
        pace = [50, 400, 1_500, 4_000][random.pick(0...3)]
        earlierMessages = [0, 0, 20, 60, 75, 120][random.pick(0...5)]
        hasLongAbsence = seed % 64 == 7
        usesCodec = seed % 8 == 3
        usesClientStore = seed % 8 == 5
        commitTime = [0, 3, 20, 200][random.pick(0...3)]
        // Each kind of trouble is there in most runs, so that some runs show one kind alone.
        func trouble(_ range: ClosedRange<Int>) -> Int { random.chance(6_000) ? random.pick(range) : 0 }
        drop = trouble(50...2_000)
        double = trouble(50...2_000)
        delay = trouble(100...2_000)
        deviceCrash = trouble(20...200)
        serverCrash = trouble(30...300)
        transientRefusal = trouble(100...2_000)
        storageFailure = trouble(50...500)
        cut = trouble(100...1_000)
        clockJump = trouble(100...1_000)
        lag = trouble(10...200)
        refusedUpload = trouble(50...1_000)
        latency = [5, 60, 400, 2_000][random.pick(0...3)]
        if [4, 11, 13].contains(seed % 16) {
            let from = random.pick(0...(actions / 2))
            restore = (from, random.pick((from + 1)...(actions - 1)))
        }
    }
}

extension DeviceRandom {
    /// A uniformly distributed number of the range.
    mutating func pick(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// An element of the array; `nil` if there is none.
    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[pick(0...(elements.count - 1))]
    }

    /// True with a probability of `chance` in 10,000.
    mutating func chance(_ chance: Int) -> Bool { chance > 0 && Int(next() % 10_000) < chance }
}
