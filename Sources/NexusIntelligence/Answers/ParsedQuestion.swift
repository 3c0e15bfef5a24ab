/// A question as words, analysed for whether it is complete by itself. English, German and Spanish are covered, French
/// in its commonest words.
struct ParsedQuestion {
    struct Word {
        /// In lower case.
        let text: String
        let isCapitalised: Bool
    }

    /// How a question continues the one before it.
    enum Connective {
        /// "and", "und", "y".
        case and
        /// "what about", "wie sieht es aus mit", "qué hay de": the predicate is that of the question before.
        case aboutAnother
    }

    private(set) var words: [Word]
    private let hasQuestionMark: Bool

    init(_ question: String) {
        hasQuestionMark = question.contains("?")
        words = question.split { !$0.isLetter && !$0.isNumber }.map {
            Word(text: $0.lowercased(), isCapitalised: $0.first?.isUppercase == true)
        }
    }

    /// Removes the words that connect the question to the one before it.
    mutating func dropConnective() -> Connective? {
        var found: Connective?
        while true {
            if let phrase = QuestionLexicon.aboutAnother.first(where: starts) {
                words.removeFirst(phrase.count)
                return .aboutAnother
            }
            guard words.count > 1, let first = words.first else { return found }
            if QuestionLexicon.connectives.contains(first.text) {
                found = .and
            } else if !QuestionLexicon.interjections.contains(first.text) {
                return found
            }
            words.removeFirst()
        }
    }

    private func starts(with phrase: [String]) -> Bool {
        words.count >= phrase.count && phrase.indices.allSatisfy { words[$0].text == phrase[$0] }
    }

    // MARK: Topic

    /// The places of the words that name a topic.
    var topics: [Int] { words.indices.filter { isTopic(words[$0].text) } }

    private func isTopic(_ word: String) -> Bool {
        !QuestionLexicon.function.contains(word) && !QuestionLexicon.generic.contains(word)
            && !RetrievalWords.stems(of: word).isEmpty
    }

    private var hasVerb: Bool {
        words.contains { QuestionLexicon.verbs.contains($0.text) || QuestionLexicon.genericVerbs.contains($0.text) }
    }

    /// Whether it is no clause after "and": "Friday?", "Bob in Berlin?", "when do we start?".
    var isFragment: Bool {
        let topics = topics
        if topics.count <= 1, !hasDeterminedNoun, !topics.contains(where: { words[$0].isCapitalised }) { return true }
        return !hasVerb && topics.count <= 3 && !asksBySubject
    }

    /// Whether it is no clause even without a connective. Words of a topic alone are a complete search: "wifi
    /// password".
    var isBareFragment: Bool {
        let topics = topics
        if topics.isEmpty { return true }
        guard !hasVerb, let first = words.first?.text, topics.count <= 2 else { return false }
        if topics.allSatisfy({ QuestionLexicon.calendar.contains(words[$0].text) }) { return true }
        let isPrepositional = QuestionLexicon.prepositions.contains(first)
        if isPrepositional, words.count > 1, !QuestionLexicon.askers.contains(words[1].text) { return true }
        guard topics.count == 1, !asksBySubject else { return false }
        // "Which room?", "how many people?"; "¿cuándo llega?" omits the subject.
        let asksForNoun = QuestionLexicon.nounQuestions.contains(where: starts)
        let asksByAdverb = QuestionLexicon.spanishAdverbs.contains(first)
        return (asksForNoun || asksByAdverb || isPrepositional) && !hasDeterminedNoun || hasQuestionMark
    }

    /// "Who won?" is a clause: the question word is its subject.
    private var asksBySubject: Bool {
        guard let first = words.first?.text else { return false }
        return ["who", "wer", "quién", "quien", "qui"].contains(first) && words.count > 1
            && !QuestionLexicon.prepositions.contains(words[1].text)
    }

    /// "And what is the deadline?": a property of the previous topic.
    var asksForAttribute: Bool {
        let topics = topics
        return topics.count == 1 && QuestionLexicon.attributes.contains(words[topics[0]].text)
    }

    // MARK: References

    /// Whether a pronoun or "else" refers to something that the question does not name.
    var refersBack: Bool {
        let isShort = topics.count <= 4
        for place in words.indices {
            let word = words[place].text
            if QuestionLexicon.personal.contains(word), isShort, !isNamed(before: place, byName: true), !isBound(place)
            {
                return true
            }
            if QuestionLexicon.plural.contains(word), !namesTopic, !isBound(place),
                !isNamed(before: place, byName: word != "them")
            {
                return true
            }
            if QuestionLexicon.neuter.contains(word), topics.count <= 2, !isNamed(before: place, byName: false),
                isPronoun(place)
            {
                return true
            }
            if isOther(place), !namesTopic { return true }
        }
        return false
    }

