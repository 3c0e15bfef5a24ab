/// A part of a sentence that states one thing.
struct FactClause {
    var tokens: [FactToken]
    var facts: [Fact] = []
    /// The facts after "from".
    var origins: [Fact] = []
    /// Stems of its words, without those of grammar, facts and names of the calendar.
    var own: Set<String> = []
    /// Stems of the clauses before it in the sentence, which an elliptical clause continues.
    var inherited: Set<String> = []
    var isNegated = false
    var isHedged = false
    var isQuestion = false
    /// The sentence's place in its text.
    var sentence = 0
    /// The message's place among the cited ones.
    var source = 0

    /// Stems, and facts by their description.
    var keys: Set<String> { own.union(facts.map { "\($0)" }) }

    /// How much of a statement's content it shares: by itself, and with the clauses that it continues.
    ///
    /// - Parameter fact: a fact of the statement to leave out.
    func score(_ said: FactClause, without fact: Fact? = nil) -> (own: Int, total: Int) {
        var wanted = said.keys.isEmpty ? said.inherited : said.keys
        if let fact { wanted.remove("\(fact)") }
        let mine = own.isEmpty ? keys.union(inherited) : keys
        return (wanted.intersection(mine).count, wanted.intersection(keys.union(inherited)).count)
    }

    /// The clauses of a text.
    static func read(_ text: String, source: Int = 0) -> [FactClause] {
        let tokens = FactToken.read(text)
        let language = FactWords.language(of: tokens)
        var clauses: [FactClause] = []
        for (number, sentence) in FactSentence.split(tokens).enumerated() {
            clauses += sentence.clauses(in: language, number: number, source: source)
        }
        return clauses
    }
}

/// A sentence as tokens.
struct FactSentence {
    let tokens: [FactToken]
    let isQuestion: Bool

    /// The number of clauses before it that an elliptical clause can continue.
    private static let inheritance = 4

    static func split(_ tokens: [FactToken]) -> [FactSentence] {
        var sentences: [FactSentence] = []
        var current: [FactToken] = []
        func close(_ mark: String) {
            if current.contains(where: { $0.kind != .pause }) {
                sentences.append(FactSentence(tokens: current, isQuestion: mark == "?" || mark == "？"))
            }
            current = []
        }
        for token in tokens {
            if token.kind == .end { close(token.text) } else { current.append(token) }
        }
        close("")
        return sentences
    }

    func clauses(in language: FactWords.Language, number: Int, source: Int) -> [FactClause] {
        let reader = FactReader(tokens, in: language)
        var starts: Set<Int> = []
        for place in tokens.indices.dropFirst() where isBoundary(place, reader, language) { starts.insert(place) }
        var clauses: [FactClause] = []
        var start = 0
        for place in tokens.indices.dropFirst() + [tokens.count] where starts.contains(place) || place == tokens.count {
            let clause = clause(start..<place, reader, language)
            start = place
            guard clause.tokens.contains(where: { $0.kind != .pause }) else { continue }
            // "On Friday, …" and "…, 14:30": facts alone belong to the neighbouring clause.
            if clause.own.isEmpty, let last = clauses.last, last.isNegated == clause.isNegated || clause.facts.isEmpty {
                clauses[clauses.count - 1].merge(clause)
            } else if let last = clauses.last, last.own.isEmpty, !last.isNegated, clauses.count == 1 {
                var merged = last
                merged.merge(clause)
                clauses[0] = merged
            } else {
                clauses.append(clause)
            }
        }
        // A condition or an opinion applies to the whole sentence.
        let isConditional = tokens.contains { ["if", "unless", "falls", "si"].contains($0.text) }
        for place in clauses.indices {
            clauses[place].inherited = Set(clauses[max(0, place - Self.inheritance)..<place].flatMap(\.own))
            clauses[place].isQuestion = isQuestion
            clauses[place].isHedged = clauses[place].isHedged || isConditional
            clauses[place].sentence = number
            clauses[place].source = source
        }
        return clauses
    }

