import NexusCore

/// Says by rules whether a clause promises or requests work.
struct ActionReader: Sendable {
    let names: Names
    let text: String
    let sender: UserID
    let dates: [DueDateMatch]

    func read(_ sentence: Sentence) -> MessageReading.Action.Kind? {
        let words = sentence.words
        guard words.count >= 2 else { return nil }
        if let marker = CueWords.markers.first(in: words), marker.lowerBound == 0,
            words[marker.upperBound - 1].isPaused || isNamed(words, marker.upperBound)
        {
            let person = names.addressee(words, from: marker.upperBound)
            return action(.request, sentence, from: person?.end ?? marker.upperBound)
        }
        guard isReal(words) else { return nil }
        return promise(sentence) ?? request(sentence) ?? need(sentence) ?? order(sentence)
    }

    private func isNamed(_ words: [Sentence.Word], _ position: Int) -> Bool { names.member(words, at: position) != nil }

    private func isReal(_ words: [Sentence.Word]) -> Bool {
        CueWords.past.first(in: words) == nil && CueWords.unreal.first(in: words) == nil
            && CueWords.opinions.end(words, at: 0) == nil
    }

    /// Words after "please" that make it no request.
    private static let noVerbs: Set<String> = [
        "the", "a", "an", "it", "they", "i", "we", "he", "she", "this", "that", "my", "our", "and",
    ]
    /// Words after "has to be" that make it no task.
    private static let noParticiples: Set<String> = [
        "back", "in", "out", "there", "here", "ready", "on", "at", "sure", "able", "careful", "clear", "nice", "good",
        "a", "an", "the", "more",
    ]

    // MARK: Forms

    private func promise(_ sentence: Sentence) -> MessageReading.Action.Kind? {
        let words = sentence.words
        guard !sentence.isQuestion, let cue = CueWords.promises.first(in: words), cue.lowerBound <= 4,
            cue.upperBound < words.count
        else {
            return nil
        }
        let verb = words[cue.upperBound].text
        let cueText = words[cue].map(\.text).joined(separator: " ")
        if CueWords.idle.contains(verb) { return nil }
        if cueText == "let me", ["know", "in", "down", "guess"].contains(verb) { return nil }
        if cueText == "i can",
            ["see", "hear", "imagine", "do", "understand", "relate", "only", "confirm"].contains(verb)
        {
            return nil
        }
        return action(.promise, sentence, from: cue.upperBound)
    }

    private func request(_ sentence: Sentence) -> MessageReading.Action.Kind? {
        let words = sentence.words
        guard let cue = CueWords.requests.first(in: words) else { return nil }
        let cueText = words[cue].map(\.text).joined(separator: " ")
        var start = cue.upperBound
        while let end = CueWords.requests.end(words, at: start) { start = end }
        let isPlea = ["please", "pls", "plz", "bitte", "por favor", "stp", "kindly"].contains(cueText)
        if isPlea, start >= words.count {
            // "mándame la dirección por favor": "please" comes last.
            guard cue.lowerBound >= 2 else { return nil }
            let person = names.addressee(words, from: 0)
            return action(.request, sentence, from: person?.end ?? 0, until: cue.lowerBound)
        }
        if isPlea, start < words.count,
            ["don't", "no", "not", "note", "stop", "let", "advise"].contains(words[start].text),
            CueWords.requests.end(words, at: start) == nil
        {
            return nil
        }
        guard start < words.count else { return nil }
        if isPlea, ActionReader.noVerbs.contains(words[start].text) || words[0].text == "yes" && cue.lowerBound == 1 {
            return nil
        }
        if ["believe", "imagine", "hear", "see", "come", "guess", "tell", "explain"].contains(words[start].text),
            sentence.isQuestion
        {
            return nil
        }
        var person = names.addressee(words, from: 0)
        if let found = person, found.end > cue.lowerBound + 1 { person = nil }
        let asksAll =
            CueWords.everybody.contains(words[cue.upperBound - 1].text) && words[cue.upperBound - 1].text != "you"
        if person == nil, !asksAll { person = names.addressee(words, from: start) }
        if let found = person, found.end > start { start = found.end }
        let isNamedLast = names.member(words, at: words.count - 1) != nil
        return action(.request, sentence, from: start, until: isNamedLast && person == nil ? words.count - 1 : nil)
    }

    private func need(_ sentence: Sentence) -> MessageReading.Action.Kind? {
        let words = sentence.words
        guard !sentence.isQuestion else { return nil }
        if let someone = CueWords.wanted.first(in: words) {
            return action(.request, sentence, from: someone.upperBound)
        }
        if let mine = CueWords.wishes.first(in: words),
            CueWords.givers.occur(in: sentence)
        {
            return action(.request, sentence, from: mine.upperBound)
        }
        guard let cue = CueWords.needs.first(in: words), cue.lowerBound >= 1,
            cue.lowerBound - (words[..<cue.lowerBound].lastIndex(where: \.isPaused) ?? 0) <= 5,
            cue.upperBound < words.count
        else {
            return nil
        }
        let subject = words[cue.lowerBound - 1].text
        let isPassive = words[cue.upperBound - 1].text == "be"
        let verb = words[cue.upperBound].text
        if ["a", "an", "the"].contains(verb), !isPassive {
            // "We need a new text right now" is a request; "we need a holiday" is not.
            let isPressing = CueWords.urgent.occur(in: sentence) || dates.contains { sentence.range.overlaps($0.range) }
            guard isPressing, subject == "we" else { return nil }
            return action(.request, sentence, from: cue.lowerBound)
        }
        if ["need", "needs"].contains(words[cue.upperBound - 1].text) { return nil }
        if isPassive, ActionReader.noParticiples.contains(verb) { return nil }
        if ["to", "be", "say", "admit", "agree", "not", "see", "know"].contains(verb), !isPassive {
            return nil
        }
        if subject == "i" || subject == "it" || subject == "that" || subject == "this" { return nil }
        if names.member(words, at: cue.lowerBound - 1) != nil {
            return action(.request, sentence, from: cue.upperBound)
        }
        if CueWords.everybody.contains(subject) {
            return action(.request, sentence, from: cue.upperBound)
        }
        guard isPassive else { return nil }
        return action(.request, sentence, from: 0)
    }

    /// "Raj, print the tickets" and "Sanjay, you'll write the report".
    private func order(_ sentence: Sentence) -> MessageReading.Action.Kind? {
        let words = sentence.words
        guard !sentence.isQuestion, let person = names.addressee(words, from: 0),
            words[person.end - 1].isPaused || words[person.end - 1].isMention,
            person.end < words.count, person.member != sender
        else { return nil }
        if let you = CueWords.orders.end(
            words, at: person.end),
            you < words.count
        {
            return action(.request, sentence, from: you)
        }
        return nil
    }

    private func action(
        _ kind: MessageReading.Action.Kind, _ sentence: Sentence, from start: Int, until end: Int? = nil
    ) -> MessageReading.Action.Kind? {
        start < end ?? sentence.words.count ? kind : nil
    }
}
