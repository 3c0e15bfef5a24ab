import Foundation

/// BM25 (S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009) over messages,
/// over the messages around each, and over whole exchanges.
struct WordIndex: Sendable {
    /// The size of a document.
    enum Extent: Sendable {
        /// A message with at most that many before and after it.
        case around(Int)
        case exchange
    }

    private static let saturation: Float = 0.9
    private static let lengthShare: Float = 0.5

    private struct Posting {
        let place: Int32
        let count: Float
    }

    private let neighbourhood: Neighbourhood
    private let lines: [String: [Posting]]
    private let days: [String: [Posting]]
    private let lineLengths: [Float]
    private let dayLengths: [Float]

    init(_ passages: [Passage], neighbourhood: Neighbourhood) {
        self.neighbourhood = neighbourhood
        (lines, lineLengths) = Self.postings(passages.map { RetrievalWords.stems(of: $0.line) })
        // Many messages share a day.
        var known: [String: [String]] = [:]
        (days, dayLengths) = Self.postings(
            passages.map { passage in
                if let stems = known[passage.day] { return stems }
                let stems = RetrievalWords.stems(of: passage.day)
                known[passage.day] = stems
                return stems
            })
    }

    /// The score of each message for these stems.
    func scores(of stems: [String], in extent: Extent) -> [Float] {
        let lengths = spread(lineLengths, dayLengths, extent)
        let weights = documentWeights(extent)
        let documents = weights.reduce(0, +)
        let average = max(1, zip(lengths, weights).reduce(0) { $0 + $1.0 * $1.1 } / max(1, documents))
        var scores = [Float](repeating: 0, count: lengths.count)
        var counted: [String: Float] = [:]
        for stem in stems { counted[stem, default: 0] += 1 }
        for (stem, times) in counted.sorted(by: { $0.key < $1.key }) where lines[stem] != nil || days[stem] != nil {
            let counts = spread(dense(lines[stem]), dense(days[stem]), extent)
            let having = zip(counts, weights).reduce(Float(0)) { $0 + ($1.0 > 0 ? $1.1 : 0) }
            let rarity = log(1 + (documents - having + 0.5) / (having + 0.5))
            for place in counts.indices where counts[place] > 0 {
                let length = 1 - Self.lengthShare + Self.lengthShare * lengths[place] / average
                scores[place] +=
                    times * rarity * counts[place] * (Self.saturation + 1)
                    / (counts[place] + Self.saturation * length)
            }
        }
        return scores
    }

    /// Whether any message or day has a stem.
    func has(_ stem: String) -> Bool { lines[stem] != nil || days[stem] != nil }

    /// The inverse document frequency of a stem.
    func rarity(of stem: String) -> Float {
        let having = Float(max(lines[stem]?.count ?? 0, days[stem]?.count ?? 0))
        return log(1 + (Float(lineLengths.count) - having + 0.5) / (having + 0.5))
    }

    private func spread(_ lines: [Float], _ days: [Float], _ extent: Extent) -> [Float] {
        let wide =
            switch extent {
            case .around(let radius): neighbourhood.sums(of: lines, radius: radius)
            case .exchange: neighbourhood.totals(of: lines)
            }
        return zip(wide, days).map { $0 + $1 }
    }

    /// The share of a document for each message: an exchange is one document, regardless of its length.
    private func documentWeights(_ extent: Extent) -> [Float] {
        guard case .exchange = extent else { return [Float](repeating: 1, count: lineLengths.count) }
        return neighbourhood.exchanges.flatMap { Array(repeating: 1 / Float($0.count), count: $0.count) }
    }

    private func dense(_ postings: [Posting]?) -> [Float] {
        var counts = [Float](repeating: 0, count: lineLengths.count)
        for posting in postings ?? [] { counts[Int(posting.place)] = posting.count }
        return counts
    }

    private static func postings(_ documents: [[String]]) -> (index: [String: [Posting]], lengths: [Float]) {
        var index: [String: [Posting]] = [:]
        for (place, stems) in documents.enumerated() {
            var counts: [String: Float] = [:]
            for stem in stems { counts[stem, default: 0] += 1 }
            for (stem, count) in counts { index[stem, default: []].append(Posting(place: Int32(place), count: count)) }
        }
        return (index, documents.map { Float($0.count) })
    }
}
