import NexusIntelligence

extension ChatAnswers {
    /// The questions about messages that have a source, each a line `Q CONVERSATION`, then a line for each candidate: 1 if it is a
    /// source, otherwise 0, and its features.
    public func trainingLines() -> [String] {
        var lines: [String] = []
        for corpus in corpora {
            let index = ExchangeIndex(corpus.passages)
            for question in corpus.file.questions {
                let routed = route(question.text, asker: question.asker, corpus)
                guard case .messages(let sources) = question.sources, routed.target == .messages else { continue }
                let training = AnswerTraining(
                    question.text, index: index, favoured: corpus.favoured(by: routed), model: model)
                lines.append("Q \(corpus.file.name)")
                for (place, features) in zip(training.places, training.features) {
                    let isSource = sources.contains(place + 1) ? "1 " : "0 "
                    lines.append(isSource + features.map { "\($0)" }.joined(separator: " "))
                }
            }
        }
        return lines
    }
}
