import NexusDatabase
import Testing

@testable import NexusServer

@Suite("A block of the search index")
struct SearchBlockTests {
    @Test(
        "reads as it was stored: few and many places, grams beside each other and far apart, the first and the last place"
    )
    func stored() throws {
        var block = SearchBlock()
        #expect(block.add(SearchBlock.pairs([0, 1, 127, 128, 0xF_FFFF], at: 127)) == [0, 1, 127, 128, 0xF_FFFF])
        for place in 0..<128 { block.add(SearchBlock.pairs([0], at: place)) }
        for place in 0..<15 { block.add(SearchBlock.pairs([7], at: place)) }
        for place in 0..<16 { block.add(SearchBlock.pairs([8], at: place)) }
        let read = try SearchBlock(stored: block.stored)
        #expect(read == block)
        #expect(read.places(of: 0) == .max)
        #expect(read.places(of: 7).nonzeroBitCount == 15)
        #expect(read.places(of: 8).nonzeroBitCount == 16)
        #expect(read.places(of: 0xF_FFFF) == UInt128(1) << 127)
        #expect(read.places(of: 9) == 0)
        #expect(try SearchBlock(stored: []).isEmpty)
    }

    @Test("tells which grams are new to it, and which nobody has any more")
    func changes() {
        var block = SearchBlock()
        #expect(block.add(SearchBlock.pairs([5, 3], at: 1)) == [3, 5])
        #expect(block.add(SearchBlock.pairs([3, 4], at: 2)) == [4])
        #expect(block.remove([3, 5], at: 1) == [5])
        #expect(block.has(3, at: 2))
        #expect(!block.has(3, at: 1))
        #expect(block.remove([3, 4], at: 2) == [3, 4])
        #expect(block.isEmpty)
    }

    @Test("finds the places with one gram of each list, and all without lists")
    func finds() throws {
        var block = SearchBlock()
        block.add(SearchBlock.pairs([SearchGramHash.any, 10, 20], at: 1))
        block.add(SearchBlock.pairs([SearchGramHash.any, 10, 30], at: 2))
        block.add(SearchBlock.pairs([SearchGramHash.any, 20], at: 3))
        func places(_ lists: [[UInt32]]) throws -> [Int] {
            Array(
                SearchPlaces(
                    try block.stored.withUnsafeBytes { try SearchBlock.places(having: AskedGrams(lists), in: $0) }))
        }
        #expect(try places([[10]]) == [1, 2])
        #expect(try places([[10], [30, 20]]) == [1, 2])
        #expect(try places([[30, 20], [10], [20]]) == [1])
        #expect(try places([[40]]).isEmpty)
        #expect(try places([[10], []]).isEmpty)
        #expect(try places([[SearchGramHash.any]]) == [1, 2, 3])
    }

    @Test(
        "that is damaged is an error and no crash",
        arguments: [[0x80], [1], [1, 2, 3], [1, 255, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func damaged(_ bytes: [UInt8]) {
        #expect(throws: DatabaseError.self) { try SearchBlock(stored: bytes) }
        #expect(throws: DatabaseError.self) {
            try bytes.withUnsafeBytes { try SearchBlock.places(having: AskedGrams([[0xF_FFFF]]), in: $0) }
        }
    }

    @Test("grams have the numbers under which they are stored")
    func hashes() {
        #expect(SearchGramHash.of("nee") == SearchGramHash.of(Array("nee".utf8)))
        #expect(SearchGramHash.all(in: "b a b") == [0, SearchGramHash.of("a"), SearchGramHash.of("b")].sorted())
        #expect(SearchGramHash.all(in: "") == [0])
        #expect(SearchGramHash.of("nee") == 634_738)
        #expect(SearchGramHash.of("会議") == 596_503)
    }
}
