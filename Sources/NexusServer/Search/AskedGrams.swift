/// What a search asks of the index: of each of several lists at least one gram. In order once, for thousands of blocks.
struct AskedGrams {
    /// Ascending; with each the number of its list, and whether that has no other.
    let grams: [(gram: UInt32, list: Int, isAlone: Bool)]
    let listCount: Int

    init(_ lists: [[UInt32]]) {
        listCount = lists.count
        grams = lists.indices.flatMap { list in
            lists[list].map { (gram: $0, list: list, isAlone: lists[list].count == 1) }
        }.sorted { $0.gram < $1.gram }
    }
}
