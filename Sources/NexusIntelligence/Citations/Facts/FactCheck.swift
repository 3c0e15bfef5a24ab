/// Compares a statement with the messages it cites: numbers, days, negation, direction, certainty, and the people
/// involved.
///
/// A difference is a doubt and no proof: the source is quoted in the statement's place.
struct FactCheck {
    /// A cited message.
    struct Source {
        var text: String
        var sender: String
        /// When it was written: `Tuesday 3 March 2026`.
        var time: String
        var place: String
        /// The insight on record for it.
        var note: String
        /// The quotes, in Unicode scalars of the text.
        var quotes: [Range<Int>]
    }

    let sources: [Source]
    /// The words of the senders' names, each with its person (``person(_:)``).
    let names: [String: String]
    let said: [FactClause]
    /// The clauses of the quoted sentences, and of those that contain what the quoted ones lack.
    let scope: [FactClause]
    let sentences: [PersonSentence]
    /// Whether a source has more than ``tokenLimit`` words and marks: it is then quoted without a check.
    let isTooLong: Bool

    /// The maximum words and marks of a message that is compared.
    static let tokenLimit = 1_200

    init(_ statement: String, sources: [Source], names: [String: String]) {
        self.sources = sources
        self.names = names
        said = FactClause.read(statement)
        var scope: [FactClause] = []
        var sentences: [PersonSentence] = []
        var isTooLong = false
        let wanted = Set(said.flatMap(\.own))
        for (number, source) in sources.enumerated() {
            let tokens = FactToken.read(source.text)
            guard tokens.count <= Self.tokenLimit else {
                isTooLong = true
                continue
            }
            let language = FactWords.language(of: tokens)
            let all = FactSentence.split(tokens)
            let clauses = all.enumerated().map { $1.clauses(in: language, number: $0, source: number) }
            let quoted = all.indices.filter { place in
                guard let first = all[place].tokens.first, let last = all[place].tokens.last else { return false }
                return source.quotes.contains {
                    $0.upperBound > first.offset && $0.lowerBound <= last.offset + last.text.count
                }
            }
            var held = Set(quoted.flatMap { clauses[$0].flatMap(\.own) })
            let author = Set(FactToken.read(source.sender).map(\.stem))
            for place in all.indices {
                let own = Set(clauses[place].flatMap(\.own))
                guard quoted.contains(place) || !own.intersection(wanted).subtracting(held).isEmpty else { continue }
                held.formUnion(own)
                scope += clauses[place].map { clause in
                    // "I" stands for the author.
                    guard clause.tokens.contains(where: { FactWords.firstPerson.contains($0.text) }) else {
                        return clause
                    }
                    var clause = clause
                    clause.own.formUnion(author)
                    return clause
                }
                sentences.append(
                    PersonSentence(
                        all[place].tokens, names: names, author: Self.person(source.sender), source: number,
                        isNoted: !source.note.isEmpty))
            }
        }
        self.scope = scope
        self.sentences = sentences
        self.isTooLong = isTooLong
    }

    /// The person of a name: its first word that is no title, in lower case. People with the same first name are
    /// distinguished by the rest of their names, which must be in the source.
    static func person(_ name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        return words.first { !titles.contains($0) } ?? words.first ?? ""
    }

    /// The words of names, each with whose it is.
    static func names(of senders: [String]) -> [String: String] {
        var names: [String: String] = [:]
        for sender in senders.sorted() {
            for word in sender.lowercased().split(whereSeparator: { !$0.isLetter }).map(String.init)
            where word.count > 1 && !titles.contains(word) && (names[word] == nil || word == person(sender)) {
                names[word] = person(sender)
            }
        }
        return names
    }

    private static let titles = FactWords.set("mr mrs ms dr prof herr frau the de van von der di la le")

    /// The reason why the statement is not shown in its own words; nil if it agrees with its sources.
    func doubt() -> StatementDoubt? {
        if isTooLong { return .wording }
        let statement = said.flatMap(\.tokens)
        let own = FactWords.firstSingular[FactWords.language(of: statement)] ?? []
        // "I" would be Nexus.
        if statement.contains(where: { own.contains($0.text) }) { return .voice }
        return factDoubt() ?? negationDoubt() ?? directionDoubt() ?? personDoubt() ?? certaintyDoubt()
    }

