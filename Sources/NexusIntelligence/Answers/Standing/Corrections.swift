/// Finds which later message replaces what an earlier one states: one on record, or one that corrects it in its words, with the
/// same subject and another value.
struct Corrections {
    /// Messages after a statement in which a correction is looked for.
    static let reach = 200
    /// Messages before a correction without a subject ("make that Friday") that it may mean.
    static let ellipsisReach = 4
    /// The replacements of one statement, at most.
    static let chainLimit = 5
    /// The least share of the rarer words of the shorter of two messages that both must have.
    private static let leastShare: Float = 0.34

    private let index: ExchangeIndex
    /// On record, as far as the question asks for what was replaced.
    private let recorded: [Replacement]
    private let isSameTalk: (Int, Int) -> Bool
    private let kinds: Set<StatementValue.Kind>
    private let names: Set<String>
    // What was read of a message is kept: many corrections may be compared with the same earlier ones.
    private var corrected: [Int: Int?] = [:]
    private var correcting: [Int: Bool] = [:]
    private var asking: [Int: Bool] = [:]
    private var valued: [Int: [StatementValue]] = [:]
    private var subjects: [Int: Set<String>] = [:]
    private var weights: [Int: Float] = [:]

    /// - Parameter isSameTalk: whether two messages are of one conversation.
    init(
        _ question: String, index: ExchangeIndex, recorded: [Replacement], isSameTalk: @escaping (Int, Int) -> Bool
    ) {
        self.index = index
        self.isSameTalk = isSameTalk
        names = Set(index.firstNames)
        let asked = QuestionKind(of: question)
        let kinds: Set<StatementValue.Kind> =
            switch asked {
            case .when: [.day, .clock]
            case .amount: [.amount]
            case .who: [.person]
            case .place, .reason, .other: [.day, .clock, .amount]
            }
        self.kinds = kinds
        self.recorded = recorded.filter { one in
            switch one.part {
            case .date: kinds.contains(.day)
            case .person: asked == .who || asked == .other
            case .all: true
            }
        }
    }

    /// The messages that replaced a statement, one after the other.
    mutating func successors(of place: Int) -> [Int] {
        var chain: [Int] = []
        var last = place
        while chain.count < Self.chainLimit, let next = successor(of: last) {
            chain.append(next)
            last = next
        }
        return chain
    }

    /// The message that a correction replaces.
    mutating func predecessor(of place: Int) -> Int? {
        if let earlier = recorded.first(where: { $0.later == place })?.earlier, earlier < place { return earlier }
        return corrects(place) ? meant(by: place) : nil
    }

    /// The value of a statement that another replaced: the newer one has another of its kind. "From Thursday to Friday" names both.
    mutating func replacedValue(of old: Int, by new: Int) -> StatementValue? {
        let (older, newer) = (values(old), values(new))
        let fresh = newer.filter { value in !older.contains { $0.kind == value.kind && $0.key == value.key } }
        let candidates = older.filter { value in fresh.contains { $0.kind == value.kind } }
        return candidates.first { value in !newer.contains { $0.kind == value.kind && $0.key == value.key } }
            ?? candidates.first
    }

    private mutating func successor(of place: Int) -> Int? {
        if let later = recorded.first(where: { $0.earlier == place })?.later, later > place { return later }
        guard !values(place).isEmpty else { return nil }
        for later in place + 1..<min(index.passages.count, place + 1 + Self.reach) {
            guard isSameTalk(place, later) else { break }
            guard corrects(later), meant(by: later) == place else { continue }
            return later
        }
        return nil
    }

    /// The earlier statement that a correction means.
    private mutating func meant(by place: Int) -> Int? {
        kept(\.corrected, place) { $0.findMeant(by: place) }
    }

    private mutating func findMeant(by place: Int) -> Int? {
        let own = values(place)
        guard !own.isEmpty else { return nil }
        let subject = subject(place)
        var best: (place: Int, share: Float)?
        for earlier in stride(from: place - 1, through: max(0, place - Self.reach), by: -1) {
            guard isSameTalk(earlier, place) else { break }
            if subject.isEmpty {
                let isNear =
                    place - earlier <= Self.ellipsisReach
                    && index.passages[earlier].exchange == index.passages[place].exchange
                guard isNear else { break }
            }
            guard !asks(earlier), replacedValue(of: earlier, by: place) != nil else { continue }
            if subject.isEmpty { return earlier }
            let share = share(place, earlier)
            if share >= Self.leastShare, share > (best?.share ?? 0) { best = (earlier, share) }
        }
        return best?.place
    }

    private mutating func corrects(_ place: Int) -> Bool {
        kept(\.correcting, place) { StandingCues.corrects($0.index.passages[place].text) }
    }

    private mutating func asks(_ place: Int) -> Bool {
        kept(\.asking, place) { Passage.asks($0.index.passages[place].text) }
    }

    private mutating func values(_ place: Int) -> [StatementValue] {
        kept(\.valued, place) { corrections in
            let passage = corrections.index.passages[place]
            let sender = RetrievalWords.words(of: passage.sender).first
            return StatementValue.values(in: passage.text, sender: sender, names: corrections.names)
                .filter { corrections.kinds.contains($0.kind) }
        }
    }

    /// The stems of what a message is about, without its values and the words of a correction.
    private mutating func subject(_ place: Int) -> Set<String> {
        kept(\.subjects, place) { corrections in
            let text = corrections.index.passages[place].text
            let valued = Set(
                StatementValue.values(in: text, sender: nil, names: corrections.names).flatMap {
                    RetrievalWords.words(of: String(text[$0.range]))
                })
            let words = RetrievalWords.words(of: text).filter {
                !valued.contains($0) && !StandingCues.words.contains(QuestionKind.folded($0))
                    && !QuestionLexicon.function.contains($0) && !QuestionLexicon.generic.contains($0)
                    && !QuestionLexicon.interjections.contains($0)
            }
            return Set(words.flatMap(RetrievalWords.stems))
        }
    }

    /// The share of the lighter subject that both have.
    private mutating func share(_ left: Int, _ right: Int) -> Float {
        let least = min(weight(left), weight(right))
        return least > 0 ? weight(of: subject(left).intersection(subject(right))) / least : 0
    }

    private mutating func weight(_ place: Int) -> Float {
        kept(\.weights, place) { $0.weight(of: $0.subject(place)) }
    }

    /// In a fixed order, so that the sum is the same every time.
    private func weight(of stems: Set<String>) -> Float {
        stems.sorted().reduce(0) { $0 + index.words.rarity(of: $1) }
    }

    /// What was read of a message before, or is now.
    private mutating func kept<Read>(
        _ reads: WritableKeyPath<Corrections, [Int: Read]>, _ place: Int, _ read: (inout Corrections) -> Read
    ) -> Read {
        if let known = self[keyPath: reads][place] { return known }
        let fresh = read(&self)
        self[keyPath: reads][place] = fresh
        return fresh
    }
}
