import NexusCore

/// Decides what of a model's reply is shown (design §5.10). Pure code: whatever the model was talked into, a statement passes only with words
/// that stand in a message which the asker may see.
public struct AnswerCheck: Sendable {
    private let sources: [String: Source]
    private let question: Set<String>
    private let leastSupport: Double
    /// Words of the names of all who wrote the sources.
    private let names: Set<String>

    private struct Source: Sendable {
        let quote: QuotedMessage
        let finder: QuoteFinder
        /// Whether it seems to speak to the model rather than to people.
        let isSuspect: Bool
    }

    /// - Parameters:
    ///   - quotes: what the model was given.
    ///   - question: what was asked: its words need no source.
    ///   - leastSupport: ``Prompt/leastSupport``.
    ///   - visible: those of the messages that the asker may see now; nil for all of them.
    public init(_ quotes: [QuotedMessage], question: String, leastSupport: Double = 0.5, visible: Set<MessageID>? = nil)
    {
        var sources: [String: Source] = [:]
        for quote in quotes where visible?.contains(quote.id) ?? true {
            sources[quote.label] = Source(
                quote: quote, finder: QuoteFinder(quote.text), isSuspect: PlantedInstruction.isSuspected(in: quote.text)
            )
        }
        self.sources = sources
        self.leastSupport = leastSupport
        self.question = Set(RetrievalWords.words(of: question).map(PorterStemmer.stem))
        names = Set(quotes.flatMap { RetrievalWords.words(of: $0.sender) }.filter { $0.count > 2 })
    }

    public func check(_ statement: ModelStatement) -> Result<CheckedStatement, StatementFault> {
        let named = statement.citations.compactMap { citation in
            sources[Self.label(citation.label)].map { (source: $0, quote: citation.quote) }
        }
        guard !named.isEmpty else { return .failure(.noSource) }
        var cited: [Source] = []
        var citations: [CheckedStatement.Citation] = []
        for (source, quote) in named {
            guard let found = source.finder.find(quote) else { continue }
            let citation = CheckedStatement.Citation(
                message: source.quote.id, conversation: source.quote.conversation, seq: source.quote.seq,
                quote: found.text, range: found.range)
            guard !citations.contains(citation) else { continue }
            citations.append(citation)
            cited.append(source)
        }
        guard let first = citations.first, let source = cited.first else { return .failure(.noQuote) }
        // What speaks to the model is never repeated in the assistant's own voice: who wrote it, and what.
        if cited.allSatisfy(\.isSuspect) {
            let text = StatementText.clean("\(source.quote.sender) wrote: “\(first.quote)”", heldBy: [])
            return .success(CheckedStatement(text: text, citations: [first]))
        }
        let text = StatementText.clean(statement.text, heldBy: cited.filter { !$0.isSuspect }.map(\.quote.text))
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return .failure(.empty) }
        guard isSupported(text, by: cited.filter { !$0.isSuspect }.map(\.quote)) else { return .failure(.unsupported) }
        return .success(CheckedStatement(text: text, citations: citations))
    }

    /// Checks all statements of a whole reply.
    public func check(reply: String) -> CheckedAnswer {
        var reader = StatementReader()
        var answer = CheckedAnswer()
        for statement in reader.read(reply) { answer.take(check(statement)) }
        answer.isAnswer = reader.sawList
        return answer
    }

    /// Whether what a statement says is of its sources: each number, each name of somebody who wrote, and enough of its words.
    private func isSupported(_ text: String, by quotes: [QuotedMessage]) -> Bool {
        var words: Set<String> = []
        var spoken: Set<String> = []
        for quote in quotes {
            for part in [quote.text, quote.sender, quote.place, quote.time, quote.note] {
                words.formUnion(RetrievalWords.words(of: part))
            }
            spoken.formUnion(RetrievalWords.stems(of: quote.text) + RetrievalWords.stems(of: quote.sender))
        }
        let stems = Set(words.map(PorterStemmer.stem))
        let said = RetrievalWords.words(of: text)
        for word in said {
            let isNumber = word.unicodeScalars.contains { $0.properties.numericType != nil }
            guard isNumber || names.contains(word) else { continue }
            guard words.contains(word) || question.contains(PorterStemmer.stem(word)) else { return false }
        }
        let content = RetrievalWords.stems(of: text)
        guard content.contains(where: spoken.contains) else { return false }
        // What repeats the question says nothing; what is added to it must come from somewhere.
        let added = content.filter { !question.contains($0) }
        let supported = added.filter(stems.contains)
        return Double(supported.count) >= leastSupport * Double(added.count)
    }

    /// Models write a label also as `[m1]` or `M1`.
    private static func label(_ text: String) -> String {
        String(text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}

extension CheckedAnswer {
    /// Adds what became of a statement. The same text is said once.
    public mutating func take(_ result: Result<CheckedStatement, StatementFault>) {
        switch result {
        case .success(let statement):
            if !statements.contains(where: { $0.text == statement.text }) { statements.append(statement) }
        case .failure(let fault): faults[fault, default: 0] += 1
        }
    }
}
