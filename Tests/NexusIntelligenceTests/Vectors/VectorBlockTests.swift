import NexusIntelligence
import Testing

@Suite("Compact vectors")
struct VectorBlockTests {
    private func unit(_ values: [Float]) -> [Float] {
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { $0 / length }
    }

    private func random(_ seed: UInt64, _ count: Int = 384) -> [Float] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        return unit(
            (0..<count).map { _ in
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
            })
    }

    @Test("eight bits keep the cosine within 0.01")
    func precision() {
        var block = VectorBlock(dimension: 384)
        let vectors = (1...200).map { random($0) }
        for (place, vector) in vectors.enumerated() { block.set(CompactVector(vector), for: Int64(place)) }
        let question = random(999)
        for (vector, cosine) in zip(vectors, block.cosines(with: CompactVector(question))) {
            let exact = zip(vector, question).reduce(0) { $0 + $1.0 * $1.1 }
            #expect(abs(exact - cosine) < 0.01)
        }
    }

    @Test("stored bytes are restored, and others refused")
    func bytes() {
        let vector = CompactVector(random(3))
        #expect(CompactVector(bytes: vector.bytes, dimension: 384) == vector)
        #expect(CompactVector(bytes: [1, 2, 3], dimension: 384) == nil)
        #expect(CompactVector(bytes: [0, 0, 192, 127] + [UInt8](repeating: 1, count: 384), dimension: 384) == nil)
        #expect(CompactVector([0, 0, 0]).values == [0, 0, 0])
    }

    @Test("vectors are replaced and removed by key, in any order")
    func keys() {
        var block = VectorBlock(dimension: 2)
        for key in [5, 1, 3] as [Int64] { block.set(CompactVector([1, 0]), for: key) }
        block.set(CompactVector([0, 1]), for: 3)
        block.set(CompactVector([1, 1, 1]), for: 9)
        #expect(block.keys == [1, 3, 5])
        block.remove(1)
        block.remove(2)
        #expect(block.keys == [3, 5])
        let cosines = block.cosines(with: CompactVector([0, 1]))
        #expect(cosines[0] > 0.99 && abs(cosines[1]) < 0.01)
        #expect(block.vector(for: 1) == nil)
    }

    @Test("the nearest are kept, best first")
    func nearest() {
        var nearest = NearestKeys<Int>(limit: 3)
        for number in [4, 9, 1, 7, 3, 8, 2, 6, 5] { nearest.add(number, score: Float(number)) }
        #expect(nearest.best.map(\.element) == [9, 8, 7])
    }
}
