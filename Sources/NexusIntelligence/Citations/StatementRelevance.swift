/// Whether a statement can be an answer to the question, by people and months alone. Everything else is for the model:
/// a good answer may share no word with its question.
struct StatementRelevance: Sendable {
    private let months: Set<Int>
    private let people: Set<String>
    private let stems: Set<String>
    /// The words of the senders' names, each with its person.
    private let names: [String: String]

    /// - Parameter names: as ``FactCheck/names(of:)``.
    init(_ question: String, names: [String: String]) {
        self.names = names
        let words = Set(RetrievalWords.words(of: question))
        // "What is due after March?" asks for other months.
        months = words.isDisjoint(with: Self.bounds) ? Self.months(of: question) : []
        people = Self.people(of: question, names)
        stems = Set(RetrievalWords.stems(of: question)).subtracting(names.keys)
    }

    /// False for a statement of another month than the question asks for, and for one of other people that shares no
    /// word with the question, unless a cited message is of that month, or of or about those people.
    func allows(_ statement: String, citing quotes: [QuotedMessage]) -> Bool {
        if !months.isEmpty {
            let said = Self.months(of: statement)
            let cited = quotes.reduce(into: Set<Int>()) { $0.formUnion(Self.months(of: $1.text + " . " + $1.time)) }
            if !said.isEmpty, said.isDisjoint(with: months), cited.isDisjoint(with: months) { return false }
        }
        if !people.isEmpty {
            let said = Self.people(of: statement, names)
            let cited = quotes.reduce(into: Set<String>()) {
                $0.formUnion(Self.people(of: "\($1.text) \($1.sender) \($1.place)", names))
            }
            if !said.isEmpty, said.isDisjoint(with: people), cited.isDisjoint(with: people),
                stems.isDisjoint(with: RetrievalWords.stems(of: statement))
            {
                return false
            }
        }
        return true
    }

    private static let bounds: Set<String> = [
        "after", "since", "before", "until", "till", "from", "by", "between", "ab", "seit", "nach", "vor", "bis",
        "zwischen",
        "desde", "hasta", "antes", "después", "entre", "depuis", "avant", "après", "jusqu",
    ]

    private static func months(of text: String) -> Set<Int> {
        Set(
            FactClause.read(text).flatMap(\.facts).compactMap { fact in
                guard case .month(let month) = fact else { return nil }
                return month
            })
    }

    private static func people(of text: String, _ names: [String: String]) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter }.compactMap { names[String($0)] })
    }
}
