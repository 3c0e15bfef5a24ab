import NexusCore

/// The second check of an answer: whether each statement follows from its citations and answers the question. Code has
/// compared names, numbers, days, negation and doer before (``AnswerCheck``); what it cannot settle is asked of the
/// model in one request.
public struct EntailmentCheck: Sendable {
    /// What the model says of a statement.
    public enum Verdict: Equatable, Sendable {
        case holds
        /// Its citations do not say that.
        case unsupported
        /// It does not answer the question.
        case irrelevant
    }

    /// The statements in question, `s1` first.
    public let statements: [CheckedStatement]
    /// The messages that they cite.
    public let quotes: [QuotedMessage]
    private let asked: String

    /// - Parameters:
    ///   - statements: of an answer; those that code settles are left out.
    ///   - quotes: the messages in the answer's request.
    public init(_ statements: [CheckedStatement], to question: String, quotes: [QuotedMessage]) {
        self.statements = statements.filter { !Self.isSettled($0) }
        let cited = Set(self.statements.flatMap { $0.citations.map(\.message) })
        self.quotes = quotes.filter { cited.contains($0.id) }
        asked = question
    }

    /// Whether code settles a statement: it quotes its sources, or its words stand in one quote in the same order.
    public static func isSettled(_ statement: CheckedStatement) -> Bool {
        if statement.doubt != nil { return true }
        let said = RetrievalWords.words(of: statement.text).filter { !articles.contains($0) }
        guard !said.isEmpty else { return false }
        return statement.citations.contains { citation in
            var rest = RetrievalWords.words(of: citation.quote)[...]
            var skipped = 0
            for word in said {
                guard let place = rest.firstIndex(of: word) else { return false }
                skipped += rest[rest.startIndex..<place].count
                rest = rest[(place + 1)...]
            }
            // What is left out may turn the words around.
            return skipped + rest.count <= said.count
        }
    }

    private static let articles: Set<String> = [
        "the", "a", "an", "der", "die", "das", "ein", "eine", "el", "la", "los", "las", "un", "una", "le", "les", "une",
    ]

    /// The question to the model, for a request with ``quotes``.
    public var question: String {
        let labels = Dictionary(
            quotes.enumerated().map { ($1.id, "m\($0 + 1)") }, uniquingKeysWith: { first, _ in first })
        let lines = statements.enumerated().map { number, statement in
            var cited: [String] = []
            for label in statement.citations.compactMap({ labels[$0.message] }) where !cited.contains(label) {
                cited.append(label)
            }
            return "s\(number + 1) cites \(cited.joined(separator: ", ")): \(statement.text)"
        }
        return "The question was: \(asked)\nThe statements are:\n" + lines.joined(separator: "\n")
    }

    /// The verdicts of a reply, by the statement's number; nil where it has none.
    public func verdicts(in reply: JSONValue) -> [Verdict?] {
        var verdicts = [Verdict?](repeating: nil, count: statements.count)
        guard case .array(let values)? = reply["verdicts"] else { return verdicts }
        for value in values {
            guard case .string(let label)? = value["statement"], case .bool(let isSupported)? = value["supported"],
                case .bool(let isRelevant)? = value["relevant"],
                let number = Int(label.lowercased().filter(\.isNumber)), verdicts.indices.contains(number - 1)
            else { continue }
            // The first one counts: a reply does not take back what it said.
            if verdicts[number - 1] == nil {
                verdicts[number - 1] = !isSupported ? .unsupported : isRelevant ? .holds : .irrelevant
            }
        }
        return verdicts
    }

    static let replyShape = ReplyShape.object([
        .init(
            "verdicts",
            .array(
                .object([
                    .init("statement", .string, note: "The id of a statement, such as s1."),
                    .init("supported", .boolean, note: "Whether the cited messages say all of it."),
                    .init("relevant", .boolean, note: "Whether it answers the question, or a part of it."),
                ]), limit: ModelStatement.limit))
    ])
}
