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
    case sendFiles(String, [AttachedFile])
    /// Attaches files; `replacing` is the pasted text that names them.
    case attach([String], replacing: String?)
    /// Offers to attach the files whose paths were pasted, if they exist.
    case offerFiles([[String]], pasted: String)
    case listFolder(String)
    /// Sends the text of a message now; its attachments follow or are discarded.
    case sendText(MessageID, discardingFiles: Bool)
    /// Begins a voice message.
    case record
    case endRecording(isSent: Bool)
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
    case save(Attachment, String)
    /// Opens an attachment in a program of the desktop.
    case openOutside(Attachment)

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

    /// Offers times to be reminded of a message.
    case remindOf(MessageID)
    case remind(ReminderSubject, ReminderMoment)
    /// At a time that the user wrote.
    case remindAt(ReminderSubject, String)
    case removeReminder(InsightID)
    /// Goes to the message of a reminder, which answers one that fired.
    case openReminder(Reminder)

    case openBanner
    case dismissBanner
    case signIn(server: String, email: String, password: String, code: String)
}

/// What a reminder is of.
enum ReminderSubject: Equatable, Sendable {
    case insight(InsightID)
    /// A message of a conversation, which becomes an action item for it.
    case message(MessageID, ConversationID)
}
