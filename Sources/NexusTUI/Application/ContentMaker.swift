import Foundation
import NexusClient
import NexusCore

/// What the screen shows of this device, beside the view models.
struct Surroundings {
    /// The folder of the path that is being typed; `nil` while it is being read.
    var folder: FolderListing?
    /// The voice message that is played.
    var voice: PlayedVoice?
}

/// Takes what the screen shows from the view models. Each value that it reads is observed: a change draws the next frame.
@MainActor
struct ContentMaker {
    private var blocks = TimelineBlocks()

    init() {}

    mutating func content(
        of models: TerminalModels, _ state: ScreenState, _ surroundings: Surroundings, theme: Theme
    ) -> ScreenContent {
        var content = ScreenContent()
        content.now = SystemClock().now()
        content.minutesFromUTC = TimeZone.current.secondsFromGMT() / 60
        if case .signedIn(let account) = models.session.state {
            content.userName = account.profile.user.name
            if account.profile.showsAI {
                content.reminders = models.reminders.reminders.values.sorted {
                    ($0.at, $0.insight) < ($1.at, $1.insight)
                }
                content.fired = models.reminders.fired
            }
        }
        content.folder = surroundings.folder
        content.connection = ConnectionContent(
            isOnline: models.connection.isOnline, isLost: models.connection.isNoticeShown,
            waiting: models.connection.waiting)
        content.unread = models.list.unread
        content.conversations = models.list.shown
        content.isListLoading = models.list.emptiness == .loading
        content.banner = models.banners.shown
        if let error = models.error, !error.isOffline || !content.connection.isLost {
            content.error = "\(error.message) \(error.suggestion)"
        }
        if models.session.needsSecondFactor {
            content.error = "Run \"nexus second-factor add\": your team requires two-step sign-in."
        }
        if let chat = models.chat { content.chat = self.chat(chat, state, surroundings, theme, content) }
        if let search = models.search {
            content.search = SearchContent(
                conversations: search.conversations, results: search.messages, titles: titles(models),
                isSearching: search.isSearching, hasSearched: search.hasSearched, isOnDevice: search.isOnDevice)
        }
        if let people = models.people {
            content.people = PeopleContent(
                query: people.query, people: people.people, isSearching: people.isSearching,
                isComplete: people.note != .offline)
        }
        if let insights = models.insights {
            content.insights = InsightsContent(
                insights: insights.insights, titles: titles(models), isLoading: insights.isLoading,
                waiting: insights.waiting)
        }
        if let assistant = models.assistant { content.assistant = self.assistant(assistant) }
        return content
    }

    private func titles(_ models: TerminalModels) -> [ConversationID: String] {
        Dictionary(models.list.rows.map { ($0.id, $0.title) }) { first, _ in first }
    }

    private mutating func chat(
        _ model: ChatViewModel, _ state: ScreenState, _ surroundings: Surroundings, _ theme: Theme,
        _ content: ScreenContent
    ) -> ChatContent {
        var chat = ChatContent(id: model.conversation)
        let width = ScreenLayout(state).timeline.width
        let clock = ClockText(now: content.now, minutesFromUTC: content.minutesFromUTC)
        let activities = activities(of: model, surroundings)
        if width > 0 {
            chat.blocks = blocks.blocks(
                of: model.rows, activities: activities, width: width, theme: theme, clock: clock)
        }
        chat.uploads = Set(model.uploads.keys)
        chat.hasOlder = model.hasOlder
        chat.hasNewer = model.hasNewer
        chat.isLoading = model.isLoading || model.isLoadingOlder || model.isLoadingNewer
        chat.status = model.status
        guard let header = model.header else {
            chat.title = content.conversations.first { $0.id == model.conversation }?.title ?? ""
            return chat
        }
        chat.title = header.title
        chat.isGroup = header.kind == .group
        chat.about = header.about
        chat.members = header.members
        chat.isGone = header.isGone
        chat.isMuted = header.mutedUntil != nil
        chat.isBlocked = header.isBlocked
        chat.allowsAI = header.allowsAI
        chat.may = header.may
        chat.other = header.other
        return chat
    }

    private func activities(of model: ChatViewModel, _ surroundings: Surroundings) -> [MessageID: MessageActivity] {
        var activities = model.uploads.mapValues { MessageActivity(upload: $0) }
        if let voice = surroundings.voice,
            let message = model.messages.last(where: { row in row.attachments.contains { $0.media == voice.media } })
        {
            activities[message.id, default: MessageActivity()].voice = voice
        }
        return activities
    }

    private func assistant(_ model: AssistantViewModel) -> AssistantContent {
        var content = AssistantContent()
        content.exchanges = model.exchanges.map { exchange in
            AssistantContent.Exchange(
                question: exchange.question, readAs: exchange.readAs, answer: exchange.answer,
                citations: exchange.answer.citations)
        }
        if let draft = model.draft {
            content.exchanges.append(
                AssistantContent.Exchange(
                    question: draft.question, readAs: draft.readAs, progress: draft.text, citations: draft.citations))
        }
        content.topics = model.topics
        content.topic = model.topic
        content.model = model.model
        content.summary = model.summary
        content.isLoading = model.isLoading
        content.prompts = model.prompts
        content.isOffline = model.isOffline
        return content
    }
}
