import NexusCore

/// Reads messages clause by clause with the trained network, and says which of its words do what.
struct ClauseReader: Sendable {
    /// A clause with the probability of each act.
    struct Read: Sendable {
        var clause: Clause
        var acts: [Float]
        /// The dates in it.
        var dates: [DueDateMatch]
        /// The probability that each of them is to be kept; empty if only its words are known.
        var keeps: [Double] = []
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
    private let networkOfContext: ContextNetwork

    /// nil for damaged parameters.
    init?(members: [InsightMember]) {
        guard let network = ClauseNetwork.shared, let ofWords = ClauseNetwork.ofWords,
            let ofContext = ContextNetwork.shared
        else { return nil }
        rules = ClauseRules(members: members)
        self.network = network
        networkOfWords = ofWords
        networkOfContext = ofContext
    }

    /// How sure it is that a clause does something, relative to the point from which it counts: 1.
    func weight(_ act: ClauseAct, of read: Read) -> Double {
        if read.excluded.contains(act) { return 0 }
        // The second look has seen what the plain words say.
        if read.hasMeaning { return read.probability(act) / Double(networkOfContext.thresholds[act.rawValue]) }
        let threshold = Double(networkOfWords.thresholds[act.rawValue])
        guard read.ruled.contains(act) else { return read.probability(act) / threshold }
        // Of words alone the network knows less: where plain words say so, a fifth as sure is enough.
        return read.probability(act) / (Self.trustOfWords * threshold)
    }

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
        let ruled = clauses.map { rules.acts(of: $0, in: message, dates: dates) }
        let features = clauses.indices.map {
            ClauseFeatures(
                clauses, $0, dates: dates, message: message, names: rules.names, ruled: ruled[$0], context: context)
        }
        let first = clauses.indices.map { index in
            network.acts(
                features[index], meaning: fits ? meaning.map { ($0, index) } : nil, answered: answered,
                fragment: fragment)
        }
        let acts = fits ? secondLook(at: first, features, Surroundings(of: message, in: context)) : first
        let reads = clauses.indices.map { index in
            let own = dates.indices.filter { dates[$0].range.overlaps(clauses[index].range) }
            let excluded = rules.excluded(by: clauses[index], in: message, dates: dates)
            return Read(
                clause: clauses[index], acts: acts[index], dates: own.map { dates[$0] },
                keeps: fits
                    ? own.map { date in
                        let numbers = DateFeatures(
                            dates, date, in: clauses[index], of: message,
                            isKept: rules.isKept(dates[date], [clauses[index].sentence]),
                            lasts: excluded.contains(.deadline))
                        return Double(networkOfContext.keeps(numbers, acts, index, features[index]))
                    } : [],
                ruled: ruled[index], excluded: excluded, hasMeaning: fits)
        }
        var turn = TurnContext.Turn(message, clauses, names: rules.names)
        turn.asAnswered = meaning?.answered ?? []
        turn.asFragment = meaning?.fragment ?? []
        turn.acts = ClauseAct.allCases.indices.map { act in first.map { $0[act] }.max() ?? 0 }
        context.take(turn)
        return reads
    }

    private func secondLook(
        at first: [[Float]], _ features: [ClauseFeatures], _ surroundings: Surroundings
    ) -> [[Float]] {
        first.indices.map { networkOfContext.acts(first, $0, features[$0], surroundings) }
    }

    /// The dates of a clause that are to be kept, with how sure that is.
    func kept(of read: Read) -> [(date: DueDateMatch, confidence: Confidence)] {
        guard read.hasMeaning else {
            guard weight(.deadline, of: read) >= 1 else { return [] }
            return read.dates.map { ($0, confidence(.deadline, of: read)) }
        }
        let least = Double(networkOfContext.dateThreshold)
        return zip(read.dates, read.keeps).filter { $1 >= least }.map { ($0, Confidence($1)) }
    }
}
