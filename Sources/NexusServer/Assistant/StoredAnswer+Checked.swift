import NexusCore
import NexusIntelligence

extension StoredAnswer {
    /// The checked statements of a language model.
    ///
    /// - Parameters:
    ///   - messages: its source messages.
    ///   - source: makes a source of a message and a place in it, in UTF-16 code units.
    init(
        _ answer: CheckedAnswer, model: String?, from messages: [SearchedMessage],
        source: (SearchedMessage, Range<Int>) -> Source
    ) {
        self.init(kind: .written, sources: [], model: model)
        let places = Dictionary(messages.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for statement in answer.statements {
            var cited: [Int] = []
            for citation in statement.citations {
                guard let message = places[citation.message] else { continue }
                let excerpt = Excerpt(
                    of: message.text, aroundScalars: citation.range, limit: Limits.excerptCharacters)
                let place = place(of: source(message, excerpt.range))
                if !cited.contains(place) { cited.append(place) }
            }
            if !cited.isEmpty { statements.append(AssistantAnswer.Statement(statement.text, citations: cited)) }
        }
    }

    /// The index of a source among the sources, added if it is new.
    mutating func place(of source: Source) -> Int {
        if let known = sources.firstIndex(of: source) { return known }
        sources.append(source)
        return sources.count - 1
    }
}
