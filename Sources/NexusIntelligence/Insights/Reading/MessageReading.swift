import NexusCore

/// The content of one message by itself, without its context.
struct MessageReading: Sendable {
    struct Action: Sendable {
        enum Kind: Sendable {
            /// The speaker takes it on.
            case promise
            /// A request, or a statement that something has to be done.
            case request
        }

        var kind: Kind
        var task: String
        var assignee: UserID?
        var due: DueDate?
        var stems: Set<String>
        /// The sentence that states it.
        var span: TextSpan
        var confidence = Confidence.certain
    }

    /// At most this many action items of a message are kept.
    static let actionLimit = 16

    var actions: [Action] = []
    var decisions: [Decision] = []
    var deadlines: [Deadline] = []
    /// The words that express urgency.
    var priority: Priority?
    var isAcceptance = false
    var isCompletion = false
    var isCancellation = false
    var isReminder = false
    /// Whether it is so short that its topic comes from the messages before.
    var isShort = false
    var isQuestion = false
    var due: DueDate?
    var stems: Set<String> = []
}

/// Parses messages one by one, without state.
struct MessageReader: Sendable {
    let names: Names

    init(members: [InsightMember]) { names = Names(members) }

    func read(_ message: InsightMessage) -> MessageReading {
        let text = message.text
        let sentences = Sentence.read(text)
        var reading = MessageReading()
        guard !sentences.isEmpty else { return reading }
        let dates = DueDateParser(zone: message.zone).matches(in: text, writtenAt: message.writtenAt)
        let words = sentences.flatMap(\.words)
        reading.stems = Stems.of(words)
        reading.isShort = words.count <= 8
        reading.isQuestion = sentences.last?.isQuestion ?? false
        reading.due = (dates.first { $0.lead == .limit } ?? dates.first)?.due
        reading.priority = MessageReader.urgency(sentences, text).map {
            Priority(source: message.id, reason: String(text[$0]), span: TextSpan($0, in: text))
        }
        reading.isCancellation = sentences.contains(where: isCancellation)
        reading.isReminder =
            sentences.contains { CueWords.reminders.occur(in: $0) }
            || words.count <= 3 && reading.isQuestion
        reading.isCompletion = sentences.contains(where: isCompletion)
        reading.isAcceptance = isAcceptance(sentences)
        if !reading.isCancellation {
            let actionReader = ActionReader(names: names, text: text, sender: message.sender, dates: dates)
            reading.actions = Array(sentences.compactMap(actionReader.read).prefix(MessageReading.actionLimit))
        }
        if let settling = sentences.first(where: { isDecision($0, of: sentences) }) {
            reading.decisions = [
                Decision(
                    source: message.id, text: trimmed(text[settling.range]), span: TextSpan(settling.range, in: text))
            ]
        }
        if let date = dates.first(where: { isKept($0, sentences) }), !reading.isQuestion, !reading.isAcceptance {
            reading.deadlines = [
                Deadline(
                    source: message.id, text: trimmed(text[...]), due: date.due, span: TextSpan(date.range, in: text))
            ]
        }
        return reading
    }

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

    private func isCancellation(_ sentence: Sentence) -> Bool {
        guard !sentence.isQuestion, let cue = CueWords.cancellations.first(in: sentence.words) else { return false }
        return cue.lowerBound == 0
            || !["don't", "not", "never", "please", "to"].contains(sentence.words[cue.lowerBound - 1].text)
    }

    private func isCompletion(_ sentence: Sentence) -> Bool {
        guard !sentence.isQuestion, let cue = CueWords.completions.first(in: sentence.words) else { return false }
        // Only what belongs to the same clause: "valid until December, checked" is checked.
        let clause = sentence.words[..<cue.lowerBound].lastIndex(where: \.isPaused).map { $0 + 1 } ?? 0
        let before = Array(sentence.words[clause..<cue.lowerBound])
        return CueWords.unfinished.first(in: before) == nil && CueWords.promises.first(in: before) == nil
            && CueWords.requests.first(in: before) == nil && CueWords.unreal.first(in: before) == nil
    }

    private func isAcceptance(_ sentences: [Sentence]) -> Bool {
        guard let first = sentences.first, !sentences.contains(where: \.isQuestion) else { return false }
        let words = sentences.flatMap(\.words)
        guard words.count <= 12, let cue = CueWords.acceptances.first(in: first.words) else { return false }
        if CueWords.refusals.end(first.words, at: 0) != nil { return false }
        if cue.lowerBound == 0 { return words.count <= 7 || CueWords.promises.first(in: words) != nil }
        return words.count <= 6 && cue.count >= 2 || first.words.count == cue.upperBound && words.count <= 6
    }

    private func isDecision(_ sentence: Sentence, of sentences: [Sentence]) -> Bool {
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
    private func isKept(_ date: DueDateMatch, _ sentences: [Sentence]) -> Bool {
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

    private func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first.isWhitespace || ".,:;!-".contains(first) { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}

/// The common part of a word's forms, to detect that two messages have the same topic.
enum Stems {
    private static let stopped: Set<String> = [
        "please", "could", "would", "should", "will", "with", "that", "this", "from", "have", "need", "needs", "your",
        "them", "then", "they",
        "what", "when", "where", "which", "there", "their", "about", "before", "after", "until", "today", "tomorrow",
        "tonight", "week", "next",
        "just", "also", "some", "somebody", "someone", "anyone", "anybody", "make", "sure", "done", "been", "were",
        "does", "over", "into",
        "i'll", "don't", "forget", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "the",
        "and", "for", "you",
        "can", "are", "was", "has", "had", "our", "its", "it's", "all", "any", "get", "got", "still", "again", "sorry",
        "thanks", "mind", "never", "myself",
    ]

    static func of(_ words: [Sentence.Word]) -> Set<String> {
        var stems: Set<String> = []
        for word in words where word.text.utf8.count >= 3 && word.text.count >= 3 && !stopped.contains(word.text) {
            stems.insert(stem(word.text))
        }
        return stems
    }

    private static let suffixes = ["ing", "ed", "es", "s", "e"].map { Array($0.utf8) }

    /// The common part of a word's forms; the same for ASCII, by its bytes.
    private static func stem(_ word: ArraySlice<UInt8>) -> String {
        var word = word
        if word.suffix(2).elementsEqual("'s".utf8) { word.removeLast(2) }
        for suffix in suffixes where word.count - suffix.count >= 3 && word.suffix(suffix.count).elementsEqual(suffix) {
            word.removeLast(suffix.count)
            break
        }
        if let last = word.last, word.count > 3, word.dropLast().last == last { word.removeLast() }
        return String(decoding: word, as: UTF8.self)
    }

    static func stem(_ word: String) -> String {
        let bytes = Array(word.utf8)
        if bytes.allSatisfy({ $0 < 0x80 }) { return stem(bytes[...]) }
        var word = word
        if word.hasSuffix("'s") { word.removeLast(2) }
        for suffix in ["ing", "ed", "es", "s", "e"] where word.hasSuffix(suffix) && word.count - suffix.count >= 3 {
            word.removeLast(suffix.count)
            break
        }
        if let last = word.last, word.count > 3, word.dropLast().last == last { word.removeLast() }
        return word
    }
}
