/// A sentence of a message, with the people to whom each of its words may refer.
struct PersonSentence {
    /// The agent of an action.
    enum Doer: Hashable {
        /// As in ``FactCheck/person(_:)``.
        case person(String)
        /// "You": the person addressed.
        case addressee
        /// "He", "they", "everybody".
        case somebody
    }

    let tokens: [FactToken]
    let author: String
    let source: Int
    /// Whether an insight names the assignee.
    let isNoted: Bool
    private let doers: [Int: Doer]

    init(_ tokens: [FactToken], names: [String: String], author: String, source: Int, isNoted: Bool) {
        self.tokens = tokens
        self.author = author
        self.source = source
        self.isNoted = isNoted
        var doers: [Int: Doer] = [:]
        for (place, token) in tokens.enumerated() where token.kind == .word {
            if let name = Self.name(token, at: place, in: tokens, names) {
                doers[place] = .person(name)
            } else if FactWords.firstPerson.contains(token.text) {
                doers[place] = .person(author)
            } else if FactWords.secondPerson.contains(token.text) {
                doers[place] = .addressee
            } else if FactWords.thirdPerson.contains(token.text) {
                doers[place] = .somebody
            }
        }
        self.doers = doers
    }

    static func name(_ token: FactToken, at place: Int, in tokens: [FactToken], _ names: [String: String]) -> String? {
        guard token.kind == .word, let name = names[token.text] else { return nil }
        if token.isCapitalised { return !FactWords.shyNames.contains(token.text) || place > 0 ? name : nil }
        // Scripts without capital letters.
        return token.text.unicodeScalars.allSatisfy { $0.value > 0x24F } ? name : nil
    }

    func doer(at place: Int) -> Doer? { doers[place] }

    /// Whether a name is the object of a preposition or a possessive: "to Bob", "Bob's".
    func isObject(_ place: Int) -> Bool {
        if tokens.indices.contains(place + 1), tokens[place + 1].text == "'s",
            !(tokens.indices.contains(place + 2) && FactWords.auxiliaries.contains(tokens[place + 2].text))
        {
            return tokens.indices.contains(place + 2)
        }
        return place > 0 && FactWords.objectPrepositions.contains(tokens[place - 1].text)
    }

    /// The agents of a word: named before it, with those joined by "and", or after "by".
    func doers(of place: Int) -> Set<Doer> {
        for next in (place + 1)..<max(place + 1, tokens.count) where tokens[next].kind == .word {
            guard FactWords.agents.contains(tokens[next].text), let agent = doers[next + 1] else { continue }
            return [agent]
        }
        var near = place - 1
        while near >= 0 {
            if let doer = doers[near], !isObject(near) {
                var found: Set<Doer> = [doer]
                // "Ada, Ben and I", but not "Ada, I".
                while near > 1, let other = doers[near - 2],
                    FactWords.joiners.contains(tokens[near - 1].text) || tokens[near - 1].text == "," && found.count > 1
                {
                    found.insert(other)
                    near -= 2
                }
                return found
            }
            near -= 1
        }
        return []
    }

    /// Whether a person is named after a word: "I invited Bob".
    func holds(_ name: String, behind stem: String) -> Bool {
        guard let place = tokens.firstIndex(where: { $0.stem == stem }) else { return false }
        return doers.contains { $0 > place && $1 == .person(name) }
    }

    /// People addressed: set off by a comma or an `@` at either end.
    var addressed: Set<Doer> {
        Set(
            doers.compactMap { place, doer in
                guard case .person = doer, tokens[place].kind == .word,
                    !FactWords.firstPerson.contains(tokens[place].text)
                else {
                    return nil
                }
                let isPaused = tokens.indices.contains(place + 1) && tokens[place + 1].kind == .pause
                let isLast = place == tokens.count - 1 && place > 0 && tokens[place - 1].kind == .pause
                return isPaused || isLast ? doer : nil
            })
    }
}
