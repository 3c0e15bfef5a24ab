/// The turns of speakers as numbers, as in the networks' training.
enum UtteranceTurns {
    /// Numbers of an utterance.
    static let features = 6

    /// For each utterance: whether its neighbours (before, after, two before, two after) are of the same speaker, that
    /// speaker's share of all words, and the number of speakers around it.
    static func features(_ words: [UtteranceWords], speakers: [String]) -> [[Float]] {
        var said: [String: Int] = [:]
        for (word, speaker) in zip(words, speakers) { said[speaker, default: 0] += word.count }
        let everything = Float(max(1, said.values.reduce(0, +)))
        return speakers.indices.map { place in
            let same = [-1, 1, -2, 2].map { offset -> Float in
                let other = place + offset
                return speakers.indices.contains(other) && speakers[other] == speakers[place] ? 1 : 0
            }
            let near = Set(speakers[max(0, place - 5)..<min(speakers.count, place + 6)])
            return same + [2 * Float(said[speakers[place]] ?? 0) / everything, Float(near.count) / 4]
        }
    }
}