    /// Whether a clause begins at a token.
    private func isBoundary(_ place: Int, _ reader: FactReader, _ language: FactWords.Language) -> Bool {
        let token = tokens[place]
        if token.kind == .pause { return true }
        if Self.conjunctions.contains(token.text) || FactWords.excluding.contains(token.text) { return true }
        guard FactWords.joiners.contains(token.text), place + 1 < tokens.count else { return false }
        // "and I", "and Bob will", "and not"; "and" between two days or amounts.
        let next = tokens[place + 1]
        if FactWords.firstPerson.contains(next.text) || FactWords.thirdPerson.contains(next.text) {
            let isSecondClause = tokens[..<place].contains { FactWords.isContent($0) && !$0.isCapitalised }
            return isSecondClause && tokens.indices.contains(place + 2) && tokens[place + 2].kind == .word
        }
        let negation = tokens.indices.first { Self.isNegation($0, tokens, language) }
        if let negation, negation < place || Self.isNegation(place + 1, tokens, language) { return true }
        if next.isCapitalised, place > 1, tokens[..<place].contains(where: FactWords.isContent),
            tokens[(place + 1)...].prefix(3).contains(where: { FactWords.auxiliaries.contains($0.text) }),
            !tokens[place - 1].isCapitalised
        {
            return true
        }
        let before = reader.facts.filter { $0.range.upperBound <= place }.map(\.fact.kind)
        let after = reader.facts.filter { $0.range.lowerBound > place }.map(\.fact.kind)
        return !Set(before).isDisjoint(with: after)
    }

    private static let conjunctions = FactWords.set(
        """
        but however although though while whereas because instead rather aber sondern doch weil während pero sino porque mientras mais \
        car tandis
        """)

    static func isNegation(_ place: Int, _ tokens: [FactToken], _ language: FactWords.Language) -> Bool {
        let text = tokens[place].text
        guard FactWords.negations.contains(text) else { return false }
        if let languages = FactWords.foreign[text], !languages.contains(language) { return false }
        // "No, …", "No. 5"
        if text == "no", language == .english || language == .german,
            !tokens.indices.contains(place + 1) || tokens[place + 1].kind != .word
        {
            return false
        }
        return !FactWords.idioms.contains { idiom in
            guard let offset = idiom.firstIndex(of: text), place >= offset, place - offset + idiom.count <= tokens.count
            else {
                return false
            }
            return idiom.indices.allSatisfy { tokens[place - offset + $0].text == idiom[$0] }
        }
    }

    private func clause(_ range: Range<Int>, _ reader: FactReader, _ language: FactWords.Language) -> FactClause {
        var clause = FactClause(tokens: Array(tokens[range]))
        let facts = reader.facts.filter { range.contains($0.range.lowerBound) }
        clause.facts = facts.map(\.fact)
        clause.origins = facts.filter { fact in
            let start = fact.range.lowerBound
            return start > 0 && FactWords.origins.contains(tokens[start - 1].text)
        }.map(\.fact)
        for place in range {
            if Self.isNegation(place, tokens, language) { clause.isNegated = true }
            if Self.isHedge(place, tokens) { clause.isHedged = true }
            if FactWords.isContent(tokens[place]), !facts.contains(where: { $0.range.contains(place) }) {
                clause.own.insert(tokens[place].stem)
            }
        }
        return clause
    }

    /// "May" is a hedge unless it is a month.
    static func isHedge(_ place: Int, _ tokens: [FactToken]) -> Bool {
        guard FactWords.hedges.contains(tokens[place].text) else { return false }
        return tokens[place].text != "may"
            || !tokens[place].isCapitalised && place > 0 && tokens[place - 1].kind == .word
    }
}

extension FactClause {
    mutating func merge(_ other: FactClause) {
        tokens += other.tokens
        facts += other.facts
        origins += other.origins
        own.formUnion(other.own)
        isNegated = isNegated || other.isNegated
        isHedged = isHedged || other.isHedged
    }
}
