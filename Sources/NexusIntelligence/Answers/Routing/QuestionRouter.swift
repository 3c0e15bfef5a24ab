import NexusCore

/// Decides where the answer to a question is. Pure: the route depends on the question, the names and the day alone.
///
/// A question asks for records if it has a cue of one kind (``RouteCues``) and names nothing else than people,
/// conversations, days and words like "all" or "here". "What did we decide?" lists decisions; "what did we decide to paint the
/// shed with?" has a topic, and is searched, decisions first.
public struct QuestionRouter: Sendable {
    private let asker: String?
    private let members: [String]
    private let titles: [String]
    private let today: CivilDay

    /// - Parameters:
    ///   - asker: the asker's name; nil if unknown.
    ///   - members: the names of the people whom the question may name.
    ///   - titles: the titles of the conversations that it may name.
    ///   - now: the time of asking.
    ///   - zone: the asker's, which defines "today".
    public init(
        asker: String? = nil, members: [String] = [], titles: [String] = [], now: Timestamp = .zero,
        zone: WritingZone = .utc
    ) {
        self.asker = asker
        self.members = members
        self.titles = titles
        today = zone.local(now).day
    }

    public func route(_ question: String) -> QuestionRoute { route(question, days: nil) }

    /// - Parameter others: days in place of those that the question names.
    private func route(_ question: String, days others: QuestionDays?) -> QuestionRoute {
        var words = QuestionTokens(question)
        words.markMembers(members, asker: asker)
        words.markPlaces(titles)
        let own = QuestionDays.read(&words)
        var route = QuestionRoute(.messages)
        for token in words.tokens {
            switch token.role {
            case .member(let member) where !route.members.contains(member): route.members.append(member)
            case .place(let place): route.place = place
            default: break
            }
        }
        let topics = words.tokens.count { isTopic($0, in: []) }
        for (target, phrases) in RouteCues.targets {
            let cued = Self.places(of: phrases, in: words)
            guard !cued.isEmpty else { continue }
            let rest = words.tokens.indices.count { !cued.contains($0) && isTopic(words.tokens[$0], in: cued) }
            if rest == 0 {
                route.target = target
                break
            }
            // The cue is a word of the topic: "who changed the filter?".
            if route.preferred == nil, rest <= topics, Self.preferable.contains(target) { route.preferred = target }
        }
        setDays(&route, others ?? own, words, areOwn: others == nil)
        complete(&route, words)
        return route
    }

    /// The route of an elliptical question: that of the question before it, with the person, days and conversation that
    /// it names. "And Bob?" after "what does Mira have to do?" asks for Bob's tasks.
    ///
    /// - Parameter earlier: the question that it continues, whose words it inherits.
    public func route(_ question: String, continuing earlier: String) -> QuestionRoute {
        var words = QuestionTokens(question)
        var route = self.route(earlier, days: QuestionDays.read(&words))
        guard route.target != .messages else { return self.route(earlier + " " + question) }
        let added = self.route(question)
        if let member = added.members.first {
            route.members = added.members
            if case .member = route.requester, route.assignee != nil {
                route.requester = .member(member)
            } else if Self.ahead.contains(route.target) || route.assignee != nil {
                route.assignee = .member(member)
            }
        } else if QuestionTokens(question).tokens.contains(where: { RouteCues.askerWords.contains($0.text) }) {
            if Self.ahead.contains(route.target) || route.assignee != nil { route.assignee = .asker }
            route.members = []
        }
        route.place = added.place ?? route.place
        return route
    }

    /// Targets of records that are due, and that members have to do.
    private static let ahead: Set<QuestionRoute.Target> = [.tasks, .deadlines, .nextDeadline]
    private static let preferable: Set<QuestionRoute.Target> = [.decisions, .tasks, .deadlines]

    private func isTopic(_ token: QuestionTokens.Token, in cued: Set<Int>) -> Bool {
        token.role == .word && !RouteCues.general.contains(token.text) && !RouteCues.askerWords.contains(token.text)
            && !RouteCues.single.contains(token.text)
    }

