import NexusIntelligence

extension ChatAnswers {
    /// Messages of a conversation that has only begun.
    private static let few = 10

    /// Asks each question whose sources are near each other of ten messages with them, and each third question of ten messages of the next
    /// conversation.
    func askAmongFew(_ score: inout AnswerScore) {
        for (number, corpus) in corpora.enumerated() {
            let other = corpora[(number + 1) % corpora.count]
            for (asked, question) in corpus.file.questions.enumerated() {
                guard case .messages(let right) = question.sources, let first = right.min(), let last = right.max(),
                    last - first < Self.few, corpus.passages.count >= Self.few,
                    route(question.text, asker: question.asker, corpus).target == .messages
                else { continue }
                // Where the sources stand among the ten differs from question to question.
                let starts = max(0, last - Self.few)...min(first - 1, corpus.passages.count - Self.few)
                let start = starts.lowerBound + asked % starts.count
                let found = answer(question, among: corpus, from: start)
                score.fewFalseAbstention.add(found.isEmpty)
                score.fewSource.add(found.prefix(Self.first).contains(where: right.contains))
                guard corpora.count > 1, asked.isMultiple(of: 3), other.passages.count >= Self.few else { continue }
                let place = (asked * Self.few) % (other.passages.count - Self.few + 1)
                score.fewForeignAbstention.add(answer(question, among: other, from: place).isEmpty)
            }
        }
    }

    /// The message numbers of the sources, best first; none if it is left unanswered.
    private func answer(_ question: ChatFile.Question, among corpus: ChatCorpus, from start: Int) -> [Int] {
        let kept = start..<start + Self.few
        let passages = corpus.passages[kept].map { passage in
            var passage = passage
            passage.replyTo = passage.replyTo.flatMap { kept.contains($0) ? $0 - start : nil }
            return passage
        }
        let routed = route(question.text, asker: question.asker, corpus)
        let records = corpus.evidence.filter { kept.contains($0.key) }
        let answer = QuotedAnswer(
            to: question.text, from: ExchangeIndex(passages), model: model,
            favoured: Set(corpus.favoured(by: routed).filter(kept.contains).map { $0 - start }),
            records: Dictionary(uniqueKeysWithValues: records.map { ($0.key - start, $0.value) }), excerptLimit: 150)
        return answer.isFound ? answer.quotes.map { $0.place + start + 1 } : []
    }
}
