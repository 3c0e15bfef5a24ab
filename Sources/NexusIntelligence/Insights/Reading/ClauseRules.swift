import NexusCore

/// What rules over phrases say of a clause by itself: for the trained reader, which knows how far to trust them.
struct ClauseRules: Sendable {
    let names: Names

    init(members: [InsightMember]) { names = Names(members) }

    /// What rules say that a clause does.
    func acts(of clause: Clause, in message: InsightMessage, dates: [DueDateMatch]) -> Set<ClauseAct> {
        let sentence = clause.sentence
        var acts: Set<ClauseAct> = []
        switch ActionReader(names: names, text: message.text, sender: message.sender, dates: dates).read(sentence) {
        case .promise: acts.insert(.commit)
        case .request: acts.insert(.request)
        case nil: break
        }
        if isDecision(sentence, of: [sentence]) { acts.insert(.decide) }
        if isCompletion(sentence) { acts.insert(.done) }
        if isCancellation(sentence) { acts.insert(.cancel) }
        if isAcceptance([sentence]) { acts.insert(.accept) }
        if ClauseRules.urgency([sentence], message.text) != nil { acts.insert(.urgent) }
        if dates.contains(where: { $0.range.overlaps(clause.range) && isKept($0, [sentence]) }) {
            acts.insert(.deadline)
        }
        if CueWords.refusals.end(clause.words, at: 0) != nil { acts.insert(.refuse) }
        return acts
    }

    /// What rules say that a clause cannot do.
    func excluded(by clause: Clause, in message: InsightMessage, dates: [DueDateMatch]) -> Set<ClauseAct> {
        let words = clause.words
        var acts: Set<ClauseAct> = []
        // "We decided that, right?"
        if clause.isQuestion { acts.insert(.decide) }
        // "I'll be there", "I'll never understand this".
        if let cue = CueWords.promises.first(in: words), cue.lowerBound <= 1, cue.upperBound < words.count,
            CueWords.idle.contains(words[cue.upperBound].text)
        {
            acts.insert(.commit)
        }
        if ClauseRules.isCalm(clause.sentence) { acts.insert(.urgent) }
        // "I'm out until noon" is a period, "you have until noon" a due date.
        let own = dates.filter { $0.range.overlaps(clause.range) }
        let lasts = own.allSatisfy { date in
            words.first { $0.range.lowerBound >= date.range.lowerBound }.map { CueWords.enduring.contains($0.text) }
                ?? false
        }
        if !own.isEmpty, lasts, CueWords.granting.first(in: words) == nil { acts.insert(.deadline) }
        return acts
    }

    private static func isCalm(_ sentence: Sentence) -> Bool { CueWords.calm.occur(in: sentence) }

    // MARK: Cues

    static func urgency(_ sentences: [Sentence], _ text: String) -> Range<String.Index>? {
        guard !sentences.contains(where: { CueWords.calm.occur(in: $0) }) else { return nil }
        for sentence in sentences where !sentence.isQuestion {
            guard let cue = CueWords.urgent.first(in: sentence.words), CueWords.unreal.first(in: sentence.words) == nil
            else { continue }
            let first = sentence.words[cue.lowerBound]
            // "important" alone is common; before a colon it refers to this message.
            if first.text == "important", !(cue.lowerBound == 0 && first.isPaused) { continue }
            if cue.lowerBound > 0,
                ["not", "less", "was", "isn't", "no"].contains(sentence.words[cue.lowerBound - 1].text)
            {
                continue
            }
            if first.text == "right", CueWords.requests.first(in: sentence.words) == nil,
                CueWords.needs.first(in: sentence.words) == nil
            {
                continue
            }
            return first.range.lowerBound..<sentence.words[cue.upperBound - 1].range.upperBound
        }
        return nil
    }

