/// The reason why a query is invalid. `message` names the part and is safe to show.
public enum SearchProblem: Error, Equatable, Sendable {
    case empty
    case tooLong
    case tooManyParts
    case unclosedQuote(String)
    /// A word without a letter or digit.
    case nothingToFind(String)
    case prefixTooShort(String)
    case valueMissing(String)
    case notADay(String)
    case unknownContent(String)
    case unknownMention(String)

    public var message: String {
        switch self {
        case .empty: "Type something to search for."
        case .tooLong: "The search is too long: at most \(Limits.searchCharacters) characters."
        case .tooManyParts: "The search has too many parts: at most \(Limits.searchParts)."
        case .unclosedQuote(let part): "The quotation mark before \(part) is not closed."
        case .nothingToFind(let part): "\(part) has no letter or digit to search for."
        case .prefixTooShort(let part): "\(part) is too short: put at least two letters before the *."
        case .valueMissing(let part): "\(part) needs a value, as in \(SearchProblem.example(of: part))."
        case .notADay(let part): "\(part) is not a day. Write it like before:2026-11-21, or today or yesterday."
        case .unknownContent(let part): "\(part) is not known. Ask for has:image, has:file, has:link or has:voice."
        case .unknownMention(let part): "\(part) is not known. Ask for mentions:me."
        }
    }

    private static func example(of key: String) -> String {
        switch key {
        case "from:": "from:anna or from:me"
        case "in:": "in:kitchen or in:\"summer party\""
        case "has:": "has:link"
        case "mentions:": "mentions:me"
        default: "\(key)2026-11-21"
        }
    }
}

extension Refusal {
    /// The refusal of a search that cannot be understood.
    public init(_ problem: SearchProblem) {
        self.init(.searchInvalid, problem.message)
    }
}
