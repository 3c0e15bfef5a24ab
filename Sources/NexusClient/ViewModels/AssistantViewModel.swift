import NexusCore
import Observation

/// Nexus, or the assistant of one conversation: questions, the answer in progress, and earlier topics.
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
    public private(set) var isLoading = false
    /// The last error; content stays on the screen.
    public var error: ClientError?

    @ObservationIgnored private let service: any AssistantAnswering

    /// Ready-made questions about a conversation.
    public static let prompts = [
        "Summarize thread", "Extract action items", "What decisions were made?", "Any deadlines?",
    ]

    public init(_ service: any AssistantAnswering, conversation: ConversationID? = nil) {
        self.service = service
        self.conversation = conversation
    }

    /// Keeps topics and answers current while the screen is there; returns when the task is cancelled.
    public func observe() async {
        let conversation = conversation
        let signals = service.signals { $0 == .assistant(conversation) || $0 == .connection(isOnline: true) }
        await load()
        for await _ in signals where draft == nil { await load() }
    }

    /// Reloads, for example after an error.
    public func load() async {
        await attempt { () throws(ClientError) in
            let list = try await service.topics(about: conversation)
            topics = list.topics
            model = list.model
            guard let open = topic else { return }
            if topics.contains(where: { $0.id == open }) { try await show(open) } else { begin() }
        }
    }

    /// Opens a stored topic, with the present state of its sources.
    public func open(_ topic: TopicID) async {
        await attempt { () throws(ClientError) in try await show(topic) }
    }

    /// Begins a new topic with the next question.
    public func begin() {
        topic = nil
        exchanges = []
        summary = nil
    }

    /// Asks a question, continuing the open topic. A no-op while an answer is in progress.
    public func ask(_ text: String) async {
        guard draft == nil, !text.allSatisfy(\.isWhitespace) else { return }
        draft = Draft(question: text)
        error = nil
        do throws(ClientError) {
            let answer = try await service.ask(text, topic: topic, in: conversation) { [weak self] event in
                await self?.take(event)
            }
            topic = answer.topic
            exchanges.append(answer.exchange)
            draft = nil
            topics = try await service.topics(about: conversation).topics
        } catch {
            self.error = error
        }
        draft = nil
    }

    /// Deletes a topic on all of the user's devices.
    public func delete(_ topic: TopicID) async {
        await attempt { () throws(ClientError) in
            try await service.deleteTopic(topic)
            topics.removeAll { $0.id == topic }
            if self.topic == topic { begin() }
        }
    }

    /// Summarizes the conversation.
    public func summarize(_ range: ConversationSummary.Range) async {
        guard let conversation else { return }
        await attempt { () throws(ClientError) in summary = try await service.summary(of: conversation, range) }
    }

    /// Summarizes what happened in the conversation, most important first: after a `seq`, or since the user's read
    /// position.
    public func catchUp(after seq: Seq? = nil) async {
        guard let conversation else { return }
        await attempt { () throws(ClientError) in summary = try await service.catchUp(on: conversation, after: seq) }
    }

    private func show(_ wanted: TopicID) async throws(ClientError) {
        let thread = try await service.thread(wanted)
        topic = wanted
        exchanges = thread.exchanges
    }

    private func take(_ event: AssistantEvent) {
        switch event {
        case .began(_, let readAs): draft?.readAs = readAs
        case .citation(let citation): draft?.citations.append(citation)
        case .text(let text): draft?.text += text
        case .finished, .failed: break
        }
    }

    private func attempt(_ work: () async throws(ClientError) -> Void) async {
        isLoading = true
        do throws(ClientError) {
            try await work()
            error = nil
        } catch {
            self.error = error
        }
        isLoading = false
    }
}
