import NIOConcurrencyHelpers

/// The words of an index's messages, each found when it is first asked for: a question compares few messages, and these several times.
final class PassageWords: Sendable {
    /// What a message says.
    struct Message: Sendable {
        /// Its words, in their order.
        let words: [String]
        /// The stems of its words and of its day's.
        let stems: Set<String>
    }

    private let passages: [Passage]
    private let known = NIOLockedValueBox<[Int: Message]>([:])

    init(_ passages: [Passage]) { self.passages = passages }

    subscript(place: Int) -> Message {
        known.withLockedValue { known in
            if let message = known[place] { return message }
            let passage = passages[place]
            let words = RetrievalWords.words(of: passage.text)
            let stems = Set(RetrievalWords.stems(words)).union(RetrievalWords.stems(of: passage.day))
            let message = Message(words: words, stems: stems)
            known[place] = message
            return message
        }
    }
}