    // MARK: Numbers and days

    private func factDoubt() -> StatementDoubt? {
        let noted = sources.flatMap { FactClause.read($0.note) }.flatMap(\.facts)
        let reports = said.contains { $0.tokens.contains { FactWords.reports.contains($0.text) } }
        let stated = scope.flatMap(\.facts)
        let hasDay = stated.contains { [.weekday, .month, .relative].contains($0.kind) }
        let written = reports && !hasDay ? sources.flatMap { FactClause.read($0.time) }.flatMap(\.facts) : []
        for clause in said {
            var holders: [Set<Int>] = []
            for fact in clause.facts {
                if (noted + written).contains(where: { $0.supports(fact) }) { continue }
                let held = Set(
                    scope.indices.filter { place in
                        (scope[place].facts + resolved(scope[place])).contains { $0.supports(fact) }
                    })
                if case .amount(let amount) = fact, amount.isSoft {
                    guard held.isEmpty, stated.contains(where: { $0.competes(with: fact) }) else { continue }
                }
                guard !held.isEmpty else { return StatementDoubt(fact.kind) }
                let rivals = scope.indices.filter { place in
                    !held.contains(place) && scope[place].facts.contains { $0.competes(with: fact) }
                }
                guard !rivals.isEmpty else { continue }
                holders.append(held)
                let best = Self.best(Array(held), scope, clause, without: fact)
                if Self.best(rivals, scope, clause, without: fact) > best { return StatementDoubt(fact.kind) }
            }
            let reversed = clause.facts.contains { fact in
                let isOrigin = clause.origins.contains(fact)
                return scope.contains { place in
                    !place.origins.isEmpty && place.facts.contains { $0.supports(fact) }
                        && place.origins.contains(where: { $0.supports(fact) }) != isOrigin
                        && (isOrigin || !clause.origins.isEmpty)
                }
            }
            if reversed { return clause.origins.first.map { StatementDoubt($0.kind) } }
            if let first = holders.first, holders.dropFirst().reduce(first, { $0.intersection($1) }).isEmpty {
                return clause.facts.first.map { StatementDoubt($0.kind) }
            }
        }
        return nil
    }

    /// The dates of "today" and "tomorrow" at the time of writing, and the weekday of a date.
    private func resolved(_ clause: FactClause) -> [Fact] {
        let dated = Self.day(of: clause.facts).map { [Fact.weekday($0.weekday)] } ?? []
        guard let written = Self.day(of: FactClause.read(sources[clause.source].time).flatMap(\.facts)) else {
            return dated
        }
        return dated
            + clause.facts.flatMap { fact -> [Fact] in
                guard case .relative(let text) = fact, let distance = Int(text) else { return [] }
                let day = written.later(by: distance)
                let parts = day.parts
                return [
                    .weekday(day.weekday), .month(parts.month), .amount(.init(values: [Double(parts.day)])),
                    .amount(.init(values: [Double(parts.year)])),
                ]
            }
    }

    private static func day(of facts: [Fact]) -> CivilDay? {
        var numbers: [Int] = []
        var month: Int?
        for fact in facts {
            switch fact {
            case .amount(let amount): numbers += amount.values.prefix(1).compactMap { Int(exactly: $0) }
            case .month(let found): month = found
            default: break
            }
        }
        guard let month, let day = numbers.first(where: { $0 < 32 }), let year = numbers.first(where: { $0 > 1_900 })
        else {
            return nil
        }
        return CivilDay(year: year, month: month, day: day)
    }

    private static func best(
        _ places: [Int], _ clauses: [FactClause], _ said: FactClause, without fact: Fact? = nil
    ) -> (own: Int, total: Int) {
        places.map { clauses[$0].score(said, without: fact) }.max { $0 < $1 } ?? (0, 0)
    }

    // MARK: Negation

