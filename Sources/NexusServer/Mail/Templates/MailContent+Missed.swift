import NexusCore

/// What a user missed, for an e-mail.
struct MissedMessages: Sendable {
    /// A conversation with its newest unread messages, the oldest first.
    struct Conversation: Equatable, Sendable {
        var id: ConversationID
        var title: String
        /// Unread messages, counted up to `limit`.
        var count: Int
        /// Those that mention the user or reply to them.
        var mentions: Int
        var newest: Timestamp
        var lines: [String]
    }

    var name: String
    var team: String
    var server: String
    /// The most important first.
    var conversations: [Conversation]
    /// What the user has to do today.
    var tasks: [String]
    /// Whether no conversation, sender and text is named.
    var hidesContent: Bool
    var unsubscribe: String
}

extension MailContent {
    /// Conversations of an e-mail; the rest is a number.
    private static let conversationLimit = 10

    static func missed(_ missed: MissedMessages) -> MailContent {
        let count = missed.conversations.reduce(0) { $0 + $1.count }
        let messages = count == 1 ? "1 unread message" : "\(count) unread messages"
        var blocks: [Block] = [
            .paragraph("Hello \(missed.name),"), .paragraph("you have \(messages) at \(teamName(missed.team))."),
        ]
        if missed.hidesContent {
            blocks.append(.link("Open \(teamName(missed.team))", url: missed.server))
        } else {
            if !missed.tasks.isEmpty {
                blocks.append(.paragraph("To do today: " + missed.tasks.joined(separator: " · ")))
            }
            for conversation in missed.conversations.prefix(conversationLimit) {
                let mentions = conversation.mentions == 0 ? "" : ", \(conversation.mentions) for you"
                blocks.append(.paragraph("\(conversation.title) (\(conversation.count)\(mentions))"))
                blocks += conversation.lines.map { .note($0) }
                blocks.append(.link("Open", url: "\(missed.server)/c/\(conversation.id.text)"))
            }
            let rest = missed.conversations.count - conversationLimit
            if rest > 0 {
                blocks.append(.paragraph(rest == 1 ? "And one more conversation." : "And \(rest) more conversations."))
            }
        }
        blocks += [
            .note("Answers to this e-mail are not read."),
            .note("Choose in the settings when you are e-mailed: \(missed.server)/settings"),
            .link("Stop these e-mails", url: missed.unsubscribe),
        ]
        var content = MailContent(subject: "\(messages) at \(teamName(missed.team))", blocks)
        content.unsubscribe = MailLink(missed.unsubscribe)
        return content
    }
}
