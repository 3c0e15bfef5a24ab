import Testing

@testable import NexusCore

@Suite("Reactions")
struct ReactionTests {
    @Test("keep the order of first use, and disappear with their last user")
    func order() {
        var reactions: [Reaction] = []
        func set(_ emoji: String, _ user: UserID, _ on: Bool) -> Bool { reactions.set(emoji, by: user, on: on) }
        #expect(set("👍", ada, true))
        #expect(set("🎉", ben, true))
        #expect(set("👍", ben, true))
        #expect(!set("👍", ada, true), "it is there already")
        #expect(!set("👀", ada, false), "it never was")
        #expect(reactions == [Reaction(emoji: "👍", users: [ada, ben]), Reaction(emoji: "🎉", users: [ben])])
        #expect(set("👍", ada, false))
        #expect(set("🎉", ben, false))
        #expect(!set("🎉", cyd, false))
        #expect(reactions == [Reaction(emoji: "👍", users: [ben])])
    }

    @Test("reach their limits: first for other emoji, then for all")
    func limits() {
        var reactions: [Reaction] = []
        for number in 0..<Limits.reactionEmoji {
            #expect(!reactions.isFull(for: "\(number)"))
            _ = reactions.set("\(number)", by: ada, on: true)
        }
        #expect(reactions.isFull(for: "one more"))
        #expect(!reactions.isFull(for: "3"))
        for number in reactions.total..<Limits.reactions {
            #expect(!reactions.isFull(for: "3"))
            _ = reactions.set("3", by: UserID(high: 1, low: UInt64(number)), on: true)
        }
        #expect(reactions.isFull(for: "3"))
    }

    @Test("survive storage in a column")
    func stored() throws {
        #expect([Reaction]().stored == nil)
        let many = (0..<300).map { UserID(high: UInt64.max - $0, low: $0 << 32) }
        let reactions = [Reaction(emoji: "👩‍🚀", users: [ada, ben]), Reaction(emoji: "❤️", users: many)]
        let bytes = try #require(reactions.stored)
        #expect([Reaction](stored: bytes) == reactions)
        for end in 1..<bytes.count where end != 1 + 11 + 2 + 32 {
            #expect([Reaction](stored: Array(bytes[..<end])) == nil, "cut after \(end)")
        }
    }

    @Test("damaged bytes of a column are refused or read as something, and never more")
    func damaged() throws {
        let bytes = try #require([Reaction(emoji: "👍", users: [ada, ben, cyd])].stored)
        for seed in UInt64(0)..<2_000 {
            var random = DeviceRandom(seed: seed)
            var damaged = bytes
            damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            guard let read = [Reaction](stored: damaged) else { continue }
            #expect(read.total * 16 < bytes.count)
        }
    }
}
