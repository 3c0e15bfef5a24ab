import NexusCore
import Observation

/// Nexus, or the assistant of one conversation: questions, the answer in progress, and earlier topics. The history shows from this
/// device at once, also offline; questions and summaries need the server.
@Observable @MainActor
public final class AssistantViewModel {
    /// An answer in progress.
    public struct Draft: Equatable, Sendable {
        public var question: String
        /// The standalone form of the question; `nil` if it is unchanged.
        public var readAs: String?
        /// The language model's text so far.
        public var text = ""
        public var citations: [Citation] = []
    }

    /// The conversation that it is about; `nil` for all.
    public let conversation: ConversationID?
    public private(set) var topics: [AssistantTopic] = []
    /// The language model, if there is one.
    public private(set) var model: String?
    /// The topic that is open; `nil` before the first question.
    public private(set) var topic: TopicID?
    public private(set) var exchanges: [AssistantExchange] = []
    public private(set) var draft: Draft?
    /// The last summary of the whole conversation.
    public private(set) var summary: ConversationSummary?
    /// Whether the server could not be reached: a screen shows the history, and that questions need the server.
    public private(set) var isOffline = false
    public private(set) var isLoading = false
    /// The last error; it goes by itself after 5 s, and content stays on the screen.
    public var error: ClientError? {
        get { notice.error }
        set { notice.show(newValue) }
    }

    private let service: any AssistantAnswering
    private let notice: ErrorNotice

    /// - Parameter conversation: the one to ask about; nil for all.
    public init(
        _ service: any AssistantAnswering, conversation: ConversationID? = nil, clock: any ClientClock = SystemClock()
    ) {
        self.service = service
        self.conversation = conversation
        notice = ErrorNotice(clock)
    }

    /// Ready-made questions.
    public var prompts: [AssistantPrompt] {
        conversation == nil ? AssistantPrompt.ofEverything : AssistantPrompt.ofConversation
    }

    /// Whether ``ask(_:)`` can be called now.
    public var canAsk: Bool { draft == nil && !isOffline }

    /// Keeps topics and answers current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        let conversation = conversation
        let signals = service.signals { event in
            switch event {
            case .assistant(let changed): changed == conversation
            case .connection: true
            default: false
            }
        }
        await load()
        await fetchAhead()
        for await _ in signals where draft == nil {
            await load()
            await fetchAhead()
        }
    }

    /// Loads the history of this device, then that of the server.
    public func load() async {
        isLoading = true
        defer { isLoading = false }
        let conversation = conversation
        await notice.load { () throws(ClientError) in
            let stored = try await service.storedTopics(about: conversation)
            if topics.isEmpty { topics = stored }
            do throws(ClientError) {
                let list = try await service.topics(about: conversation)
                topics = list.topics
                model = list.model
                isOffline = false
            } catch .offline(_) {
                // The history of this device is shown; asking says why it cannot.
                topics = stored
                isOffline = true
            }
            guard let open = topic else { return }
            if topics.contains(where: { $0.id == open }) { try await show(open) } else { begin() }
        }
    }

    /// Opens an earlier topic, with the present state of its sources.
    public func open(_ topic: TopicID) async {
        isLoading = true
        defer { isLoading = false }
        await notice.act { () throws(ClientError) in try await show(topic) }
    }

    /// Begins a new topic with the next question.
    public func begin() {
        topic = nil
        exchanges = []
        summary = nil
    }

    /// Asks a question, continuing the open topic. A no-op while an answer is in progress.
    ///
    /// - Returns: whether it was answered; the screen keeps a question that was not.
    @discardableResult
    public func ask(_ text: String) async -> Bool {
        guard draft == nil, !text.allSatisfy(\.isWhitespace) else { return false }
        draft = Draft(question: text)
        defer { draft = nil }
        notice.show(nil)
        let (topic, conversation) = (topic, conversation)
        let answer = await notice.act { () throws(ClientError) -> TopicID in
            let answer = try await service.ask(text, topic: topic, in: conversation) { [weak self] event in
                await self?.take(event)
            }
            // Another topic may have been opened meanwhile.
            if self.topic == topic {
                self.topic = answer.topic
                exchanges.append(answer.exchange)
            }
            return answer.topic
        }
        guard answer != nil else {
            if error?.isOffline == true { isOffline = true }
            return false
        }
        isOffline = false
        await notice.load { () throws(ClientError) in
            topics = try await service.topics(about: conversation).topics
        }
        return true
    }

    /// Deletes a topic on all of the user's devices: with no network here at once, and there later.
    public func delete(_ topic: TopicID) async {
        await notice.act { () throws(ClientError) in
            try await service.deleteTopic(topic)
            topics.removeAll { $0.id == topic }
            if self.topic == topic { begin() }
        }
    }

    /// Summarizes the conversation.
    public func summarize(_ range: ConversationSummary.Range) async {
        guard let conversation else { return }
        await summarize { () throws(ClientError) in try await service.summary(of: conversation, range) }
    }

    /// Summarizes what happened in the conversation, most important first: after a `seq`, or since the user's read
    /// position.
    public func catchUp(after seq: Seq? = nil) async {
        guard let conversation else { return }
        await summarize { () throws(ClientError) in try await service.catchUp(on: conversation, after: seq) }
    }

    private func summarize(_ work: () async throws(ClientError) -> ConversationSummary) async {
        isLoading = true
        defer { isLoading = false }
        if let summary = await notice.act(work) { self.summary = summary }
    }

    /// Shows a thread from this device, then from the server.
    private func show(_ wanted: TopicID) async throws(ClientError) {
        let stored = try await service.storedThread(wanted)
        if let stored {
            topic = wanted
            exchanges = stored.exchanges
        }
        do throws(ClientError) {
            let thread = try await service.thread(wanted)
            topic = wanted
            exchanges = thread.exchanges
        } catch {
            guard error.isOffline, stored != nil || topic == wanted else { throw error }
            isOffline = true
        }
    }

    private func fetchAhead() async {
        guard !isOffline, !Task.isCancelled else { return }
        // What could not be fetched is read from the server when it is opened.
        try? await service.fetchThreads(about: conversation)
    }

    private func take(_ event: AssistantEvent) {
        switch event {
        case .began(_, let readAs): draft?.readAs = readAs
        case .citation(let citation): draft?.citations.append(citation)
        case .text(let text): draft?.text += text
        case .finished, .failed: break
        }
    }
}
