import NexusClient
import NexusCore

/// What the screen shows, as of one moment: values of the SDK's view models, which the screen itself does not know.
struct ScreenContent: Sendable {
    var now = Timestamp.zero
    var minutesFromUTC = 0
    /// The user's name; empty while signed out.
    var userName = ""
    var connection = ConnectionContent()
    /// Unread messages, without those of muted conversations.
    var unread = 0
    var conversations: [ConversationRow] = []
    var isListLoading = false
    var chat: ChatContent?
    var search = SearchContent()
    var people = PeopleContent()
    var insights = InsightsContent()
    var assistant = AssistantContent()
    var banner: Banner?
    /// The folder of the path that is being typed; `nil` while it is being read.
    var folder: FolderListing?
    /// By time.
    var reminders: [Reminder] = []
    /// The reminders that fired, the first to fire first.
    var fired: [Reminder] = []
    /// An error to show, and what to do.
    var error: String?
}

struct ConnectionContent: Equatable, Sendable {
    var isOnline = false
    /// Whether it is offline for longer than a moment.
    var isLost = false
    /// Operations that wait to be sent.
    var waiting = 0
}

/// An open conversation.
struct ChatContent: Sendable {
    var id: ConversationID
    var title = ""
    var isGroup = false
    var about = ""
    /// What the line beside the title says.
    var status = ChatStatus.unknown
    var members: [ChatHeader.Person] = []
    var blocks: [TimelineBlock] = []
    var hasOlder = false
    var hasNewer = false
    var isLoading = false
    var isGone = false
    var isMuted = false
    var isBlocked = false
    var allowsAI = true
    /// Messages whose attachments are being uploaded.
    var uploads: Set<MessageID> = []
    /// The user's permissions; `nil` while they are unknown.
    var may: ChatHeader.Abilities?
    /// The other user of a direct conversation.
    var other: UserID?

    /// The messages, top to bottom.
    var messages: [MessageRow] { blocks.compactMap(\.message) }

    func message(_ id: MessageID?) -> MessageRow? {
        guard let id else { return nil }
        return blocks.last { $0.message?.id == id }?.message
    }
}

struct SearchContent: Sendable {
    var conversations: [ConversationRow] = []
    var results: [SearchResult] = []
    var titles: [ConversationID: String] = [:]
    var isSearching = false
    var hasSearched = false
    /// Whether only this device was searched.
    var isOnDevice = false
}

struct PeopleContent: Sendable {
    /// What was typed when this was read.
    var query = ""
    var people: [User] = []
    var isSearching = false
    /// Whether the server was asked.
    var isComplete = true

    /// Those that match a text; none while they are searched. Somebody who types fast must not choose from an earlier list.
    func found(for text: String) -> [User] { answers(text) ? people : [] }

    /// Whether ``people`` are those that match a text.
    func answers(_ text: String) -> Bool { !isSearching && query == text }
}

struct InsightsContent: Sendable {
    var insights: [InsightRecord] = []
    var titles: [ConversationID: String] = [:]
    var isLoading = false
    var waiting: Set<InsightID> = []
}

struct AssistantContent: Sendable {
    /// A question with its answer, or the answer in progress.
    struct Exchange: Sendable {
        var question: String
        var readAs: String?
        /// `nil` while it is being written.
        var answer: AssistantAnswer?
        var progress = ""
        var citations: [Citation] = []
    }

    var title = "Nexus"
    var exchanges: [Exchange] = []
    var topics: [AssistantTopic] = []
    var topic: TopicID?
    var model: String?
    var summary: ConversationSummary?
    var isLoading = false
    /// Whether nothing can be asked, since the server cannot be reached.
    var isOffline = false
    /// Ready-made questions.
    var prompts: [AssistantPrompt] = []

    /// All sources, top to bottom: those of the answers, then those of the summary.
    var sources: [Citation] { exchanges.flatMap(\.citations) + (summary?.points ?? []) }
}
