import NexusCore

/// The messages just before one, as far as the reader needs them.
struct TurnContext: Hashable, Sendable {
    /// Messages that are kept.
    static let limit = 8
    /// Fragments of one sender follow each other within this time, in milliseconds.
    static let fragmentGap: Int64 = 180_000

    struct Turn: Hashable, Sendable {
        var message: MessageID
        var sender: UserID
        var writtenAt: Timestamp
        var isQuestion: Bool
        /// The members it names.
        var names: Set<UserID>
        /// The tables of which it has a phrase, as bits (`Cue`).
        var cues: UInt32
        /// Its last words, plain.
        var words: [String]
        /// How its text begins, for people.
        var beginning: String
        /// The meaning as a message that another answers and as the fragment before another; empty without a model.
        var asAnswered: [Float] = []
        var asFragment: [Float] = []
        /// The probability of each `ClauseAct`: the greatest of its clauses.
        var acts: [Float] = []
    }

    private(set) var turns: [Turn] = []

    mutating func take(_ turn: Turn) {
        turns.append(turn)
        if turns.count > Self.limit { turns.removeFirst() }
    }

    /// The message that one replies to, or the last of another sender.
    func answered(by message: InsightMessage) -> Turn? {
        if let replyTo = message.replyTo, let turn = turns.last(where: { $0.message == replyTo }) { return turn }
        return turns.last { $0.sender != message.sender }
    }

    /// The message of the same sender of which this one is the next fragment.
    func fragment(before message: InsightMessage) -> Turn? {
        guard let last = turns.last, last.sender == message.sender,
            message.writtenAt.milliseconds - last.writtenAt.milliseconds <= Self.fragmentGap
        else { return nil }
        return last
    }
}

extension TurnContext.Turn {
    init(_ message: InsightMessage, _ clauses: [Clause], names: Names) {
        let words = clauses.flatMap(\.words)
        self.init(
            message: message.id, sender: message.sender, writtenAt: message.writtenAt,
            isQuestion: clauses.contains(where: \.isQuestion),
            names: Set(words.indices.compactMap { names.member(words, at: $0) }),
            cues: Cue.trained.reduce(0) { bits, cue in
                clauses.contains { CueWords.table(cue).first(in: $0.words) != nil } ? bits | cue.bit : bits
            },
            words: words.suffix(ClauseFeatures.contextWords).map { ClauseFeatures.plain($0.text) },
            beginning: Self.beginning(of: message.text))
    }

    /// The first line of a text, at most 60 characters in whole words.
    private static func beginning(of text: String) -> String {
        let line = text.split(maxSplits: 1) { $0.isNewline }.first ?? ""
        guard line.count > 60 else { return String(line) }
        let cut = line.prefix(60)
        return (cut.lastIndex(where: \.isWhitespace).map { String(cut[..<$0]) } ?? String(cut)) + "…"
    }
}
