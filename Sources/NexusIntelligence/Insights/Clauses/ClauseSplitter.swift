import NexusCore

/// A part of a message that says one thing: a sentence, an item of a list, or a part of a sentence with a speaker's turn
/// of its own ("Jonas updates the wiki, Lena books the room" is two).
struct Clause: Sendable {
    /// Its words, at least one.
    var words: [Sentence.Word]
    /// The text from the end of the clause before it; clauses and what is between them make the whole message.
    var range: Range<String.Index>
    var isQuestion: Bool
    /// The number of its sentence in the message.
    var number = 0

    /// The clause as a sentence of its own.
    var sentence: Sentence { Sentence(words: words, range: range, isQuestion: isQuestion) }
}

/// Divides messages into clauses.
struct ClauseSplitter: Sendable {
    /// At most this many clauses of a message are read.
    static let limit = 40

    let names: Names

    func clauses(of text: String) -> [Clause] {
        var clauses: [Clause] = []
        for (number, sentence) in Sentence.read(text).enumerated() where !sentence.words.isEmpty {
            var start = 0
            var from = sentence.range.lowerBound
            for position in sentence.words.indices where position - start >= 2 && parts(sentence.words, position, start)
            {
                let end = sentence.words[position].range.lowerBound
                // "@" belongs to the name.
                let edge = sentence.words[position].isMention ? text.index(before: end) : end
                clauses.append(
                    Clause(
                        words: Array(sentence.words[start..<position]), range: from..<edge, isQuestion: false,
                        number: number))
                start = position
                from = edge
            }
            clauses.append(
                Clause(
                    words: Array(sentence.words[start...]), range: from..<sentence.range.upperBound,
                    isQuestion: sentence.isQuestion, number: number))
            // "Can you open the gate, and lock it?" asks twice.
            if sentence.isQuestion, start > 0 {
                for index in clauses.indices.reversed().dropFirst() {
                    guard clauses[index].number == number else { break }
                    clauses[index].isQuestion = true
                }
            }
            if clauses.count >= Self.limit { return Array(clauses.prefix(Self.limit)) }
        }
        return clauses
    }

    /// Whether a clause begins at a word.
    private func parts(_ words: [Sentence.Word], _ position: Int, _ start: Int) -> Bool {
        guard words.count - position >= 2 else { return false }
        // "Ben Okafor, could you": a name alone says nothing.
        guard (start..<position).contains(where: { names.member(words, at: $0) == nil }) else { return false }
        let word = words[position]
        let isNamed = word.isMention || names.member(words, at: position) != nil
        if words[position - 1].isPaused { return isNamed || Self.openers.contains(word.text) }
        guard Self.joints.contains(word.text) else { return false }
        return names.member(words, at: position + 1) != nil || words[position + 1].isMention
            || Self.subjects.contains(words[position + 1].text)
    }

    private static let joints: Set<String> = [
        "and", "und", "y", "et", "&", "then", "but", "aber", "pero", "mais", "dann",
    ]
    private static let subjects: Set<String> = [
        "i", "i'll", "ill", "i'm", "im", "we", "we'll", "you", "u", "can", "could", "please", "pls", "someone", "ich",
        "wir",
        "du", "sie", "ihr", "kannst", "kann", "bitte", "yo", "tú", "tu", "usted", "puedes", "je", "on", "nous", "vous",
        "let's", "lets",
    ]
    private static let openers: Set<String> = subjects.union(joints).union([
        "so", "also", "would", "will", "which", "because", "cause", "cos", "if", "when", "he", "she", "they", "it's",
        "its",
        "that's", "don't", "dont", "he's", "she's", "they're", "wenn", "weil", "denn", "also", "si", "porque", "que",
        "quand",
        "parce", "donc",
    ])
}
