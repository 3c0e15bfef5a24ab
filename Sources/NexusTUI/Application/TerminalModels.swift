import NexusClient
import NexusCore

/// The view models that are alive, each while its part of the screen is there. This file alone knows how they are made.
@MainActor
final class TerminalModels {
    let client: NexusClient
    let session: SessionViewModel
    let list: ConversationListViewModel
    let connection: ConnectionViewModel
    let banners: BannersViewModel
    let reminders: RemindersViewModel
    let refusals: RefusalsViewModel
    private(set) var chat: ChatViewModel?
    private(set) var search: SearchViewModel?
    private(set) var people: PeoplePickerViewModel?
    private(set) var insights: InsightsViewModel?
    private(set) var assistant: AssistantViewModel?

    private var tasks: [String: Task<Void, Never>] = [:]

    init(_ client: NexusClient) {
        self.client = client
        session = SessionViewModel(client)
        list = ConversationListViewModel(client)
        connection = ConnectionViewModel(client)
        banners = BannersViewModel(client)
        reminders = RemindersViewModel(client)
        refusals = RefusalsViewModel(client)
    }

    /// Connects, and keeps what is always on the screen current.
    func begin() {
        keep("session") { [session] in await session.run() }
        keep("list") { [list] in await list.observe() }
        keep("connection") { [connection] in await connection.observe() }
        keep("banners") { [banners] in await banners.observe() }
        keep("reminders") { [reminders] in await reminders.observe() }
        keep("refusals") { [refusals] in await refusals.observe() }
    }

    /// Ends all observation.
    func end() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }

    @discardableResult
    func open(_ conversation: ConversationID) -> ChatViewModel {
        if let chat, chat.conversation == conversation { return chat }
        let chat = ChatViewModel(conversation, service: client)
        self.chat = chat
        banners.viewed = conversation
        keep("chat") { await chat.observe() }
        return chat
    }

    func closeChat() {
        chat = nil
        banners.viewed = nil
        drop("chat")
    }

    func beginSearch() -> SearchViewModel {
        if let search { return search }
        let search = SearchViewModel(client)
        self.search = search
        keep("search") { await search.observe() }
        return search
    }

    func beginPeople() -> PeoplePickerViewModel {
        if let people { return people }
        let people = PeoplePickerViewModel(client)
        self.people = people
        keep("people") { await people.observe() }
        return people
    }

    /// Drops the models of overlays that are closed.
    func keepOverlays(search isSearching: Bool, people isPicking: Bool) {
        if !isSearching, search != nil {
            search = nil
            drop("search")
        }
        if !isPicking, people != nil {
            people = nil
            drop("people")
        }
    }

    func showInsights(of conversation: ConversationID?) {
        let insights = InsightsViewModel(client, conversation: conversation)
        self.insights = insights
        keep("insights") { await insights.observe() }
    }

    func showAssistant(of conversation: ConversationID?) {
        // Nexus keeps its topic while it is out of sight.
        if let assistant, assistant.conversation == conversation { return }
        let assistant = AssistantViewModel(client, conversation: conversation)
        self.assistant = assistant
        keep("assistant") { await assistant.observe() }
    }

    /// The last error of what is on the screen.
    var error: ClientError? {
        guard case .signedIn = session.state else { return nil }
        return chat?.error ?? list.error ?? search?.error ?? people?.error ?? insights?.error ?? assistant?.error
            ?? refusals.error ?? session.error
    }

    private func keep(_ name: String, _ work: @escaping @MainActor () async -> Void) {
        drop(name)
        tasks[name] = Task { await work() }
    }

    private func drop(_ name: String) { tasks.removeValue(forKey: name)?.cancel() }
}
