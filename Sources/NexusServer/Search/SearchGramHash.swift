/// A gram or mark as a number of 20 bits: short to store, and equal for unequal grams so seldom that a search reads few messages in vain. It is stored,
/// so it stays as it is.
enum SearchGramHash {
    /// What every indexed message has; no gram has it.
    static let any: UInt32 = 0

    /// FNV-1a of the UTF-8 bytes (http://www.isthe.com/chongo/tech/comp/fnv/), folded from 32 bits.
    static func of(_ gram: some Sequence<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in gram { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return max(1, (hash ^ hash >> 20) & 0xF_FFFF)
    }

    static func of(_ gram: String) -> UInt32 { of(gram.utf8) }

    /// Of grams with a space between, and of every message: ascending, each once.
    static func all(in line: String) -> [UInt32] {
        var hashes = [any]
        for gram in line.utf8.split(separator: UInt8(ascii: " ")) { hashes.append(of(gram)) }
        hashes.sort()
        var unique: [UInt32] = []
        unique.reserveCapacity(hashes.count)
        for hash in hashes where hash != unique.last { unique.append(hash) }
        return unique
    }
}
