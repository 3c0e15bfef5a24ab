import NexusCore
import NexusIntelligence

/// Asks the questions of chat files as the assistant answers them without a language model, and scores the answers.
public struct ChatAnswers: Sendable {
    /// One question in so many is also asked of another conversation.
    private static let foreignStep = 5
    /// Sources that count.
    static let first = 3

    let model: MeaningModel?
    private(set) var corpora: [ChatCorpus] = []

    /// - Parameter model: nil measures words alone.
    public init(model: MeaningModel?) { self.model = model }

    /// - Parameter insights: the records found in the conversation.
    public mutating func add(_ file: ChatFile, insights: [Insight]) {
        corpora.append(ChatCorpus(file, insights: insights, model: model))
    }

    /// - Parameter wide: also asks each question of all conversations together.
    public func score(wide: Bool = true) -> AnswerScore {
        var score = AnswerScore()
        let indexes = corpora.map { ExchangeIndex($0.passages) }
        for (number, corpus) in corpora.enumerated() {
            ask(corpus, indexes[number], &score)
            askPrompts(corpus, &score)
            summarize(corpus, &score)
            guard corpora.count > 1 else { continue }
            let other = (number + 1) % corpora.count
            for (place, question) in corpus.file.questions.enumerated() where place % Self.foreignStep == 0 {
                guard case .messages = question.sources else { continue }
                score.foreignAbstention.add(answer(question, corpora[other], indexes[other]).isEmpty)
            }
        }
        askAmongFew(&score)
        if wide, corpora.count > 1 { askWidely(&score) }
        return score
    }

    // MARK: Questions

    private func ask(_ corpus: ChatCorpus, _ index: ExchangeIndex, _ score: inout AnswerScore) {
        let labels = ChatLabels(corpus.file)
        for question in corpus.file.questions {
            let found = answer(question, corpus, index)
            let right: Set<Int>
            switch question.sources {
            case .none:
                score.abstention.add(found.isEmpty)
                if !found.isEmpty { score.note("answered", question, found, corpus.file) }
                continue
            case .messages(let messages): right = Set(messages)
            case .records(let list):
                right = labels.messages(
                    of: list, asker: question.asker, today: corpus.zone.local(corpus.now).day.iso8601, in: corpus.file)
                if right.isEmpty { continue }
            }
            let isRight = found.prefix(Self.first).contains(where: right.contains)
            score.falseAbstention.add(found.isEmpty)
            if case .messages = question.sources {
                score.rightSource.add(isRight)
            } else {
                score.rightRecords.add(isRight)
            }
            if !isRight { score.note(found.isEmpty ? "abstained" : "wrong", question, found, corpus.file) }
        }
    }

    /// The message numbers of the sources, best first; none if it is left unanswered.
    private func answer(_ question: ChatFile.Question, _ corpus: ChatCorpus, _ index: ExchangeIndex) -> [Int] {
        let routed = route(question.text, asker: question.asker, corpus)
        guard routed.target == .messages else { return records(routed, asker: question.asker, corpus) }
        let answer = QuotedAnswer(
            to: question.text, from: index, model: model, favoured: corpus.favoured(by: routed),
            records: corpus.evidence, replacements: corpus.replacements, excerptLimit: 150)
        return answer.isFound ? answer.quotes.map { $0.place + 1 } : []
    }

    func route(_ question: String, asker: String, _ corpus: ChatCorpus) -> QuestionRoute {
        QuestionRouter(asker: asker, members: corpus.file.members, now: corpus.now, zone: corpus.zone).route(question)
    }

    private func records(_ route: QuestionRoute, asker: String, _ corpus: ChatCorpus) -> [Int] {
        let user = corpus.file.person(named: asker) ?? ChatFile.person(0)
        let selection = RecordSelection(
            route, asker: RecordSelection.Asker(user, now: corpus.now, zone: corpus.zone),
            members: corpus.file.insightMembers.map(\.id))
        var seen: Set<Int> = []
        return selection.places(in: corpus.records).map { corpus.sources[$0] }.filter { seen.insert($0).inserted }
    }

    private func askWidely(_ score: inout AnswerScore) {
        let all = WideCorpus(corpora)
        let index = ExchangeIndex(all.passages)
        for (number, corpus) in corpora.enumerated() {
            for question in corpus.file.questions {
                guard route(question.text, asker: question.asker, corpus).target == .messages else { continue }
                let answer = QuotedAnswer(
                    to: question.text, from: index, model: model, replacements: all.replacements, excerptLimit: 150,
                    isSameTalk: { all.owners[$0] == all.owners[$1] })
                let found = answer.isFound ? answer.quotes.map { $0.place - all.starts[number] + 1 } : []
                switch question.sources {
                case .none: score.wideAbstention.add(found.isEmpty)
                case .messages(let right):
                    score.wideFalseAbstention.add(found.isEmpty)
                    score.wideSource.add(found.prefix(Self.first).contains(where: right.contains))
                case .records: break
                }
            }
        }
    }