    private func negationDoubt() -> StatementDoubt? {
        for clause in said where !clause.keys.isEmpty {
            let same = scope.indices.filter { scope[$0].isNegated == clause.isNegated }
            let other = scope.indices.filter { scope[$0].isNegated != clause.isNegated }
            let best = Self.best(same, scope, clause)
            let rival = Self.best(other, scope, clause)
            if clause.isNegated, best.total == 0 { return .negation }
            if rival.own > 0, rival >= best { return .negation }
            let highest = rival > best ? rival : best
            let nearest = scope.indices.filter { scope[$0].score(clause) == highest }
            let words = Set(said.flatMap { $0.tokens.map(\.stem) })
            let revoked = nearest.filter { place in
                scope[place].tokens.contains { FactWords.revoking.contains($0.stem) && !words.contains($0.stem) }
            }
            if highest.total > 0, !clause.isNegated, !nearest.isEmpty, revoked.count == nearest.count {
                return .negation
            }
        }
        return nil
    }

    // MARK: Direction

    private func directionDoubt() -> StatementDoubt? {
        let words = Set(scope.flatMap { $0.tokens.map(\.stem) })
        for clause in said {
            for token in clause.tokens {
                if FactWords.isContent(token), !words.contains(token.stem),
                    DirectionWords.prefixed(token.stem).contains(where: words.contains)
                {
                    return .direction
                }
                let sides = DirectionWords.sides(of: token)
                guard !sides.isEmpty else { continue }
                let same = scope.indices.filter { place in
                    scope[place].tokens.contains { !Set(DirectionWords.sides(of: $0)).isDisjoint(with: sides) }
                }
                let opposite = scope.indices.filter { place in
                    scope[place].tokens.contains { other in
                        DirectionWords.sides(of: other).contains { side in sides.contains(side.opposite) }
                    }
                }
                if same.isEmpty {
                    if sides.contains(where: \.isStrong) || !opposite.isEmpty { return .direction }
                    continue
                }
                let rivals = opposite.filter { !same.contains($0) }
                if Self.best(rivals, scope, clause) > Self.best(same, scope, clause) { return .direction }
            }
        }
        return nil
    }

    // MARK: Certainty

    private func certaintyDoubt() -> StatementDoubt? {
        let statement = said.flatMap(\.tokens)
        if statement.contains(where: { FactWords.hedges.contains($0.text) || FactWords.requests.contains($0.text) }) {
            return nil
        }
        if sources.contains(where: { !$0.note.isEmpty }) { return nil }
        for clause in said {
            let scores = scope.map { $0.score(clause) }
            guard let best = scores.max(by: { $0 < $1 }), best.total > 0 else { continue }
            let nearest = scope.indices.filter { scores[$0] == best }
            if nearest.allSatisfy({ scope[$0].isHedged || scope[$0].isQuestion }) { return .certainty }
            if isDoneTooEarly(clause, nearest) { return .certainty }
        }
        return nil
    }

    /// Whether a statement reports as done what the source announces.
    private func isDoneTooEarly(_ clause: FactClause, _ nearest: [Int]) -> Bool {
        let future = ["will", "shall", "wird", "werde", "werden", "voy", "vais", "vamos", "va"]
        for (place, token) in clause.tokens.enumerated() where FactWords.isPast(token.text) {
            let before = clause.tokens[max(0, place - 3)..<place].map(\.text)
            guard
                !before.contains(where: { future.contains($0) || ["be", "to", "should", "must", "can"].contains($0) })
            else {
                continue
            }
            let isAnnounced = nearest.allSatisfy { number in
                let tokens = scope[number].tokens
                guard let found = tokens.firstIndex(where: { $0.stem == token.stem }) else { return false }
                let words = tokens[max(0, found - 4)..<found].map(\.text)
                return words.contains(where: future.contains) || words.contains("going") && words.contains("to")
            }
            if isAnnounced { return true }
        }
        return false
    }
}

extension StatementDoubt {
    init(_ kind: Fact.Kind) {
        switch kind {
        case .number: self = .number
        case .time, .partOfDay: self = .time
        case .weekday, .month, .relative, .literal: self = .day
        }
    }
}
