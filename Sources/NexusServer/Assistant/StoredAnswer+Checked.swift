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
                let place = place(of: source(message, Self.units(citation.range, of: message.text)))
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

    /// Unicode scalars of a text in UTF-16 code units.
    private static func units(_ range: Range<Int>, of text: String) -> Range<Int> {
        let scalars = text.unicodeScalars
        let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound, limitedBy: scalars.endIndex)
        let end = scalars.index(scalars.startIndex, offsetBy: range.upperBound, limitedBy: scalars.endIndex)
        guard let start, let end, start <= end else { return 0..<0 }
        return start.utf16Offset(in: text)..<end.utf16Offset(in: text)
    }
}
