/// A filter of the search syntax that a screen offers as a button.
public enum SearchFilter: String, CaseIterable, Sendable {
    case fromMe = "from:me"
    case mentionsMe = "mentions:me"
    case withLink = "has:link"
    case withPhoto = "has:image"
    case withFile = "has:file"
    case withVoice = "has:voice"
    case sinceYesterday = "after:yesterday"

    /// The part of the query.
    public var part: String { rawValue }

    /// The button's text.
    public var title: String {
        switch self {
        case .fromMe: "From me"
        case .mentionsMe: "Mentions me"
        case .withLink: "With a link"
        case .withPhoto: "With a photo"
        case .withFile: "With a file"
        case .withVoice: "With a voice message"
        case .sinceYesterday: "Since yesterday"
        }
    }
}
