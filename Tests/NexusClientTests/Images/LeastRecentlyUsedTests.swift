import Testing

@testable import NexusClient

@Suite("The least recently used values")
struct LeastRecentlyUsedTests {
    @Test("values fit up to the limit, and one more byte removes the least recently used")
    func edge() {
        var cache = LeastRecentlyUsed<String, Int>(limit: 30)
        for (number, key) in ["a", "b", "c"].enumerated() { #expect(cache.insert(number, for: key, cost: 10) == []) }
        #expect(cache.cost == 30 && cache.count == 3)
        #expect(cache.value(of: "a") == 0)
        #expect(cache.insert(3, for: "d", cost: 1) == ["b"])
        #expect(cache.cost == 21)
        #expect(cache.value(of: "b") == nil)
        #expect(cache.value(of: "a") == 0 && cache.value(of: "c") == 2)
    }

    @Test("a value that alone exceeds the limit is not kept, and removes what it replaces")
    func tooLarge() {
        var cache = LeastRecentlyUsed<String, Int>(limit: 30)
        #expect(cache.insert(0, for: "a", cost: 30) == [])
        #expect(cache.insert(1, for: "b", cost: 31) == [])
        #expect(cache.value(of: "a") == 0 && cache.count == 1)
        #expect(cache.insert(2, for: "a", cost: 31) == ["a"])
        #expect(cache.count == 0 && cache.cost == 0)
    }

    @Test("a replaced value counts once, and nothing is kept with a limit of 0")
    func replaced() {
        var cache = LeastRecentlyUsed<String, Int>(limit: 30)
        for number in 1...20 { #expect(cache.insert(number, for: "a", cost: 20) == []) }
        #expect(cache.cost == 20 && cache.value(of: "a") == 20)
        var none = LeastRecentlyUsed<String, Int>(limit: 0)
        #expect(none.insert(1, for: "a", cost: 1) == [])
        #expect(none.count == 0)
    }

    @Test("the order of thousands of uses is kept")
    func many() {
        var cache = LeastRecentlyUsed<Int, Int>(limit: 100)
        for key in 0..<100 { _ = cache.insert(key, for: key, cost: 1) }
        for round in 0..<100 {
            for key in stride(from: 0, to: 100, by: 2) { #expect(cache.value(of: key) != nil, "\(round)") }
        }
        let removed = (100..<150).flatMap { cache.insert($0, for: $0, cost: 1) }
        #expect(removed == Array(stride(from: 1, to: 100, by: 2)))
        cache.removeAll()
        #expect(cache.cost == 0 && cache.value(of: 0) == nil)
    }
}