    /// The places of the words of all phrases. Adverbs and days may stand between them: "was muss ich *heute noch* machen".
    private static func places(of phrases: [RouteCues.Phrase], in question: QuestionTokens) -> Set<Int> {
        var places: Set<Int> = []
        for phrase in phrases {
            for start in question.tokens.indices {
                guard let found = match(phrase, question.tokens, from: start) else { continue }
                places.formUnion(found)
            }
        }
        return places
    }

    private static func match(_ phrase: RouteCues.Phrase, _ tokens: [QuestionTokens.Token], from start: Int) -> [Int]? {
        var found: [Int] = []
        var place = start
        for choices in phrase {
            while place < tokens.count {
                if tokens[place].role == .word, choices.contains(tokens[place].text) { break }
                let maySkip = tokens[place].role == .day || RouteCues.adverbs.contains(tokens[place].text)
                guard !found.isEmpty, maySkip else { return nil }
                place += 1
            }
            guard place < tokens.count else { return nil }
            found.append(place)
            place += 1
        }
        return found
    }

    private func complete(_ route: inout QuestionRoute, _ words: QuestionTokens) {
        switch route.target {
        case .deadlines:
            if !Self.places(of: RouteCues.next, in: words).isEmpty, route.days == nil { route.target = .nextDeadline }
            assign(&route, words)
        case .tasks: setParties(&route, words)
        default: break
        }
    }

    /// - Parameter areOwn: whether the question names the days itself, and not one that continues it.
    private func setDays(_ route: inout QuestionRoute, _ days: QuestionDays?, _ words: QuestionTokens, areOwn: Bool) {
        guard let days else { return }
        route.days = days.range(from: today, isAhead: Self.ahead.contains(route.target))
        guard route.target == .catchUp || route.target == .summary else { return }
        let isPast = areOwn && !Self.places(of: RouteCues.missed, in: words).isEmpty
        // "What happened on Friday?" is past, "what's going on on Friday?" ahead.
        let isPresent = days.mayBeAhead && !Self.places(of: RouteCues.present, in: words).isEmpty
        guard let range = days.range(from: today, isAhead: isPresent && !isPast),
            range.lowerBound > today || days.bound == .until && range.lowerBound == today && range.upperBound > today
        else { return }
        // "Morgen, was habe ich verpasst?" greets. Other days to come have no messages: what is on then is a date.
        if isPast { route.days = nil } else { (route.target, route.days) = (.deadlines, range) }
    }

    // MARK: Parties

    private func isAsker(_ token: QuestionTokens.Token) -> Bool {
        token.role == .asker || token.role == .word && RouteCues.askerWords.contains(token.text)
    }

    private func assign(_ route: inout QuestionRoute, _ words: QuestionTokens) {
        if let member = route.members.first {
            route.assignee = .member(member)
        } else if words.tokens.contains(where: { isAsker($0) || RouteCues.askerVerbs.contains($0.text) })
            && !words.tokens.contains(where: {
                ["show", "tell", "give", "dime", "dame", "zeig", "donne", "muestrame"].contains($0.text)
            })
        {
            route.assignee = .asker
        }
    }

