extension FactCheck {
    /// The doubt if a statement names a person whom its sources do not name, or attributes to one person what the
    /// source says of another.
    func personDoubt() -> StatementDoubt? {
        let known = Set(
            sources.flatMap { source in
                [source.text, source.sender, source.place, source.note].flatMap { FactToken.read($0).map(\.stem) }
            })
        let noted = Set(sources.flatMap { FactToken.read($0.note) }.compactMap { names[$0.text] })
        var isFirst = true
        for clause in FactSentence.split(said.flatMap(\.tokens)) {
            let statement = PersonSentence(clause.tokens, names: names, author: "", source: 0, isNoted: false)
            for place in clause.tokens.indices {
                let token = clause.tokens[place]
                defer { if token.kind == .word { isFirst = false } }
                if case .person(let name) = statement.doer(at: place), !FactWords.firstPerson.contains(token.text) {
                    guard known.contains(token.stem) else { return .person }
                    guard !noted.contains(name), !statement.isObject(place) else { continue }
                    if isSaidOfAnother(place, name, statement) { return .person }
                    if let part = said.first(where: { $0.tokens.contains(token) }), isOfAnother(name, part) {
                        return .person
                    }
                } else if isStrange(token, isFirst: isFirst, known) {
                    return .person
                }
            }
            if hasStrangeSubject(clause.tokens, known) { return .person }
        }
        return nil
    }

    /// Whether a word looks like a name that no source has.
    private func isStrange(_ token: FactToken, isFirst: Bool, _ known: Set<String>) -> Bool {
        guard token.kind == .word, token.isCapitalised, FactWords.isContent(token), !known.contains(token.stem),
            DateWords.weekdays[token.text] == nil, DateWords.months[token.text] == nil,
            !FactWords.starters.contains(token.text)
        else { return false }
        if isFirst { return !FactWords.collective.contains(token.text) && FactReader.numbers[token.text] == nil }
        // German writes all nouns so.
        return FactWords.language(of: said.flatMap(\.tokens)) != .german
    }

    /// "The manager will …" if no source mentions a manager.
    private func hasStrangeSubject(_ tokens: [FactToken], _ known: Set<String>) -> Bool {
        guard let verb = tokens.firstIndex(where: { FactWords.auxiliaries.contains($0.text) }) else { return false }
        return tokens[..<verb].contains {
            FactWords.isContent($0) && !known.contains($0.stem) && !FactWords.collective.contains($0.text)
                && !FactWords.reports.contains($0.text) && !FactWords.starters.contains($0.text)
                && FactReader.numbers[$0.text] == nil && FactReader.partsOfDay[$0.text] == nil
                && DateWords.weekdays[$0.text] == nil && DateWords.months[$0.text] == nil
                && FactReader.days[$0.text] == nil
                && FactReader.namedPeriods[$0.text] == nil && FactReader.units[$0.text] == nil
        }
    }

    /// Whether the sources attribute only to others what a statement says of the person at a place.
    private func isSaidOfAnother(_ place: Int, _ name: String, _ statement: PersonSentence) -> Bool {
        let tokens = statement.tokens
        let isAgent = place > 0 && FactWords.agents.contains(tokens[place - 1].text)
        let behind = isAgent ? Array(tokens[..<place].indices.reversed()) : Array(tokens.indices[(place + 1)...])
        for next in behind where tokens[next].kind == .word && statement.doer(at: next) == nil {
            // Words after another agent or person belong to that person.
            let token = tokens[next]
            // "Bob was asked": another person asked.
            if !isAgent, FactWords.isPast(token.text), next > place + 1, FactWords.isPassive(tokens[next - 1].text) {
                if FactWords.reports.contains(token.text) { continue }
                return !sentences.contains { $0.holds(name, behind: token.stem) } && !isSaid(token.stem, of: name)
            }
            if FactWords.reports.contains(token.text), !FactWords.hedges.contains(token.text) || isAuthor(name) {
                return !isAuthor(name) && !isSaid(token.stem, of: name)
            }
            guard FactWords.isContent(token) else { continue }
            let holders = sentences.filter { $0.tokens.contains { $0.stem == token.stem } }
            guard !holders.isEmpty else { continue }
            return !isSaid(token.stem, of: name)
        }
        return false
    }

    /// Whether a word of a clause about a person occurs only in clauses about others: "Ben will bring cups" where Dana
    /// will.
    private func isOfAnother(_ name: String, _ part: FactClause) -> Bool {
        guard !part.tokens.contains(where: { FactWords.reports.contains($0.text) }) else { return false }
        let owners = scope.map { clause in
            Set(
                clause.tokens.compactMap { token -> String? in
                    if FactWords.firstPerson.contains(token.text) { return Self.person(sources[clause.source].sender) }
                    if FactWords.secondPerson.contains(token.text) || FactWords.thirdPerson.contains(token.text) {
                        return name
                    }
                    return names[token.text]
                })
        }
        return part.own.contains { stem in
            guard !names.values.contains(stem) else { return false }
            let holders = scope.indices.filter { place in scope[place].tokens.contains { $0.stem == stem } }
            return !holders.isEmpty && holders.allSatisfy { !owners[$0].isEmpty && !owners[$0].contains(name) }
        }
    }

    private func isAuthor(_ name: String) -> Bool { sources.contains { Self.person($0.sender) == name } }

    private func isSaid(_ stem: String, of name: String) -> Bool {
        sentences.contains { sentence in
            sentence.tokens.indices.contains { place in
                guard sentence.tokens[place].stem == stem else { return false }
                let doers = sentence.doers(of: place)
                if doers.contains(.person(name)) || doers.contains(.somebody) { return true }
                if doers.contains(.addressee) { return sentence.isNoted || sentence.addressed.contains(.person(name)) }
                let isImperative = sentence.tokens.contains { ["please", "bitte", "favor", "plaît"].contains($0.text) }
                return doers.isEmpty && sentence.author == name && !isImperative
                    || doers.isEmpty && sentence.addressed.contains(.person(name))
            }
        }
    }
}
