import NexusCore

/// What keys and clicks ask for, beyond a change of the screen itself.
enum Command: Equatable, Sendable {
    case quit
    case suspend
    case redraw
    case reconnect

    case open(ConversationID)
    /// Opens a conversation at a message.
    case jump(ConversationID, MessageID, Seq)
    case close
    case loadOlder
    case loadNewer
    /// Shows the newest messages.
    case toNewest

    /// The composer's text has changed.
    case write(String)
    case send(String)
    case edit(MessageID, String)
    case reply(MessageID?)
    case mention(UserID)
    case react(String, MessageID)
    case pin(MessageID, Bool)
    case delete(MessageID)
    case deleteForMe(MessageID)
    case forward(MessageID, ConversationID)
    case retry(MessageID)
    case discard(MessageID)
    case copy(String)
    case view(Attachment)
    case closeView
    case download(Attachment)

    case filter(String)
    case pinConversation(ConversationID, Bool)
    case mute(ConversationID, Bool)
    case archive(ConversationID, Bool)
    case markUnread(ConversationID)
    case leave(ConversationID)
    case rename(ConversationID, String)
    case block(UserID, Bool)
    case allowAI(ConversationID, Bool)
    case removeMember(UserID, ConversationID)

    case search(String)
    case findPeople(String)
    case startDirect(User)
    case createGroup(String, [User])
    case addMembers(ConversationID, [User])

    /// Opens the insights of a conversation; of all if `nil`.
    case showInsights(ConversationID?)
    case changeInsight(InsightRecord, InsightRecord.State)
    /// Opens the assistant of a conversation; Nexus if `nil`.
    case showAssistant(ConversationID?)
    case ask(String)
    case openTopic(TopicID)
    case newTopic
    case catchUp

    case openBanner
    case signIn(server: String, email: String, password: String, code: String)
}