    /// Who does the tasks, and who asked for them.
    private func setParties(_ route: inout QuestionRoute, _ words: QuestionTokens) {
        let tokens = words.tokens
        let member = route.members.first.map(QuestionRoute.Party.member)
        func first(_ set: Set<String>) -> Int? { tokens.firstIndex { $0.role == .word && set.contains($0.text) } }
        let isSubject = tokens.contains {
            $0.role == .asker || RouteCues.nominative.contains($0.text) || RouteCues.askerVerbs.contains($0.text)
        }
        let obliques = tokens.indices.filter { RouteCues.oblique.contains(tokens[$0].text) && tokens[$0].role == .word }
        if !Self.places(of: RouteCues.unassigned, in: words).isEmpty {
            route.assignee = .nobody
        } else if first(RouteCues.owing) != nil, !isModal(words) {
            if isSubject, !has("owed", after: ["am", "m"], words) {
                (route.assignee, route.requester) = (.asker, member)
            } else if !obliques.isEmpty || has("owed", after: ["am", "m"], words) {
                (route.assignee, route.requester) = (member ?? .others, .asker)
            } else {
                route.assignee = member
            }
        } else if let verb = first(RouteCues.waiting) {
            let from = obliques.contains { $0 > verb && $0 > 0 || $0 == verb - 1 }
            if from, !has("i", after: ["am", "m"], words), !(isSubject && obliques.isEmpty) {
                (route.assignee, route.requester) = (.asker, member ?? .others)
            } else if isSubject || tokens.contains(where: { $0.text == "i" }) {
                (route.assignee, route.requester) = (member ?? .others, .asker)
            } else if let member, let named = tokens.firstIndex(where: { isMember($0) }) {
                if named < verb { route.requester = member } else { route.assignee = member }
            }
        } else if let verb = first(RouteCues.asking), verb > 0 || !obliques.isEmpty {
            let isPassive = isSubject && tokens[..<verb].contains { ["was", "were", "been"].contains($0.text) }
            let isMine = isPassive || !obliques.isEmpty && !isDirectSubject(before: verb, words)
            if isMine {
                (route.assignee, route.requester) = (.asker, member ?? .others)
            } else if isSubject || tokens.contains(where: { ["my", "mine"].contains($0.text) }) {
                (route.assignee, route.requester) = (member ?? .others, .asker)
            } else {
                route.assignee = member
            }
        } else if let verb = first(RouteCues.wanting), let object = obliques.last, object > verb, !isSubject {
            (route.assignee, route.requester) = (.asker, member ?? .others)
        } else if let verb = first(RouteCues.promising), !isSubject, !isCommand(words), isBenefit(verb, obliques, words)
        {
            (route.assignee, route.requester) = (member ?? .others, .asker)
        } else if isSubject || !obliques.isEmpty && !isCommand(words)
            || tokens.contains(where: isAsker) && !isCommand(words)
        {
            // "What does Bob have for me to do?" and "what did I promise Bob?".
            (route.assignee, route.requester) = (.asker, isSubject ? nil : member)
            if let member, isSubject { route.requester = member }
        } else {
            route.assignee = member
        }
    }

    /// "What did Bob promise me?", "what is anybody doing for me?".
    private func isBenefit(_ verb: Int, _ obliques: [Int], _ words: QuestionTokens) -> Bool {
        let isDoing = ["do", "doing"].contains(words.tokens[verb].text)
        return obliques.contains { place in
            guard isDoing else { return true }
            return place == verb + 2 && ["for", "fur", "para", "pour"].contains(words.tokens[place - 1].text)
        }
    }

    private func isMember(_ token: QuestionTokens.Token) -> Bool {
        if case .member = token.role { true } else { false }
    }

    /// "Show me the open tasks" asks for nobody's in particular.
    private func isCommand(_ words: QuestionTokens) -> Bool {
        let commands: Set<String> = [
            "show", "tell", "give", "list", "get", "find", "zeig", "zeige", "nenn", "gib", "sag", "dime", "dame",
            "muestrame", "muestra",
            "donne", "dis", "montre", "remind",
        ]
        guard words.tokens.contains(where: { commands.contains($0.text) }) else { return false }
        return words.tokens.count { isAsker($0) } == 1
            && words.tokens.contains { ["me", "mir", "moi"].contains($0.text) }
    }

    /// French "dois", "doit" with a verb is "must".
    private func isModal(_ words: QuestionTokens) -> Bool {
        words.tokens.contains {
            ["faire", "finir", "rendre", "terminer", "hacer", "terminar", "entregar"].contains($0.text)
        }
    }

    private func isDirectSubject(before verb: Int, _ words: QuestionTokens) -> Bool {
        words.tokens[..<verb].contains { RouteCues.nominative.contains($0.text) }
            && !words.tokens[verb...].contains { RouteCues.oblique.contains($0.text) }
    }

    private func has(_ word: String, after before: Set<String>, _ words: QuestionTokens) -> Bool {
        guard let place = words.tokens.firstIndex(where: { $0.text == word }) else { return false }
        return words.tokens[max(0, place - 2)..<place].contains { before.contains($0.text) }
    }
}
