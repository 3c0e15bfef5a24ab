import NexusCore

/// The index's markers of a message besides the grams of its text. They begin with a private scalar that no gram has.
enum SearchMark {
    static func conversation(_ number: Int64) -> String { "\u{E000}\(number)" }

    static func sender(_ id: UserID) -> String {
        "\u{E001}" + String(id.high, radix: 36) + "x" + String(id.low, radix: 36)
    }

    static func content(_ content: SearchQuery.Content) -> String { "\u{E002}\(content.rawValue)" }

    static func mention(_ id: UserID) -> String {
        "\u{E003}" + String(id.high, radix: 36) + "x" + String(id.low, radix: 36)
    }

    /// All grams and marks of a message, with a space between.
    static func line(of message: SearchedMessage, number: Int64) -> String {
        line(of: message) + " " + conversation(number)
    }

    /// As ``line(of:number:)`` without the conversation's number: the long part, which needs no database.
    static func line(of message: SearchedMessage) -> String {
        var line = SearchGrams.line(of: message.text)
        line += " " + sender(message.sender)
        if MessageLink.appears(in: message.text) { line += " " + content(.link) }
        for content in SearchQuery.Content.allCases {
            guard let kind = content.attachment else { continue }
            if message.attachments.contains(where: { $0.kind == kind }) { line += " " + Self.content(content) }
        }
        for user in Set(message.mentions.map(\.user)).sorted() { line += " " + mention(user) }
        return line
    }
}
