/// The order in which hits are quoted: the newest statement before what it replaced, and a reason beside what it explains.
struct StandingOrder {
    /// Best hits of which corrections and reasons are looked for.
    static let looked = 3
    /// Replaced statements that are named beside the newest, at most.
    static let replacedLimit = 2

    /// The places, best first, with the linked ones inserted.
    private(set) var order: [Int] = []
    /// Why linked places are there.
    private(set) var roles: [Int: QuotedAnswer.Role] = [:]
    /// The words that were replaced, of places that were.
    private(set) var values: [Int: Range<String.Index>] = [:]

    /// - Parameter admits: whether a message may be quoted.
    init(
        _ ranked: [Int], question: String, index: ExchangeIndex, corrections: Corrections, admits: (Int) -> Bool
    ) {
        var corrections = corrections
        let explains = QuestionKind(of: question) == .reason
        let reasons = ReasonFinder(index: index)
        for (rank, place) in ranked.enumerated() {
            guard !order.contains(place) else { continue }
            guard rank < Self.looked, admits(place) else {
                order.append(place)
                continue
            }
            let chain = Self.chain(of: place, &corrections).filter(admits)
            if chain.count > 1, let newest = chain.last {
                put(newest, .newest)
                for (old, new) in zip(chain, chain.dropFirst()).reversed().prefix(Self.replacedLimit) {
                    put(old, .replaced)
                    values[old] = corrections.replacedValue(of: old, by: new)?.range
                }
            }
            if !order.contains(place) { order.append(place) }
            if explains, let reason = reasons.reason(of: place), admits(reason), roles[reason] == nil {
                order.removeAll { $0 == reason }
                order.insert(reason, at: (order.firstIndex(of: place) ?? order.count - 1) + 1)
                roles[reason] = .reason
            }
        }
    }

    private mutating func put(_ place: Int, _ role: QuotedAnswer.Role) {
        if roles[place] == nil { roles[place] = role }
        if !order.contains(place) { order.append(place) }
    }

    /// A statement with those that it replaced or that replaced it, oldest first.
    private static func chain(of place: Int, _ corrections: inout Corrections) -> [Int] {
        var earlier: [Int] = []
        while earlier.count < replacedLimit, let old = corrections.predecessor(of: earlier.first ?? place),
            old < (earlier.first ?? place)
        {
            earlier.insert(old, at: 0)
        }
        return earlier + [place] + corrections.successors(of: place)
    }
}