    /// Whether a possessive refers to the person asked for, or the word is the German polite address: "who brings their
    /// laptop?".
    private func isBound(_ place: Int) -> Bool {
        if words[place].text == "sie" { return words[place].isCapitalised }
        return asksBySubject && place > 1 && QuestionLexicon.possessives.contains(words[place].text)
            && !["is", "are", "was", "ist", "war", "es"].contains(words[1].text)
    }

    /// "else", "sonst noch", "wer noch", "más" after the question word.
    private func isOther(_ place: Int) -> Bool {
        switch words[place].text {
        case "else", "sonst", "autre": true
        case "noch", "más": place == 1 && QuestionLexicon.askers.contains(words[0].text)
        default: false
        }
    }

    /// Whether the question names something before a place that a pronoun can refer to: "is the report ready, or is it
    /// late?".
    private func isNamed(before place: Int, byName: Bool) -> Bool {
        words[..<place].indices.contains {
            isDeterminedNoun($0) || QuestionLexicon.indefinites.contains(words[$0].text)
                || byName && $0 > 0 && words[$0].isCapitalised && isTopic(words[$0].text)
        }
    }

    /// Whether it has a topic beside its pronouns: "the office", "about pricing", "Bob and Ada".
    private var namesTopic: Bool {
        words.indices.contains { place in
            guard isTopic(words[place].text) else { return false }
            if isDeterminedNoun(place) { return true }
            guard place > 0 else { return false }
            return QuestionLexicon.prepositions.contains(words[place - 1].text) && !words[place].isCapitalised
                && !QuestionLexicon.calendar.contains(words[place].text)
        }
    }

    private var hasDeterminedNoun: Bool { words.indices.contains(where: isDeterminedNoun) }

    /// "the launch", "unser Büro", "el nuevo plan".
    private func isDeterminedNoun(_ place: Int) -> Bool {
        guard place > 0, isTopic(words[place].text), !QuestionLexicon.calendar.contains(words[place].text) else {
            return false
        }
        return words[max(0, place - 2)..<place].contains { QuestionLexicon.determiners.contains($0.text) }
    }

    /// Whether "it", "that", "there" and similar words refer to an object: not "is it possible to…", "that meeting",
    /// "is there a…".
    private func isPronoun(_ place: Int) -> Bool {
        let next = words.indices.contains(place + 1) ? words[place + 1] : nil
        let before = place > 0 ? words[place - 1].text : nil
        let rest = words[(place + 1)...]
        switch words[place].text {
        case "it": return !isExpletive(rest.prefix(4).map(\.text))
        case "there", "dort", "da":
            return rest.isEmpty
                || !(before.map { ["is", "are", "was", "were", "ist", "sind", "war"].contains($0) } ?? false)
        case "that", "this", "these", "those":
            guard let next else { return true }
            if QuestionLexicon.function.contains(next.text) {
                if QuestionLexicon.subjects.contains(next.text) { return false }
                return !QuestionLexicon.determiners.contains(next.text)
                    || place == 0 || QuestionLexicon.verbs.contains(before ?? "")
            }
            // "Is that done?", and not "is that report done?".
            return place <= 1 && rest.count == 1 && QuestionLexicon.verbs.contains(before ?? "")
        case "one", "ones": return before.map { ["which", "this", "that", "the", "other"].contains($0) } ?? false
        case "das", "dies":
            return !rest.contains { $0.isCapitalised && $0.text != "sie" }
        case "es":
            return isGerman && before != "gibt" && before != "geht"
                && !words.dropFirst().contains(where: \.isCapitalised)
        case "lo": return next?.text != "que"
        case "then": return rest.isEmpty && topics.isEmpty
        default: return true
        }
    }

    /// "is it possible to …", "how long does it take to …", "is it raining?".
    private func isExpletive(_ rest: [String]) -> Bool {
        guard let first = rest.first else { return false }
        if QuestionLexicon.weather.contains(first) || rest.contains("like") { return true }
        guard let link = rest.dropFirst().firstIndex(where: { ["to", "that", "if", "for"].contains($0) }) else {
            return false
        }
        return ["take", "cost"].contains(first)
            || link == 1 && rest[link] != "for" && !["be", "going", "have", "need", "able"].contains(first)
    }

    private var isGerman: Bool {
        words.contains { ["wer", "wann", "wo", "wie", "warum", "was", "hat", "ist", "wird", "kann"].contains($0.text) }
    }
}