    func isCancellation(_ sentence: Sentence) -> Bool {
        guard !sentence.isQuestion, let cue = CueWords.cancellations.first(in: sentence.words) else { return false }
        return cue.lowerBound == 0
            || !["don't", "not", "never", "please", "to"].contains(sentence.words[cue.lowerBound - 1].text)
    }

    func isCompletion(_ sentence: Sentence) -> Bool {
        guard !sentence.isQuestion, let cue = CueWords.completions.first(in: sentence.words) else { return false }
        // Only what belongs to the same clause: "valid until December, checked" is checked.
        let clause = sentence.words[..<cue.lowerBound].lastIndex(where: \.isPaused).map { $0 + 1 } ?? 0
        let before = Array(sentence.words[clause..<cue.lowerBound])
        return CueWords.unfinished.first(in: before) == nil && CueWords.promises.first(in: before) == nil
            && CueWords.requests.first(in: before) == nil && CueWords.unreal.first(in: before) == nil
    }

    func isAcceptance(_ sentences: [Sentence]) -> Bool {
        guard let first = sentences.first, !sentences.contains(where: \.isQuestion) else { return false }
        let words = sentences.flatMap(\.words)
        guard words.count <= 12, let cue = CueWords.acceptances.first(in: first.words) else { return false }
        if CueWords.refusals.end(first.words, at: 0) != nil { return false }
        if cue.lowerBound == 0 { return words.count <= 7 || CueWords.promises.first(in: words) != nil }
        return words.count <= 6 && cue.count >= 2 || first.words.count == cue.upperBound && words.count <= 6
    }

    func isDecision(_ sentence: Sentence, of sentences: [Sentence]) -> Bool {
        let words = sentence.words
        guard !sentence.isQuestion, words.count >= 3 else { return false }
        guard CueWords.unreal.first(in: words) == nil else { return false }
        if let last = sentences.last, last.isQuestion, last.words.count <= 2 { return false }
        if let cue = CueWords.decisions.first(in: words) {
            let cueText = words[cue].map(\.text).joined(separator: " ")
            if cueText == "we don't" { return CueWords.decisions.first(in: words, from: cue.upperBound) != nil }
            if CueWords.past.first(in: Array(words[cue.upperBound...])) != nil { return false }
            return words.count > cue.count || words[cue.upperBound - 1].isPaused
        }
        if let cue = CueWords.proposals.first(in: words), cue.lowerBound <= 2 {
            guard cue.upperBound < words.count else { return false }
            let verb = words[cue.upperBound].text
            return !CueWords.idlePlans.contains(verb)
        }
        if let cue = CueWords.plans.first(in: words), cue.lowerBound <= 1, cue.upperBound < words.count {
            return !CueWords.idlePlans.contains(words[cue.upperBound].text)
        }
        if words.count >= 3, words.suffix(2).map(\.text) == ["it", "is"] { return true }
        if let first = words.first, first.text == "agreed", first.isPaused { return true }
        return words.last?.text == "then" && words.first?.text == "no"
    }

    /// Whether the words before a date make it a due date.
    func isKept(_ date: DueDateMatch, _ sentences: [Sentence]) -> Bool {
        guard let sentence = sentences.first(where: { $0.range.contains(date.range.lowerBound) }), !sentence.isQuestion,
            CueWords.unreal.first(in: sentence.words) == nil, CueWords.promises.first(in: sentence.words) == nil
        else { return false }
        let before = sentence.words.filter { $0.range.upperBound <= date.range.upperBound }
        guard before.count >= 3 else { return false }
        // "I'm out until noon" is a period, "you have until noon" a due date.
        let lead = before.first { $0.range.lowerBound >= date.range.lowerBound }
        if let lead, CueWords.enduring.contains(lead.text), CueWords.granting.first(in: before) == nil { return false }
        if date.lead == .limit { return CueWords.keeping.first(in: before) != nil }
        return CueWords.keeping.first(in: before) != nil && CueWords.past.first(in: sentence.words) == nil
    }
}
