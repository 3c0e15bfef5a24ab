import NexusIntelligence

extension ChatAnswers {
    /// The questions about messages, each a line `Q CONVERSATION KIND QUESTION SOURCES` (the number of the question in its file, the number of
    /// its sources) with the features of all candidates together, then a line for each candidate: 1 if it is a source, otherwise 0, its place
    /// among the messages, and its features.
    ///
    /// The kind is `own`, or `foreign` for one that is asked of the next conversation, or `wide` for one that is asked of all together.
    public func trainingLines(wide: Bool = false) -> [String] {
        var lines: [String] = []
        let indexes = corpora.map { ExchangeIndex($0.passages) }
        let all = wide && corpora.count > 1 ? WideCorpus(corpora) : nil
        let allIndex = all.map { ExchangeIndex($0.passages) }
        for (number, corpus) in corpora.enumerated() {
            let other = (number + 1) % corpora.count
            for (asked, question) in corpus.file.questions.enumerated() {
                let routed = route(question.text, asker: question.asker, corpus)
                guard routed.target == .messages else { continue }
                let sources: [Int]
                switch question.sources {
                case .messages(let messages): sources = messages
                case .none: sources = []
                case .records: continue
                }
                let places = Set(sources.map { $0 - 1 })
                func add(
                    _ kind: String, _ index: ExchangeIndex, _ favoured: Set<Int>, _ evidence: [Int: RecordEvidence],
                    _ right: Set<Int>
                ) {
                    let training = AnswerTraining(
                        question.text, index: index, favoured: favoured, records: evidence, model: model)
                    lines.append(
                        "Q \(corpus.file.name.replacing(" ", with: "_")) \(kind) \(asked) \(right.count) "
                            + training.context.map { "\($0)" }.joined(separator: " "))
                    for (place, features) in zip(training.places, training.features) {
                        lines.append(
                            (right.contains(place) ? "1 " : "0 ") + "\(place) "
                                + features.map { "\($0)" }.joined(separator: " "))
                    }
                }
                add("own", indexes[number], corpus.favoured(by: routed), corpus.evidence, places)
                if corpora.count > 1 {
                    let there = route(question.text, asker: question.asker, corpora[other])
                    if there.target == .messages {
                        add("foreign", indexes[other], corpora[other].favoured(by: there), corpora[other].evidence, [])
                    }
                }
                if let all, let allIndex {
                    add("wide", allIndex, [], all.evidence, Set(places.map { $0 + all.starts[number] }))
                }
            }
        }
        return lines
    }
}

/// All conversations together.
struct WideCorpus: Sendable {
    private(set) var passages: [Passage] = []
    private(set) var starts: [Int] = []
    private(set) var owners: [Int] = []
    private(set) var replacements: [Replacement] = []
    private(set) var evidence: [Int: RecordEvidence] = [:]

    init(_ corpora: [ChatCorpus]) {
        for (number, corpus) in corpora.enumerated() {
            let start = passages.count
            owners += corpus.passages.map { _ in number }
            replacements += corpus.replacements.map {
                Replacement(of: $0.earlier + start, by: $0.later + start, $0.part)
            }
            for (place, found) in corpus.evidence { evidence[place + start] = found }
            let exchange = (passages.last?.exchange ?? -1) + 1
            starts.append(start)
            passages += corpus.passages.map { passage in
                var passage = passage
                passage.exchange += exchange
                passage.replyTo = passage.replyTo.map { $0 + start }
                return passage
            }
        }
    }
}
