import NexusDatabase

@testable import NexusServer

/// What the search index says, whatever the messages say.
enum IndexedMessages {
    /// The number of messages that have all these grams; of all, without grams.
    static func count(having grams: [String], _ reader: Reader) throws -> Int {
        var count = 0
        try SearchBlockRepository.each(from: 0, to: .max, reader) { stored in
            guard !SearchBlockPlace.isRegion(stored.key) else { return }
            let asked = AskedGrams([[SearchGramHash.any]] + grams.map { [SearchGramHash.of($0)] })
            count += try stored.bytes.withUnsafeBytes {
                try SearchBlock.places(having: asked, in: $0).nonzeroBitCount
            }
        }
        return count
    }
}
