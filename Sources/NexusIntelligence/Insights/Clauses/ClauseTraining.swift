import NexusCore

/// What the reader's network is trained on: the same clauses, features and states that it reads later.
public struct ClauseTraining: Sendable {
    public struct Part: Sendable {
        /// Its place in the message's text.
        public var range: Range<String.Index>
        public var numbers: [Float]
        public var own: [UInt16]
        public var before: [UInt16]
        /// The mean of its tokens.
        public var vector: [Float]
        /// The states of its tokens after the layer that the network compares, one after the other.
        public var states: [Float]
    }

    public struct Date: Sendable {
        public var due: DueDate
        /// The clause that has it.
        public var part: Int
        public var numbers: [Float]
    }

    public struct Example: Sendable {
        public var message: InsightMessage
        public var vector: [Float]
        public var parts: [Part]
        public var dates: [Date]
        /// The message that it may answer, and the fragment that it continues.
        public var answered: MessageID?
        public var fragment: MessageID?
    }

    private let rules: ClauseRules
    private let encoder: SentenceEncoder
    private var context = TurnContext()

    public init(members: [InsightMember], encoder: SentenceEncoder) {
        rules = ClauseRules(members: members)
        self.encoder = encoder
    }

    /// Takes the next message.
    /// - Parameter sender: their name.
    public mutating func take(_ message: InsightMessage, sender: String) -> Example {
        let clauses = ClauseSplitter(names: rules.names).clauses(of: message.text)
        let dates = DueDateParser(zone: message.zone).matches(in: message.text, writtenAt: message.writtenAt)
        let segments = Clause.segments(of: message.text, clauses, sender: sender)
        let found = encoder.embed(parted: [segments], statesAfter: ClauseNetwork.layer)[0]
        let parts = clauses.indices.map { index in
            let features = ClauseFeatures(
                clauses, index, dates: dates, message: message, names: rules.names,
                ruled: rules.acts(of: clauses[index], in: message, dates: dates), context: context)
            return Part(
                range: clauses[index].range, numbers: features.numbers, own: features.own, before: features.before,
                vector: found.parts[index + 1], states: found.states[index + 1])
        }
        let example = Example(
            message: message, vector: found.whole, parts: parts, dates: examples(of: dates, clauses, message),
            answered: context.answered(by: message)?.message, fragment: context.fragment(before: message)?.message)
        context.take(TurnContext.Turn(message, clauses, names: rules.names))
        return example
    }

    private func examples(of dates: [DueDateMatch], _ clauses: [Clause], _ message: InsightMessage) -> [Date] {
        dates.indices.compactMap { index in
            guard let part = clauses.firstIndex(where: { $0.range.overlaps(dates[index].range) }) else { return nil }
            let clause = clauses[part]
            let features = DateFeatures(
                dates, index, in: clause, of: message, isKept: rules.isKept(dates[index], [clause.sentence]),
                lasts: rules.excluded(by: clause, in: message, dates: dates).contains(.deadline))
            return Date(due: dates[index].due, part: part, numbers: features.numbers)
        }
    }
}

extension Clause {
    /// A message as it is embedded, in parts: its sender's name, its clauses, and the rest of the text.
    static func segments(of text: String, _ clauses: [Clause], sender: String) -> [Substring] {
        let rest = text[(clauses.last?.range.upperBound ?? text.startIndex)...]
        return [Passage.line(sender: sender, text: "")[...]] + clauses.map { text[$0.range] } + [rest]
    }
}
