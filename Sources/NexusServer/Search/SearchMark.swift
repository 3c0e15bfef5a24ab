import NexusCore

/// The index's markers of a message besides the grams of its text. They begin with a private scalar that no gram has.
enum SearchMark {
    static func sender(_ id: UserID) -> String {
        "\u{E001}" + String(id.high, radix: 36) + "x" + String(id.low, radix: 36)
    }

    static func content(_ content: SearchQuery.Content) -> String { "\u{E002}\(content.rawValue)" }

    static func mention(_ id: UserID) -> String {
        "\u{E003}" + String(id.high, radix: 36) + "x" + String(id.low, radix: 36)
    }

    /// All grams and marks of a message, as ``SearchGramHash`` numbers them, ascending.
    static func hashes(of message: SearchedMessage) -> [UInt32] {
        var line = SearchGrams.line(of: message.text)
        line += " " + sender(message.sender)
        if MessageLink.appears(in: message.text) { line += " " + content(.link) }
        for content in SearchQuery.Content.allCases {
            guard let kind = content.attachment else { continue }
            if message.attachments.contains(where: { $0.kind == kind }) { line += " " + Self.content(content) }
        }
        for user in Set(message.mentions.map(\.user)) { line += " " + mention(user) }
        return SearchGramHash.all(in: line)
    }
}