    private func askPrompts(_ corpus: ChatCorpus, _ score: inout AnswerScore) {
        let labels = ChatLabels(corpus.file)
        let today = corpus.zone.local(corpus.now).day
        for (prompt, list) in AnswerScore.prompts {
            for asker in corpus.file.members {
                var right = labels.messages(of: list, asker: asker, today: today.iso8601, in: corpus.file)
                if prompt.hasSuffix("this week?") {
                    right = right.filter {
                        corpus.zone.local(corpus.input[$0 - 1].writtenAt).day >= today.later(by: -6)
                    }
                }
                let routed = route(prompt, asker: asker, corpus)
                let found = records(routed, asker: asker, corpus).prefix(Self.first)
                let isRight =
                    right.isEmpty
                    ? found.isEmpty : !found.isEmpty && 2 * found.count { right.contains($0) } >= found.count
                score.prompts.add(isRight)
                if !isRight {
                    score.differences.append(
                        "prompt \(corpus.file.name) \(asker): \(prompt) | \(right.sorted()) | found \(Array(found))")
                }
                if list != "waiting" { break }
            }
        }
    }

    // MARK: Summaries

    private func summarize(_ corpus: ChatCorpus, _ score: inout AnswerScore) {
        let labels = ChatLabels(corpus.file)
        for catchUp in corpus.file.catchUps {
            let messages = corpus.points(after: catchUp.after, reader: catchUp.reader)
            let found = Set(ThreadSummary.catchUp(on: messages).map { $0 + catchUp.after + 1 })
            for message in catchUp.messages { score.catchUp.add(found.contains(message)) }
            score.differences.append(
                "catch-up \(corpus.file.name) \(catchUp.reader) after \(catchUp.after) | missed \(catchUp.messages.filter { !found.contains($0) }) | besides \(found.subtracting(catchUp.messages).sorted())"
            )
        }
        let found = Set(ThreadSummary.points(of: corpus.points(after: 0, reader: nil)).map { $0 + 1 })
        for message in labels.messages(of: "decisions", asker: "", today: "", in: corpus.file) {
            score.summaryDecisions.add(found.contains(message))
        }
        for message in labels.messages(of: "open", asker: "", today: "", in: corpus.file) {
            score.summaryActions.add(found.contains(message))
        }
    }
}

extension ChatCorpus {
    /// The places of the records that a question prefers.
    func favoured(by route: QuestionRoute) -> Set<Int> {
        let kinds: [AnswerRecord.Kind]
        switch route.preferred {
        case .decisions: kinds = [.decision]
        case .tasks: kinds = [.task]
        case .deadlines: kinds = [.deadline, .task]
        default: return []
        }
        return Set(records.indices.filter { kinds.contains(records[$0].kind) }.map { sources[$0] - 1 })
    }

    /// The messages after one, as a summary takes them.
    ///
    /// - Parameter reader: nil for one who is none of the members.
    func points(after number: Int, reader: String?) -> [ThreadSummary.Message] {
        let user = reader.flatMap { file.person(named: $0) }
        var ofMessage: [Int: [AnswerRecord]] = [:]
        for (record, source) in zip(records, sources) where record.state != .cancelled {
            ofMessage[source, default: []].append(record)
        }
        return file.messages.dropFirst(number).map { message in
            let found = ofMessage[message.number] ?? []
            var kinds = Set(found.map(\.pointKind))
            if found.contains(where: { $0.kind == .task && $0.due != nil }) { kinds.insert(.deadline) }
            if let reader, MentionedNames.names(reader, in: message.text) { kinds.insert(.mention) }
            var point = ThreadSummary.Message(
                passages[message.number - 1], kinds: kinds,
                confidence: confidences[message.number] ?? .certain,
                stands: found.contains { $0.stands(at: now) },
                answers: file.messages.count { $0.replyTo == message.number })
            point.isReplaced = found.contains(where: \.isReplaced)
            point.reports = reports[message.number] != nil
            if let user {
                point.concernsReader =
                    found.contains { $0.assignee == user }
                    || (reports[message.number] ?? []).contains { $0.assignee == user || $0.sender == user }
            }
            point.isOwn = message.sender == reader
            return point
        }
    }
}

extension AnswerRecord {
    fileprivate var pointKind: ThreadSummary.Kind {
        switch kind {
        case .task: .action
        case .decision: .decision
        case .deadline: .deadline
        case .urgent: .urgent
        }
    }
}

extension AnswerScore {
    fileprivate mutating func note(_ what: String, _ question: ChatFile.Question, _ found: [Int], _ file: ChatFile) {
        differences.append(
            "\(what) [\(question.kind)] \(file.name) \(question.asker): \(question.text) | \(question.sources) | found \(found.prefix(5))"
        )
    }
}
