import NexusCore
import NexusIntelligence

/// Decides which rows of a message the insights found in it belong to, so that what members did stays with the insight
/// that they meant.
enum InsightMatching {
    /// The insights found in one message, of one kind, in their order.
    struct Group: Sendable {
        var source: MessageID
        var kind: InsightRecord.Kind
        var found: [FoundInsight]

        /// Groups insights, in the order in which they were found.
        static func all(_ found: [FoundInsight]) -> [Group] {
            var groups: [Group] = []
            var places: [String: Int] = [:]
            for insight in found {
                let key = "\(insight.source.text) \(insight.kind.rawValue)"
                if let place = places[key] {
                    groups[place].found.append(insight)
                } else {
                    places[key] = groups.count
                    groups.append(Group(source: insight.source, kind: insight.kind, found: [insight]))
                }
            }
            return groups
        }
    }

    /// The share of common words from which two texts are the same insight.
    private static let likeness = 0.5

    /// For each found insight the index of its row, nil for a new one. A row at the same place is its row; of the
    /// others the nearest text, if it is near enough.
    ///
    /// - Parameter rows: of the same message and kind.
    static func rows(for found: [FoundInsight], among rows: [StoredInsight]) -> [Int?] {
        var matches = [Int?](repeating: nil, count: found.count)
        var free = Set(rows.indices)
        for (number, insight) in found.enumerated() {
            let row = free.sorted().first { rows[$0].span?.start == insight.span.start }
            guard let row else { continue }
            matches[number] = row
            free.remove(row)
        }
        var pairs: [(likeness: Double, number: Int, row: Int)] = []
        for number in found.indices where matches[number] == nil {
            for row in free.sorted() {
                let value = likeness(of: found[number], to: rows[row])
                if value >= leastLikeness(to: rows[row]) { pairs.append((value, number, row)) }
            }
        }
        // Of equally near ones the first.
        pairs.sort { ($1.likeness, $0.number, $0.row) < ($0.likeness, $1.number, $1.row) }
        for pair in pairs where matches[pair.number] == nil && free.contains(pair.row) {
            matches[pair.number] = pair.row
            free.remove(pair.row)
        }
        return matches
    }

    /// A row of before there were places is what its message said: it takes the nearest, however far.
    private static func leastLikeness(to row: StoredInsight) -> Double {
        if row.isMade || row.span != nil { return likeness }
        return row.words == nil ? 0 : Double.leastNonzeroMagnitude
    }

    /// Whether a text is that of a row, as extracted or as members wrote it.
    static func isLike(_ text: String, _ row: StoredInsight) -> Bool { likeness(of: text, to: row) >= likeness }

    private static func likeness(of found: FoundInsight, to row: StoredInsight) -> Double {
        likeness(of: found.text, to: row)
    }

    private static func likeness(of text: String, to row: StoredInsight) -> Double {
        let words = words(of: text)
        let known = [row.text, row.words].compactMap { $0 }.map(self.words)
        return known.map { other in
            let least = min(words.count, other.count)
            return least == 0 ? 0 : Double(words.intersection(other).count) / Double(least)
        }.max() ?? 0
    }

    private static func words(of text: String) -> Set<Substring> {
        Set(text.lowercased().split { !$0.isLetter && !$0.isNumber })
    }
}
