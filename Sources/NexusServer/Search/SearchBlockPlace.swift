import NexusCore

/// Where blocks of the index are: a conversation's positions in runs of 128, and runs of 32 of its closed blocks, which are its regions.
///
/// A key has the conversation's number in its upper 31 bits, then one bit for a region, then 32 for the position in the conversation.
enum SearchBlockPlace {
    /// Blocks of one region.
    static let blocksOfRegion: Int64 = 32
    private static let region: Int64 = 1 << 32

    /// The block of a position.
    static func block(of seq: Seq) -> Int64 { seq >> 7 }

    /// The place of a position in its block.
    static func place(of seq: Seq) -> Int { Int(seq & 127) }

    static func seq(at place: Int, in block: Int64) -> Seq { block << 7 | Int64(place) }

    static func key(ofBlock block: Int64, number: Int64) -> Int64 { number << 33 | block & (region - 1) }

    static func key(ofRegion index: Int64, number: Int64) -> Int64 {
        number << 33 | region | index & (region - 1)
    }

    static func isRegion(_ key: Int64) -> Bool { key & region != 0 }
    static func index(ofKey key: Int64) -> Int64 { key & (region - 1) }
}
