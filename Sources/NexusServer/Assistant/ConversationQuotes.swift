import NexusIntelligence

/// Chooses what a language model gets of a conversation for its assistant: all of it if it fits the window, or else its
/// newest messages and the central ones of those before.
enum ConversationQuotes {
    /// The share of the room for the newest messages; the rest is for the summary of older ones.
    private static let recent = 0.75
    /// Central messages of the older part, at most.
    private static let points = 60
    /// The estimated tokens of a quoted message, without its text.
    private static let overhead = 50

    /// The messages to quote, each with its rank; those of the greatest rank are left out first.
    ///
    /// - Parameters:
    ///   - found: the messages found for the question, with their ranks: they come before all others.
    ///   - room: estimated tokens.
    static func ranks(found: [Int: Int], of passages: [Passage], room: Int) -> [Int: Int] {
        var ranks = found
        let last = (found.values.max() ?? -1) + 1
        func tokens(_ place: Int) -> Int { TokenUsage.estimate(of: passages[place].text) + overhead }
        let all = passages.indices.filter { !passages[$0].text.isEmpty }
        let isWhole = all.reduce(0) { $0 + tokens($1) } <= room
        var left = isWhole ? Double(room) : Double(room - found.keys.reduce(0) { $0 + tokens($1) }) * recent
        var start = passages.count
        for place in all.reversed() {
            if ranks[place] == nil { left -= Double(tokens(place)) }
            guard left >= 0 else { break }
            start = place
        }
        let older =
            start == 0
            ? []
            : ThreadSummary.points(
                of: passages[..<start].map { ThreadSummary.Message($0) }, limit: points)
        // The summary comes before the newest messages, so that a window that is smaller than estimated shortens these.
        for place in older where ranks[place] == nil && !passages[place].text.isEmpty {
            ranks[place] = last + ranks.count
        }
        for place in all.reversed() where place >= start && ranks[place] == nil { ranks[place] = last + ranks.count }
        return ranks
    }
}
