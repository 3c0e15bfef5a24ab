import NexusCore

/// Reads messages clause by clause with the trained network, and says which of its words do what.
struct ClauseReader: Sendable {
    /// A clause with the probability of each act.
    struct Read: Sendable {
        var clause: Clause
        var acts: [Float]
        /// The dates in it.
        var dates: [DueDateMatch]
        /// What rules over its phrases say it does.
        var ruled: Set<ClauseAct>
        /// What they say it cannot do.
        var excluded: Set<ClauseAct>
        /// Whether the network saw its meaning, and not its words alone.
        var hasMeaning: Bool

        func probability(_ act: ClauseAct) -> Double { Double(acts[act.rawValue]) }
    }

    let rules: ClauseRules
    private let network: ClauseNetwork
    private let networkOfWords: ClauseNetwork

    /// nil for damaged parameters.
    init?(members: [InsightMember]) {
        guard let network = ClauseNetwork.shared, let ofWords = ClauseNetwork.ofWords else { return nil }
        rules = ClauseRules(members: members)
        self.network = network
        networkOfWords = ofWords
    }

    /// How sure it is that a clause does something, relative to the point from which it counts: 1.
    func weight(_ act: ClauseAct, of read: Read) -> Double {
        if read.excluded.contains(act) { return 0 }
        let threshold = Double((read.hasMeaning ? network : networkOfWords).thresholds[act.rawValue])
        guard read.ruled.contains(act) else { return read.probability(act) / threshold }
        // Where plain words say so, half as sure is enough; of words alone the network knows less.
        return read.probability(act) / ((read.hasMeaning ? Self.trust : Self.trustOfWords) * threshold)
    }

    private static let trust = 0.5
    private static let trustOfWords = 0.2

    /// How sure a record is of which a clause is the evidence. Where plain words say so, too, it is likely.
    func confidence(_ act: ClauseAct, of read: Read) -> Confidence {
        Confidence(max(read.probability(act), read.ruled.contains(act) ? Self.plain : 0))
    }

    private static let plain = 0.6

    /// - Parameters:
    ///   - meaning: of the message's token states; nil without a model.
    ///   - context: the messages before; this one joins them.
    func read(_ message: InsightMessage, meaning: MessageMeaning?, context: inout TurnContext) -> [Read] {
        let clauses = ClauseSplitter(names: rules.names).clauses(of: message.text)
        let dates = DueDateParser(zone: message.zone).matches(in: message.text, writtenAt: message.writtenAt)
        let answered = context.answered(by: message)
        let fragment = context.fragment(before: message)
        // Members who came or left since may divide it otherwise.
        let fits = meaning.map { $0.clauses.count == clauses.count } ?? false
        let network = fits ? network : networkOfWords
        let reads = clauses.indices.map { index in
            let ruled = rules.acts(of: clauses[index], in: message, dates: dates)
            let features = ClauseFeatures(
                clauses, index, dates: dates, message: message, names: rules.names, ruled: ruled, context: context)
            return Read(
                clause: clauses[index],
                acts: network.acts(
                    features, meaning: fits ? meaning.map { ($0, index) } : nil, answered: answered, fragment: fragment),
                dates: dates.filter { $0.range.overlaps(clauses[index].range) },
                ruled: ruled,
                excluded: rules.excluded(by: clauses[index], in: message, dates: dates), hasMeaning: fits)
        }
        var turn = TurnContext.Turn(message, clauses, names: rules.names)
        turn.asAnswered = meaning?.answered ?? []
        turn.asFragment = meaning?.fragment ?? []
        turn.acts = ClauseAct.allCases.indices.map { act in reads.map { $0.acts[act] }.max() ?? 0 }
        context.take(turn)
        return reads
    }
}
