import NexusCore

/// Decides what of a model's reply is shown. Pure code: regardless of what the model was talked into, a statement
/// passes only with words of a message that the asker may see, and only if it agrees with the message. In doubt, the
/// message is quoted in its place.
public struct AnswerCheck: Sendable {
    private let sources: [String: Source]
    private let question: Set<String>
    private let relevance: StatementRelevance
    private let leastSupport: Double
    /// The words of the senders' names, each with its person (``FactCheck/person(_:)``).
    private let names: [String: String]
    /// The minimum share of a statement's added words in its sources for the model's own words to be shown.
    private static let sureSupport = 2.0 / 3
    /// Messages that are quoted in a statement's place, at most.
    private static let quotedMessages = 2

    private struct Source: Sendable {
        let quote: QuotedMessage
        let finder: QuoteFinder
        /// True if the message looks like a prompt injection.
        let isSuspect: Bool
    }

    /// - Parameters:
    ///   - quotes: the messages in the request.
    ///   - question: the user's question: its words need no source.
    ///   - leastSupport: ``Prompt/leastSupport``.
    ///   - visible: the messages that the asker may see now; nil for all.
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
        names = FactCheck.names(of: quotes.map(\.sender))
        relevance = StatementRelevance(question, names: names)
    }

    public func check(_ statement: ModelStatement) -> Result<CheckedStatement, StatementFault> {
        let named = statement.citations.compactMap { citation in
            sources[Self.label(citation.label)].map { (source: $0, quote: citation.quote) }
        }
        guard !named.isEmpty else { return .failure(.noSource) }
        var cited: [(source: Source, citation: CheckedStatement.Citation)] = []
        for (source, quote) in named {
            guard let found = source.finder.find(quote) else { continue }
            let citation = CheckedStatement.Citation(
                message: source.quote.id, conversation: source.quote.conversation, seq: source.quote.seq,
                quote: found.text, range: found.range)
            if !cited.contains(where: { $0.citation == citation }) { cited.append((source, citation)) }
        }
        guard !cited.isEmpty else { return .failure(.noQuote) }
        let trusted = cited.filter { !$0.source.isSuspect }
        // A prompt injection is never repeated in the assistant's own voice, only quoted with its sender.
        if trusted.isEmpty { return quotation(of: Array(cited.prefix(1)), for: .planted) }
        let text = StatementText.clean(statement.text, heldBy: trusted.map(\.source.quote.text))
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return .failure(.empty) }
        guard relevance.allows(text, citing: trusted.map(\.source.quote)) else { return .failure(.irrelevant) }
        let support = support(of: text, by: trusted.map(\.source.quote))
        guard support >= leastSupport else { return .failure(.unsupported) }
        let check = FactCheck(text, sources: Self.sources(trusted), names: names)
        if let doubt = check.doubt() ?? (support < Self.sureSupport ? .wording : nil) {
            return quotation(of: trusted, for: doubt)
        }
        return .success(CheckedStatement(text: text, citations: cited.map(\.citation)))
    }

    /// The cited messages, each with all of its quotes.
    private static func sources(
        _ cited: [(source: Source, citation: CheckedStatement.Citation)]
    ) -> [FactCheck.Source] {
        var sources: [FactCheck.Source] = []
        var places: [MessageID: Int] = [:]
        for (source, citation) in cited {
            if let place = places[citation.message] {
                sources[place].quotes.append(citation.range)
                continue
            }
            places[citation.message] = sources.count
            sources.append(
                FactCheck.Source(
                    text: source.quote.text, sender: source.quote.sender, time: source.quote.time,
                    place: source.quote.place, note: source.quote.note, quotes: [citation.range]))
        }
        return sources
    }

    /// Quotes the sources: the sentences around each quote, or the quote alone of a suspected prompt injection.
    private func quotation(
        of cited: [(source: Source, citation: CheckedStatement.Citation)], for doubt: StatementDoubt
    ) -> Result<CheckedStatement, StatementFault> {
        var lines: [String] = []
        var shown: [CheckedStatement.Citation] = []
        for (source, citation) in cited {
            guard lines.count < Self.quotedMessages || shown.contains(where: { $0.message == citation.message }) else {
                continue
            }
            let text = source.quote.text
            let limit = Limits.excerptCharacters
            let excerpt =
                doubt == .planted
                ? Excerpt(of: text, atScalars: citation.range, limit: limit)
                : Excerpt(of: text, aroundScalars: citation.range, limit: limit)
            let words = excerpt.mapWords { StatementText.clean($0, heldBy: doubt == .planted ? [] : [text]) }
            guard words.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
            let line = Quotation.line(sender: source.quote.sender, words: words)
            if !lines.contains(line) {
                guard lines.count < Self.quotedMessages else { continue }
                lines.append(line)
            }
            shown.append(citation)
        }
        guard !lines.isEmpty else { return .failure(.empty) }
        return .success(CheckedStatement(text: lines.joined(separator: " "), citations: shown, doubt: doubt))
    }

    /// The sources of a statement in its place, for one that the second check does not support.
    public func quoted(_ statement: CheckedStatement) -> Result<CheckedStatement, StatementFault> {
        let cited = statement.citations.compactMap { citation in
            sources.values.first { $0.quote.id == citation.message }.map { (source: $0, citation: citation) }
        }
        guard !cited.isEmpty else { return .failure(.noSource) }
        return quotation(of: cited, for: .entailment)
    }

    /// Checks all statements of a whole reply.
    public func check(reply: String) -> CheckedAnswer {
        var reader = StatementParser()
        var answer = CheckedAnswer()
        for statement in reader.read(reply) { answer.take(check(statement)) }
        answer.isAnswer = reader.sawList
        return answer
    }

    /// The share of a statement's words in its sources; 0 if it shares no word with their text.
    private func support(of text: String, by quotes: [QuotedMessage]) -> Double {
        var words: Set<String> = []
        var spoken: Set<String> = []
        for quote in quotes {
            for part in [quote.text, quote.sender, quote.place, quote.time, quote.note] {
                words.formUnion(RetrievalWords.words(of: part))
                words.formUnion(FactToken.read(part).map(\.stem))
            }
            spoken.formUnion(RetrievalWords.stems(of: quote.text) + RetrievalWords.stems(of: quote.sender))
        }
        let stems = words.union(words.map(PorterStemmer.stem))
        let content = RetrievalWords.words(of: text).filter { !RetrievalWords.stems(of: $0).isEmpty }
        func stands(_ word: String, in known: Set<String>) -> Bool {
            known.contains(PorterStemmer.stem(word)) || known.contains(FactWords.stem(word))
        }
        guard content.contains(where: { stands($0, in: spoken) }) else { return 0 }
        // Words of the question prove nothing; added words need a source. FactCheck compares numbers by value.
        let added = content.filter { !question.contains(PorterStemmer.stem($0)) && !FactReader.isNumber($0) }
        guard !added.isEmpty else { return 1 }
        return Double(added.count { stands($0, in: stems) }) / Double(added.count)
    }

    /// Models write a label also as `[m1]` or `M1`.
    private static func label(_ text: String) -> String {
        String(text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}

extension CheckedAnswer {
    /// Adds the result for one statement. Repeated text is added once.
    public mutating func take(_ result: Result<CheckedStatement, StatementFault>) {
        switch result {
        case .success(let statement):
            if !statements.contains(where: { $0.text == statement.text }) { statements.append(statement) }
        case .failure(let fault): faults[fault, default: 0] += 1
        }
    }
}
